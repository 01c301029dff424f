import { plainInline } from '../../shared/markdown/plain-inline'

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

const row = /^[ \t]*\|/
/** Between two cells; one behind a backslash belongs to a cell. */
const bar = /(?<!\\)\|/u
/** What a cell with marks of Markdown has at least one of. */
const marks = /[\\`*_~[<]/u
const rule = /^[ \t]*\|(?:\s*:?-+:?\s*\|)*(?:\s*:?-+:?\s*)?$/u

/** A table as CSV (RFC 4180); no cell of it is a formula for a spreadsheet. */
export function tableCsv(table: TableNode): string {
  return csv(rowsIn(table))
}

/** The same for a table as it is written in Markdown, with which the text begins; fast also where it has many rows. */
export function writtenTableCsv(markdown: string): string {
  const lines = markdown.split(/\r?\n/u)
  const end = lines.findIndex((line) => !row.test(line))
  const rows = lines.slice(0, end === -1 ? lines.length : end)
  const head = cellsIn(rows[0] ?? '')
  // As it is drawn: each row has as many cells as the first.
  const body = rows.slice(rule.test(rows[1] ?? '') ? 2 : 1).map((line) => {
    const cells = cellsIn(line)
    return head.map((_, index) => cells[index] ?? '')
  })
  return csv([head, ...body])
}

function cellsIn(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/u, '')
    .replace(/(?<!\\)\|$/u, '')
  return inner.split(bar).map((cell) => {
    const written = cell.replaceAll('\\|', '|').trim()
    // Most cells have none, and of these there may be millions.
    return marks.test(written) ? plainInline(written) : written
  })
}

function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(field).join(',')}\r\n`).join('')
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
