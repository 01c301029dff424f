import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { frontMatterOf, scalarOf } from './front-matter'

const fieldsOf = (...lines: readonly string[]) =>
  Object.fromEntries(frontMatterOf(['---', ...lines, '---', 'text'].join('\n'))?.fields ?? [])

describe('what a text says about itself above its first line', () => {
  it('ends with a line of dashes or of dots', () => {
    expect(frontMatterOf('---\na: 1\n---\ntext')?.length).toBe('---\na: 1\n---\n'.length)
    expect(frontMatterOf('---\na: 1\n...\ntext')?.length).toBe('---\na: 1\n...\n'.length)
    expect(frontMatterOf('---\na: 1\n---')?.length).toBe('---\na: 1\n---'.length)
  })

  it('is none where no field is, or it does not end, or something stands above it', () => {
    for (const text of [
      '---\n\n---\n',
      '---\ntext\n---\n',
      '---\na: 1\n',
      '\n---\na: 1\n---\n',
      '--- a: 1\n---\n',
    ])
      expect(frontMatterOf(text)).toBeNull()
    expect(frontMatterOf(`---\n${'a: 1\n'.repeat(1000)}---\n`)).toBeNull()
  })

  it('begins with a field or a remark: between two rules is prose', () => {
    expect(frontMatterOf('---\n\nNote: this is a draft\n\n---\n\n# Real')).toBeNull()
    expect(frontMatterOf('---\nA draft\nNote: this\n---\n')).toBeNull()
    expect(frontMatterOf('---\n# remark\na: 1\n---\n')).not.toBeNull()
  })

  it('ends within so many characters', () => {
    const ofLength = (length: number) => `---\na: ${'x'.repeat(length - '---\na: \n---\n'.length)}\n---\n`
    expect(frontMatterOf(ofLength(100_000))?.length).toBe(100_000)
    expect(frontMatterOf(ofLength(100_001))).toBeNull()
    expect(frontMatterOf(`${ofLength(100_001).trimEnd()}- text`)).toBeNull()
  })

  it.each([
    ['an item', `  -${' '.repeat(80_000)}y\u2028z`],
    ['a remark', `c: y${' #\t'.repeat(30_000)}\u2028z`],
    ['quotes', `a: [${'\u2028 " '.repeat(20_000)}`],
    ['quotes of a list', `a: [${`',"`.repeat(30_000)}`],
  ])('is read at once with other ends of lines, and rows of blanks, in %s', (_what, line) => {
    const begun = workedMs()
    frontMatterOf(`---\na: 1\nb:\n${line}\n---\n`)
    expect(workedMs() - begun).toBeLessThan(500)
  })

  it('has values on the line of their name or below it, and lists', () => {
    expect(fieldsOf('a: 1', 'B c:', '  - x', '  - y', 'd: >', '  one', '  two', 'e: one', '  two')).toEqual({
      ...{ a: ['1'], 'b c': ['x', 'y'], d: ['one two'], e: ['one two'] },
    })
    expect(fieldsOf('url: https://example.org', 'time: 10:30', 'größe: 5')).toEqual({
      ...{ url: ['https://example.org'], time: ['10:30'], größe: ['5'] },
    })
  })

  it('has no remarks in its values, and no quotes around them', () => {
    expect(fieldsOf('# all', 'a: x # y', 'b: C# and F#', 'c: "x # y" # z')).toEqual({
      ...{ a: ['x'], b: ['C# and F#'], c: ['"x # y"'] },
    })
    expect(["'it''s'", '"a\\"b"', '"a: b"', 'plain'].map((value) => scalarOf([value]))).toEqual([
      ...["it's", 'a"b', 'a: b', 'plain'],
    ])
  })

  it('has whole lists in brackets, with what stands in quotes in them', () => {
    expect(
      fieldsOf('a: ["a # b", c] # d', "b: [x, 'y # z'] # d", 'c: [a,', '  "b # c"]', 'd: it\u2028s'),
    ).toEqual({
      ...{ a: ['["a # b", c]'], b: ["[x, 'y # z']"], c: ['[a, "b # c"]'], d: ['it\u2028s'] },
    })
  })

  it('says where a part of it was not understood', () => {
    const whole = (...lines: readonly string[]) => frontMatterOf(['---', ...lines, '---'].join('\n'))?.whole
    expect(whole('a: 1', '# remark', '', 'b:', '  - x')).toBe(true)
    expect(whole('a: 1', 'b:', '  c: 2')).toBe(false)
    expect(whole('a: 1', 'not a field')).toBe(false)
    expect(whole('a: 1', 'a: 2')).toBe(false)
    expect(whole('a: {b: 1}')).toBe(false)
    expect(whole('a: [b, c', 'd: 1')).toBe(false)
  })
})
