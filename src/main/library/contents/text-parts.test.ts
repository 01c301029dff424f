import { describe, expect, it } from 'vitest'
import type { TextForm } from '../extractors/types'
import { textParts } from './text-parts'

const paragraph = (n: number) => `Paragraph ${n}: ${'words of it '.repeat(20)}\n\n`
const many = Array.from({ length: 60 }, (_, n) => paragraph(n)).join('')
const rows = Array.from({ length: 500 }, (_, n) => `| ${n} | ${'cell '.repeat(6)} |\n`).join('')
const table = `| Number | Cells |\n| --- | --- |\n${rows}`
const fence = `\`\`\`python\n${'print("tide")\n\n'.repeat(900)}\`\`\`\n`

async function partsOf(text: string, form: TextForm, pages: readonly number[] = []) {
  const parts = await textParts(text, form, pages)
  let at = 0
  for (const part of parts) {
    expect(part.start).toBe(at)
    expect(part.end).toBeGreaterThan(part.start)
    at = part.end
  }
  expect(at).toBe(text.length)
  return parts
}

describe('the parts of a text', () => {
  it('lie between blocks of Markdown', async () => {
    const parts = await partsOf(many, 'markdown')
    expect(parts.length).toBeGreaterThan(3)
    for (const { start } of parts) expect(many.slice(start)).toMatch(/^Paragraph/)
  })

  it('repeat the head of a long table and the fence of long code', async () => {
    const text = `${many}${table}\n${fence}\nThe end.\n`
    const parts = await partsOf(text, 'markdown')
    const heads = parts.flatMap(({ head }) => (head === undefined ? [] : [text.slice(head.start, head.end)]))
    expect(new Set(heads)).toEqual(new Set(['| Number | Cells |\n| --- | --- |\n', '```python\n']))
    for (const { start, head } of parts)
      if (head !== undefined) expect(text.slice(start)).toMatch(/^(?:\| \d+ \||print|\n|```\n)/)
    expect(parts.at(-1)?.head).toBeUndefined()
  })

  it.each([90, 400, 1000])('keep a table of %i columns a table to its end', async (width) => {
    const row = (cell: (column: number) => string) =>
      `|${Array.from({ length: width }, (_, column) => ` ${cell(column)} |`).join('')}\n`
    const head = row((column) => `Column ${column}`) + row(() => '---')
    const text = `Before it.\n\n${head}${Array.from({ length: 60 }, (_, n) => row((column) => `cell ${n}.${column}`)).join('')}`
    const parts = await partsOf(text, 'markdown')
    const shown = parts.map(
      ({ start, end, head: repeats }) =>
        (repeats === undefined ? '' : text.slice(repeats.start, repeats.end)) + text.slice(start, end),
    )
    let rows = 0
    for (const part of shown.filter((each) => each.includes('|'))) {
      const [before, under, ...body] = part.replace('Before it.\n\n', '').trimEnd().split('\n')
      expect(`${before}\n${under}\n`).toBe(head)
      for (const line of body) expect(line).toMatch(/^\| cell .* \|$/u)
      rows += body.length
    }
    expect(rows).toBe(60)
    // The heads are not most of what is drawn.
    expect(shown.join('').length).toBeLessThan(2 * text.length)
  })

  it('keep a long row of a table a row', async () => {
    const long = `| 1 | ${'many words '.repeat(900)} |\n`
    const text = `| Number | Words |\n| --- | --- |\n${long.repeat(3)}| 2 | few |\n`
    const parts = await partsOf(text, 'markdown')
    for (const { start, head } of parts.slice(1)) {
      expect(text.slice(start)).toMatch(/^\| \d \|/u)
      expect(head).toEqual({ start: 0, end: text.indexOf('| 1 |') })
    }
  })

  it('begin with a row of a table whose head is too long to be repeated', async () => {
    const columns = Array.from({ length: 700 }, (_, at) => `Average temperature of station ${at}`)
    const row = `| ${columns.map((_, at) => `${at}.5`).join(' | ')} |\n`
    const text = `| ${columns.join(' | ')} |\n|${' --- |'.repeat(700)}\n${row.repeat(40)}`
    const parts = await partsOf(text, 'markdown')
    expect(parts.length).toBeGreaterThan(2)
    for (const { start } of parts) expect(text[start - 1] ?? '\n').toBe('\n')
  })

  it('begin anew with each page', async () => {
    const starts = [0, 12, 30]
    expect(
      (await partsOf('First slide\nSecond slide here\nThird\n', 'markdown', [0, 12, 30])).map(
        ({ start }) => start,
      ),
    ).toEqual(starts)
  })

  it('count the lines of code', async () => {
    const text = Array.from({ length: 700 }, (_, n) => `line ${n + 1};\n`).join('')
    const parts = await partsOf(text, 'code')
    expect(parts.length).toBeGreaterThan(2)
    for (const { start, line } of parts) expect(text.slice(start)).toMatch(new RegExp(`^line ${line};`))
  })

  it('never cut a character in two, on a line without an end', async () => {
    const text = `a${'🌊'.repeat(30_000)}`
    for (const { start, end } of await partsOf(text, 'plain'))
      expect(text.slice(start, end).isWellFormed()).toBe(true)
  })
})
