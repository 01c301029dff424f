/** Where the keyboard is in a list and from where a range is counted. */
export interface Cursor {
  readonly active: number
  readonly anchor: number
}

/** Whether a row was chosen alone, one more (Ctrl), or as the end of a range (Shift). */
export type ChoosingBy = 'alone' | 'toggle' | 'range'

/** The row that a key leads to, or undefined when it is not a key that moves. */
export function movedRow(key: string, active: number, count: number, page: number): number | undefined {
  if (count === 0) return undefined
  const wanted: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }
  const to = wanted[key]
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to))
}

/** The rows that are meant by a choice: one, or all between the anchor and where one is now. */
export function meantRows({ active, anchor }: Cursor, by: ChoosingBy): { first: number; count: number } {
  if (by !== 'range') return { first: active, count: 1 }
  return { first: Math.min(anchor, active), count: Math.abs(anchor - active) + 1 }
}

/** The selection after the rows that were meant, by their keys, were chosen. */
export function selectedAfter(
  selected: ReadonlySet<string>,
  keys: readonly string[],
  by: ChoosingBy,
): ReadonlySet<string> {
  if (by !== 'toggle') return new Set(keys)
  const next = new Set(selected)
  for (const key of keys) if (!next.delete(key)) next.add(key)
  return next
}
