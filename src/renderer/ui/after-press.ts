import { afterPaint } from './after-paint'

/**
 * Calls at once; where something is being pressed, when that is over: what moves away between the two halves of a press is
 * not pressed.
 */
export function afterPress(done: () => void): void {
  if (document.querySelector(':active') === null) {
    done()
    return
  }
  const over = new AbortController()
  const end = () => {
    over.abort()
    afterPaint(done)
  }
  const { signal } = over
  for (const type of ['pointerup', 'pointercancel'])
    window.addEventListener(type, end, { signal, capture: true })
}
