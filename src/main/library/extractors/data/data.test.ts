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

  it('JSON lines become a paragraph each; damaged ones are told', async () => {
    const document = await extract('{"port":"Brest","range":6}\n{broken\n', 'a.jsonl')
    expect(document.text).toBe('port: Brest\nrange: 6\n\n{broken')
    expect(document.warnings.map(({ text }) => text)).toEqual([
      '1 of 2 lines are not JSON and were taken as text.',
    ])
    expect(document.warnings[0]?.places).toEqual([{ line: 4, start: document.text.indexOf('{broken') }])
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
