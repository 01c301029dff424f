import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * Adds a row at the end of a list and puts the keyboard into its first field, or on its first button where it has none
 * that can be seen; `row` is the selector of the rows. The row is there at once, so that no letter is lost that is typed
 * right after.
 */
export function focusAdded(add: () => void, list: RefObject<HTMLElement | null>, row: string): void {
  flushSync(add)
  const added = [...(list.current?.querySelectorAll<HTMLElement>(row) ?? [])].at(-1)
  const fields = [...(added?.querySelectorAll<HTMLElement>('input, textarea') ?? [])]
  const first = fields.find((field) => field.checkVisibility()) ?? added?.querySelector<HTMLElement>('button')
  first?.focus()
}
