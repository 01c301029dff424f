import { isTableRow, isTableRule, withCellEdges } from './table-line'

/** Marks with which a line of Markdown begins that is a block of its own. */
export const blockMark = /^(?:#{1,6}|>|[-*+](?: +\[[ xX]\])?)[ \t]+/u
/** Stands between blocks that are shown in one line. */
export const blockSeparator = ' · '

/** A text in one line, for lists: the blocks of Markdown without their marks, set apart, and its tables by their cells. */
export function flatText(text: string): string {
  let flat = ''
  let afterBlock = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || isTableRule(line)) continue
    const marked = line.replace(blockMark, '')
    const bare = isTableRow(marked) ? rowInWords(marked) : marked
    const words = bare.replace(/\s+/gu, ' ').trim()
    const isBlock = bare !== line
    const separator = isBlock || afterBlock ? blockSeparator : ' '
    flat += flat === '' ? words : `${separator}${words}`
    afterBlock = isBlock
  }
  return flat
}

/** A row of a table, or a part of one, by its cells. */
export function rowInWords(row: string): string {
  return withCellEdges(row, '\n')
    .split('\n')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(blockSeparator)
}
