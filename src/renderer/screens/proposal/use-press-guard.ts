import { useEffect } from 'react'
import { isTyping } from './decision-keys'
import { createInputGuard } from './input-guard'
import { followPointer, type PointerSighting } from './resting-pointer'

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
 * Ignores presses of the pointer, for a moment, on what came under it by itself and decides: a card that
 * moved up when the one before it was decided, or another button in the place of the one that was pressed.
 */
export function usePressGuard(): void {
  useEffect(() => {
    const guard = createInputGuard<Element>()
    const pointer = followPointer(guard, (x, y) => controlOf(document.elementFromPoint(x, y)))
    let ignoring = false

    const see = (event: PointerEvent) => pointer.see(sightingOf(event))
    const press = (event: PointerEvent) => {
      const sighting = sightingOf(event)
      pointer.press(sighting)
      // By when it was pressed, not by when a busy page came to it.
      ignoring = event.button === 0 && guard.ignores(sighting.control, sighting.at)
      if (ignoring) stop(event)
    }
    const follow = (event: MouseEvent) => {
      // Keys and screen readers press without a pointer.
      if (ignoring && event.detail > 0) stop(event)
      if (event.type === 'click') ignoring = false
    }
    const scroll = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || isScrollKey(event)) pointer.scrolls(event.timeStamp)
    }
    const listening = new AbortController()
    const { signal } = listening
    const watches = { capture: true, passive: true, signal }
    window.addEventListener('pointermove', see, watches)
    // Told too, at the place where the pointer rests, when something else comes to be under it.
    window.addEventListener('pointerover', see, watches)
    window.addEventListener('wheel', scroll, watches)
    window.addEventListener('keydown', scroll, watches)
    // The finger scrolls from here on.
    window.addEventListener('pointercancel', scroll, watches)
    const stops = { capture: true, signal }
    window.addEventListener('pointerdown', press, stops)
    window.addEventListener('mousedown', follow, stops)
    window.addEventListener('click', follow, stops)
    return () => {
      listening.abort()
      guard.end()
    }
  }, [])
}

function sightingOf({
  clientX,
  clientY,
  timeStamp,
  pointerType,
  target,
}: PointerEvent): PointerSighting<Element> {
  return { x: clientX, y: clientY, at: timeStamp, pointerType, control: controlOf(target) }
}

/** Whether a key scrolls there, instead of moving in a text or pressing a button. */
function isScrollKey({ key, target }: KeyboardEvent): boolean {
  if (!scrollKeys.has(key) || isTyping(target)) return false
  return !(target instanceof Element && target.closest('button, a, summary'))
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** What a press there would press, where that may decide. */
function controlOf(target: EventTarget | null): Element | undefined {
  const control = target instanceof Element ? target.closest('button, a, input, label, summary') : null
  return control?.closest('[data-proposal], [data-decides], [role=alertdialog]') ? control : undefined
}
