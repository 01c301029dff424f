import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { type TableNode, tableCsv, writtenTableCsv } from './table-csv'

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

describe('a table as it is written', () => {
  it('is copied to its last row, by the words of its cells', () => {
    const written =
      '| Port | **Depth** |\n| --- | :-: |\n| a \\| b, c | `12` |\n| =1+cmd |\n| d | e | f |\n\nMore | text\n'
    expect(writtenTableCsv(written)).toBe('Port,Depth\r\n"a | b, c",12\r\n\'=1+cmd,\r\nd,e\r\n')
  })

  it('is copied at once also where it is long', () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => `| ${n} | some words |\n`).join('')
    const began = workedMs()
    expect(writtenTableCsv(`| n | words |\n| --- | --- |\n${rows}`)).toMatch(/\r\n99999,some words\r\n$/u)
    expect(workedMs() - began).toBeLessThan(3000)
  })
})
