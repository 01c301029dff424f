/** Marks with which a line of Markdown begins that is a block of its own. */
export const blockMark = /^(?:#{1,6}|>|[-*+](?: +\[[ xX]\])?)[ \t]+/u
/** A line of Markdown, without the white space around it, that is a row of a table. */
export const tableRow = /^\|(.*)\|$/u
/** One that only draws the line below its head. */
export const tableRule = /^\|(?:\s*:?-+:?\s*\|)+$/u
/** Stands between blocks that are shown in one line. */
export const blockSeparator = ' · '

/** A text in one line, for lists: the blocks of Markdown without their marks, set apart, and its tables by their cells. */
export function flatText(text: string): string {
  let flat = ''
  let afterBlock = false
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || tableRule.test(line)) continue
    const bare = line.replace(blockMark, '').replace(tableRow, (_, cells: string) =>
      cells
        .split('|')
        .map((cell) => cell.trim())
        .join(blockSeparator),
    )
    const words = bare.replace(/\s+/gu, ' ').trim()
    const isBlock = bare !== line
    const separator = isBlock || afterBlock ? blockSeparator : ' '
    flat += flat === '' ? words : `${separator}${words}`
    afterBlock = isBlock
  }
  return flat
}
