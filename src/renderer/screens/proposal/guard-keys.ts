import { decidingControl } from './deciding-control'
import { createInputGuard } from './input-guard'

/**
 * Ignores presses without a pointer, by keys or a screen reader, for a moment, on what has the focus and came to decide
 * on something else; until the signal.
 */
export function guardKeys(signal: AbortSignal): void {
  const guard = createInputGuard<Element>()
  const changed = new MutationObserver((changes) => {
    const element = decidingControl(document.activeElement)?.element
    const decides = element?.closest('[data-decides]')
    if (element && changes.some(({ target }) => target === decides)) guard.begin(element)
  })
  changed.observe(document.documentElement, { subtree: true, attributeFilter: ['data-decides'] })
  const press = (event: MouseEvent) => {
    if (event.detail > 0 || !guard.ignores(decidingControl(event.target)?.element, event.timeStamp)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('click', press, { capture: true, signal })
  signal.addEventListener('abort', () => {
    changed.disconnect()
    guard.end()
  })
}
