/** What is read of a table's element as Markdown gives it. */
export interface TableNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly children?: readonly TableNode[]
}

// A spreadsheet takes a cell that begins like this as a formula, whoever wrote it.
const formula = /^[=+\-@\t\r]/
const number = /^[+-]?[\d.,' ]*\d\s?%?$/

/** A table as CSV (RFC 4180); no cell of it is a formula for a spreadsheet. */
export function tableCsv(table: TableNode): string {
  return rowsIn(table)
    .map((row) => `${row.map(field).join(',')}\r\n`)
    .join('')
}

function rowsIn(node: TableNode): string[][] {
  const children = node.children ?? []
  if (node.tagName !== 'tr') return children.flatMap(rowsIn)
  return [children.filter(({ tagName }) => tagName === 'td' || tagName === 'th').map(wordsIn)]
}

function wordsIn(node: TableNode): string {
  return node.type === 'text' ? (node.value ?? '') : (node.children ?? []).map(wordsIn).join('')
}

function field(words: string): string {
  const cell = words.trim()
  const safe = formula.test(cell) && !number.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
