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
  // By touch the focus moves after the pointer is up, before the click.
  for (const type of ['pointerup', 'pointercancel', 'click'])
    window.addEventListener(type, end, { signal, capture: true })
}
