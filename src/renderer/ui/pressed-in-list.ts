import type { KeyboardEvent } from 'react'

/** A list of offers under a text field, which keeps the focus. */
export interface OfferList {
  readonly count: number
  /** The place of the one that Enter takes. */
  readonly active: number
  readonly setActive: (place: number) => void
  readonly accept: () => void
  readonly dismiss: () => void
}

/** Takes a key of the text field where it is one of the list's: arrows choose, Enter and Tab take, Escape closes. */
export function pressedInList(
  event: KeyboardEvent,
  { count, active, setActive, accept, dismiss }: OfferList,
): void {
  if (event.key === 'ArrowDown') setActive((active + 1) % count)
  else if (event.key === 'ArrowUp') setActive((active + count - 1) % count)
  else if (event.key === 'Tab' || (event.key === 'Enter' && !event.shiftKey)) accept()
  else if (event.key === 'Escape') dismiss()
  else return
  event.preventDefault()
  event.stopPropagation()
}
