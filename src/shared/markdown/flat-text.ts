import { isTableRow, isTableRule, withCellEdges } from './table-line'

/** Marks with which a line of Markdown begins that is a block of its own. */
export const blockMark = /^(?:#{1,6}|>|[-*+](?: +\[[ xX]\])?)[ \t]+/u
/** Stands between blocks that are shown in one line. */
export const blockSeparator = ' · '

/** Quotations within each other, and what stands in them. */
const blockMarks = /^(?:>(?=[ \t>]|$)[ \t]*)*(?:(?:#{1,6}|[-*+](?: +\[[ xX]\])?)[ \t]+)*/u
/** The line below the head of a table, with bars between its cells at least (GFM 4.10). */
const openRule = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?$/u

/** A text in one line, for lists: the blocks of Markdown without their marks, set apart, and its tables by their cells. */
export function flatText(text: string): string {
  let flat = ''
  let afterBlock = false
  const lines = text.split('\n').map((one) => one.trim())
  const openRows = rowsOfOpenTables(lines)
  for (const [place, line] of lines.entries()) {
    const marked = line.replace(blockMarks, '')
    if (marked === '' || isTableRule(marked) || openRule.test(marked)) continue
    const bare = isTableRow(marked) || openRows.has(place) ? rowInWords(marked) : marked
    const words = bare.replace(/\s+/gu, ' ').trim()
    const isBlock = bare !== line
    const separator = isBlock || afterBlock ? blockSeparator : ' '
    flat += flat === '' ? words : `${separator}${words}`
    afterBlock = isBlock
  }
  return flat
}

/** The places of rows without a bar at each end: above and below the line that makes them a table. */
function rowsOfOpenTables(lines: readonly string[]): ReadonlySet<number> {
  const rows = new Set<number>()
  for (const [place, line] of lines.entries()) {
    if (!openRule.test(line) || lines[place - 1]?.includes('|') !== true) continue
    rows.add(place - 1)
    for (let row = place + 1; lines[row]?.includes('|') === true; row++) rows.add(row)
  }
  return rows
}

/** A row of a table, or a part of one, by its cells. */
export function rowInWords(row: string): string {
  return withCellEdges(row, '\n')
    .split('\n')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(blockSeparator)
}
