import { useEffect } from 'react'
import { isTyping } from './decision-keys'
import { createInputGuard } from './input-guard'
import { followPointer } from './resting-pointer'

/** Keys that scroll what has the focus. */
const scrollKeys: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  ' ',
])

/**
 * Ignores presses of the pointer, for a moment, on what came under it by itself in a card or a dialog: a card that
 * moved up when the one before it was decided, or another button in the place of the one that was pressed.
 */
export function usePressGuard(): void {
  useEffect(() => {
    const guard = createInputGuard<Element>()
    const pointer = followPointer(guard, (x, y) => controlOf(document.elementFromPoint(x, y)))
    let ignoring = false

    const see = (event: PointerEvent) => {
      const { clientX: x, clientY: y, timeStamp: at, pointerType } = event
      pointer.see({ x, y, at, pointerType, control: controlOf(event.target) })
    }
    const press = (event: PointerEvent) => {
      see(event)
      // By when it was pressed, not by when a busy page came to it.
      ignoring = event.button === 0 && guard.ignores(controlOf(event.target), event.timeStamp)
      if (ignoring) stop(event)
    }
    const follow = (event: MouseEvent) => {
      // Keys and screen readers press without a pointer.
      if (ignoring && event.detail > 0) stop(event)
      if (event.type === 'click') ignoring = false
    }
    const scroll = (event: Event) => {
      if (event.type === 'wheel' || isScrollKey(event)) pointer.scrolls(event.timeStamp)
    }
    const options = { capture: true, passive: true } as const
    window.addEventListener('pointermove', see, options)
    // Told too, at the place where the pointer rests, when something else comes to be under it.
    window.addEventListener('pointerover', see, options)
    window.addEventListener('wheel', scroll, options)
    window.addEventListener('keydown', scroll, options)
    window.addEventListener('pointerdown', press, true)
    window.addEventListener('mousedown', follow, true)
    window.addEventListener('click', follow, true)
    return () => {
      window.removeEventListener('pointermove', see, options)
      window.removeEventListener('pointerover', see, options)
      window.removeEventListener('wheel', scroll, options)
      window.removeEventListener('keydown', scroll, options)
      window.removeEventListener('pointerdown', press, true)
      window.removeEventListener('mousedown', follow, true)
      window.removeEventListener('click', follow, true)
      guard.end()
    }
  }, [])
}

/** Whether a key scrolls there, instead of moving in a text or pressing a button. */
function isScrollKey(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || !scrollKeys.has(event.key) || isTyping(event.target)) return false
  return !(event.target instanceof Element && event.target.closest('button, a, summary'))
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** What a press there would press, where that may decide. */
function controlOf(target: EventTarget | null): Element | undefined {
  const control = target instanceof Element ? target.closest('button, a, input, label, summary') : null
  return control?.closest('[data-proposal], dialog') ? control : undefined
}
