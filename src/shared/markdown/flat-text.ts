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
  return flatStretches([{ isCode: false, text }])
}

/** As {@link flatText}, of a text in stretches, of which those that are code keep all their signs. */
export function flatStretches(
  stretches: readonly { readonly isCode: boolean; readonly text: string }[],
): string {
  let flat = ''
  let afterBlock = false
  for (const { isCode, text } of stretches) {
    for (const { words, isBlock } of isCode ? [{ words: inShort(text), isBlock: false }] : blocksOf(text)) {
      if (words === '') continue
      const separator = isBlock || afterBlock ? blockSeparator : ' '
      flat += flat === '' ? words : `${separator}${words}`
      afterBlock = isBlock
    }
  }
  return flat
}

/** The lines of a text that say something, without their marks. */
function blocksOf(text: string): { readonly words: string; readonly isBlock: boolean }[] {
  const lines = text.split('\n').map((one) => one.trim())
  const openRows = rowsOfOpenTables(lines)
  return lines.flatMap((line, place) => {
    const marked = line.replace(blockMarks, '')
    if (marked === '' || isTableRule(marked) || openRule.test(marked)) return []
    const bare = isTableRow(marked) || openRows.has(place) ? rowInWords(marked) : marked
    return [{ words: inShort(bare), isBlock: bare !== line }]
  })
}

function inShort(words: string): string {
  return words.replace(/\s+/gu, ' ').trim()
}

/** The places of rows without a bar at each end: above and below the line that makes them a table. */
function rowsOfOpenTables(lines: readonly string[]): ReadonlySet<number> {
  const rows = new Set<number>()
  let inTable = false
  for (const [place, line] of lines.entries()) {
    // Rows are looked at once: a rule within a table makes no other.
    if (inTable && line.includes('|')) rows.add(place)
    else if (openRule.test(line) && lines[place - 1]?.includes('|') === true) {
      rows.add(place - 1)
      inTable = true
    } else inTable = false
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
