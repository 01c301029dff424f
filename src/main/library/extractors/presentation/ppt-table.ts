import { MAX_SLIDE_COLUMNS } from '../limits'

/** A cell with the place of its left upper corner, in units of its group. */
export type Cell = { readonly left: number; readonly top: number; readonly text: string }

/** The rows of a table whose cells are only known by their places; null for one that has too many columns to be any. */
export function rowsOf(cells: readonly Cell[]): string[][] | null {
  const lefts = places(cells.map(({ left }) => left))
  const tops = places(cells.map(({ top }) => top))
  if (lefts.size > MAX_SLIDE_COLUMNS) return null
  const rows = Array.from(tops, () => Array.from(lefts, () => ''))
  for (const { left, top, text } of cells) {
    const row = rows[tops.get(top) ?? 0]
    const column = lefts.get(left) ?? 0
    if (row !== undefined) row[column] = `${row[column] ?? ''} ${text}`.trim()
  }
  return rows
}

/** Numbers the different places in their order. */
function places(of: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(of)].sort((a, b) => a - b)
  return new Map(sorted.map((place, index) => [place, index]))
}
