import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { chunkText } from '../../chunking/chunk'

const extract = setUpExtraction()

describe('data', () => {
  it('CSV becomes a table, whatever parts its columns', async () => {
    const document = await extract('Port;Range;Note\nBrest;"6;5";"two\nlines"\n\n', 'a.csv')
    expect(document.text).toBe('| Port | Range | Note |\n| --- | --- | --- |\n| Brest | 6;5 | two lines |')
  })

  it('JSON in one line is laid out; what is laid out stays', async () => {
    const long = JSON.stringify({ title: 'Tides', values: Array.from({ length: 200 }, (_, index) => index) })
    const document = await extract(long, 'a.json')
    expect(document.title).toBe('Tides')
    expect(document.text).toBe(JSON.stringify(JSON.parse(long), null, 2))
    expect((await extract('{\n "a": 1 }', 'a.json')).text).toBe('{\n "a": 1 }')
  })

  it('numbers of JSON stay as they are written, and fields of one name beside each other', async () => {
    const ids = Array.from(
      { length: 40 },
      (_, index) => `{"id":12345678901234567${index + 100},"price":1.10}`,
    )
    const { text } = await extract(`[${ids.join(',')}]`, 'a.json')
    expect(text).toContain('"id": 12345678901234567100,\n    "price": 1.10')
    const lines = await extract('{"id":9007199254740993,"at":[1.50, "\\u00e9"],"id":"b"}\n', 'a.jsonl')
    expect(lines.text).toBe('id: 9007199254740993\nat: [1.50,"é"]\nid: b')
  })

  it('JSON with escaped letters is written with the letters, which can be found', async () => {
    const document = await extract('{"title": "\\u041f\\u0440\\u0438", "a": "caf\\u00E9 \\u0000"}', 'a.json')
    expect(document).toMatchObject({ title: 'При', text: '{\n  "title": "При",\n  "a": "café \\u0000"\n}' })
  })

  it('CSV has no row for what tells a spreadsheet its delimiter', async () => {
    const table = '| Name | Wert |\n| --- | --- |\n| a, b | 1,5 |'
    expect((await extract('sep=;\r\nName;Wert\r\na, b;1,5\r\n', 'a.csv')).text).toBe(table)
    expect((await extract('"sep=|"\nName|Wert\na, b|1,5', 'a.csv')).text).toBe(table)
  })

  it('a quotation mark that nothing closes swallows no rows', async () => {
    const rows = '| a | b |\n| --- | --- |\n| "q | 1 |\n| r | 2 |'
    expect((await extract('a\tb\n"q\t1\nr\t2', 'a.tsv')).text).toBe(rows)
    expect((await extract('a,b\n"q,1\nr,2', 'a.csv')).text).toBe(rows)
    expect((await extract('a,b\n"x, y",1\n"q,2\nr,3', 'a.csv')).text).toMatch(
      /\| x, y \| 1 \|\n\| "q \| 2 \|\n\| r \| 3 \|$/,
    )
    expect((await extract('a,b\n"x, y","cut off', 'a.csv')).text).toMatch(/\| x, y \| cut off \|$/)
    const quoted = 'a\tb\n"two\nlines"\t1'
    expect((await extract(quoted, 'a.tsv')).text).toBe('| a | b |\n| --- | --- |\n| two lines | 1 |')
  })

  it('JSON lines become a paragraph each; damaged ones are told', async () => {
    const document = await extract('{"port":"Brest","range":6}\n{broken\n', 'a.jsonl')
    expect(document.text).toBe('port: Brest\nrange: 6\n\n{broken')
    expect(document.warnings.map(({ text }) => text)).toEqual([
      '1 of 2 lines are not JSON and were taken as text.',
    ])
    expect(document.warnings[0]?.places).toEqual([{ line: 4, start: document.text.indexOf('{broken') }])
  })

  it('JSON that is nested without end stays as it is, and is no crash', async () => {
    const deep = (depth: number, inside: string) => '['.repeat(depth) + inside + ']'.repeat(depth)
    const wide = deep(3000, Array.from({ length: 100_000 }, () => 1).join())
    for (const json of [deep(6000, '"a"'), deep(1_000_000, '"a"'), wide]) {
      expect((await extract(json, 'a.json')).text).toBe(json)
    }
    const brackets = JSON.stringify({ note: '['.repeat(500), '\\"{': 1 })
    expect((await extract(brackets, 'a.json')).text).toBe(JSON.stringify(JSON.parse(brackets), null, 2))
    const record = `{"a":${deep(20_000, '1')}}`
    expect((await extract(`${record}\n{"b":1}`, 'a.jsonl')).text).toBe(`${record}\n\nb: 1`)
  })

  it('the title of JSON is one line, whatever is in it', async () => {
    expect((await extract('{"title":"a\\u0000b\\nc\\ud800"}', 'a.json')).title).toBe('a b c\ufffd')
  })

  it('source code is cut between its lines', async () => {
    const code = Array.from(
      { length: 400 },
      (_, index) => `const value${index} = compute(${index}) // about ${index}`,
    ).join('\n')
    const document = await extract(code, 'a.ts')
    expect(document.mime).toBe('text/x-source')
    for (const { start, end } of chunkText(document)) {
      expect(document.text[start - 1] ?? '\n').toBe('\n')
      expect(document.text[end] ?? '\n').toBe('\n')
    }
  })
})
