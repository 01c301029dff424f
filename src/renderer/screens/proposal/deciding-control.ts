/** Something that may decide when it is pressed, for as long as it would decide on the same. */
export interface DecidingControl {
  readonly element: Element
  /** What it decides on, where that can change: the value of the nearest `data-decides`. */
  readonly on: string
}

// The same object as long as nothing changed, so that two looks at it can be compared.
const known = new WeakMap<Element, DecidingControl>()

/** What a press there would press, where that may decide. */
export function decidingControl(target: EventTarget | null): DecidingControl | undefined {
  const element = target instanceof Element ? target.closest('button, a, input, label, summary') : null
  if (!element?.closest('[data-proposal], [data-decides], [role=alertdialog]')) return undefined
  const on = element.closest<HTMLElement>('[data-decides]')?.dataset.decides ?? ''
  const before = known.get(element)
  if (before?.on === on) return before
  const control = { element, on }
  known.set(element, control)
  return control
}
