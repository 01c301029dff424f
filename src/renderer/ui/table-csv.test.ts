import { expect, it } from 'vitest'
import { type TableNode, tableCsv } from './table-csv'

const text = (value: string): TableNode => ({ type: 'text', value })
const element = (tagName: string, ...children: TableNode[]): TableNode => ({
  type: 'element',
  tagName,
  children,
})
const table = (...rows: string[][]) =>
  element(
    'table',
    element('tbody', ...rows.map((row) => element('tr', ...row.map((cell) => element('td', text(cell)))))),
  )

it('quotes what needs it and doubles quotes', () => {
  expect(tableCsv(table(['a', 'b, c'], ['say "hi"', 'two\nlines']))).toBe(
    'a,"b, c"\r\n"say ""hi""","two\nlines"\r\n',
  )
})

it('takes the words of bold, code and links', () => {
  const cell = element('td', element('strong', text('bold')), text(' and '), element('a', text('a link')))
  expect(tableCsv(element('table', element('tr', cell)))).toBe('bold and a link\r\n')
})

it.each(['=cmd|calc', '+SUM(A1)', '@now', '-2+3+cmd', '=HYPERLINK("https://evil.example")'])(
  'makes no formula of %s',
  (cell) => expect(tableCsv(table([cell]))).toMatch(/^"?'/),
)

it.each(['-12', '+3.5', '-1,234.50', '-7 %'])('leaves the number %s', (cell) => {
  expect(tableCsv(table([cell])).replaceAll('"', '')).toBe(`${cell}\r\n`)
})
