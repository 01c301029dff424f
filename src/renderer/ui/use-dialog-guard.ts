import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { afterPaint } from './after-paint'

/** What a person does that is ignored for a while. */
const guardedEvents = ['click', 'pointerdown', 'mousedown', 'keydown', 'keyup', 'submit'] as const

/**
 * Ignores what was meant for the page before: for so many milliseconds from when a dialog that appeared can first be seen,
 * and from each return to the window; nothing for 0. Answers whether an event comes too early, for those that the browser
 * acts on by itself.
 */
export function useDialogGuard(milliseconds: number): (event: Event) => boolean {
  const until = useRef(0)
  const guardFromNow = useEffectEvent(() => {
    until.current = performance.now() + milliseconds
  })
  // By when it was pressed, not by when a busy page came to it.
  const isTooEarly = (event: Event) => event.timeStamp < until.current
  // Before anyone else, and wherever the focus is: who listens on the page hears keys that no part of it has.
  const guard = useEffectEvent((event: Event) => {
    if (!isTooEarly(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  const begin = useEffectEvent((): (() => void) => {
    if (milliseconds === 0) return () => undefined
    // On a busy machine it is open long before it is painted, and nobody can mean what they don't see.
    until.current = Number.POSITIVE_INFINITY
    return afterPaint(guardFromNow)
  })
  useLayoutEffect(() => {
    const stopWaiting = begin()
    // Coming back from another window is like appearing: the first click may not have been meant.
    window.addEventListener('focus', guardFromNow)
    for (const type of guardedEvents) window.addEventListener(type, guard, true)
    return () => {
      stopWaiting()
      window.removeEventListener('focus', guardFromNow)
      for (const type of guardedEvents) window.removeEventListener(type, guard, true)
    }
  }, [])
  return isTooEarly
}
