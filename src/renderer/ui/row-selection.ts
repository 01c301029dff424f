/** How many rows can be chosen at once. */
export type SelectionMode = 'none' | 'single' | 'multiple'

/** Where the keyboard is in a list and from where a range is counted. */
export interface Cursor {
  readonly active: number
  readonly anchor: number
}

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

/** The selection after a row was chosen alone, toggled (Ctrl) or reached as the end of a range (Shift). */
export function selectRow(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  cursor: Cursor,
  how: 'alone' | 'toggle' | 'range',
  mode: SelectionMode,
): ReadonlySet<string> {
  const key = keys[cursor.active]
  if (key === undefined || mode === 'none') return selected
  if (mode === 'single') return how === 'toggle' && selected.has(key) ? new Set() : new Set([key])
  if (how === 'range') {
    const [from, to] = [Math.min(cursor.anchor, cursor.active), Math.max(cursor.anchor, cursor.active)]
    return new Set(keys.slice(from, to + 1))
  }
  if (how === 'alone') return new Set([key])
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}
