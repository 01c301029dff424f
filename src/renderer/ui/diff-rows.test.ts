import { describe, expect, it } from 'vitest'
import { markWords } from './diff-marks'
import {
  additionHunks,
  countChosen,
  countLines,
  type DiffRows,
  diffRows,
  linesIn,
  splitRows,
} from './diff-rows'

const all = (rows: DiffRows) => Array.from({ length: rows.length }, (_, index) => rows.at(index))

const hunk = {
  oldStart: 10,
  oldLines: 3,
  newStart: 10,
  newLines: 3,
  lines: [' same', '-const a = 1', '+const a = 2', ' end', '\\ No newline at end of file'],
}

describe('the lines of a diff', () => {
  it('are numbered on both sides', () => {
    const lines = all(diffRows([hunk])).filter((row) => row?.kind === 'line')
    expect(lines.map((line) => [line.sign, line.oldNumber, line.newNumber])).toEqual([
      [' ', 10, 10],
      ['-', 11, undefined],
      ['+', undefined, 11],
      [' ', 12, 12],
    ])
  })

  it('tell a remark from a line of text', () => {
    expect(all(diffRows([hunk])).at(-1)).toMatchObject({ kind: 'note' })
  })

  it('know the line that replaces them', () => {
    const [removed, added] = all(diffRows([hunk])).filter((row) => row?.kind === 'line' && row.sign !== ' ')
    expect(removed).toMatchObject({ counterpart: 'const a = 2' })
    expect(added).toMatchObject({ counterpart: 'const a = 1' })
  })

  it('are counted', () => {
    expect(countLines([hunk])).toEqual({ added: 1, removed: 1, all: 4 })
    for (const rows of [diffRows([hunk, hunk]), splitRows([hunk, hunk])]) {
      expect(all(rows).reduce((sum, row) => sum + linesIn(row), 0)).toBe(8)
    }
  })

  it('are found hunk by hunk, and end with the last', () => {
    const rows = diffRows([hunk, { ...hunk, newStart: 50 }])
    expect(rows.at(0)).toMatchObject({ kind: 'hunk', hunk: 0, line: 10 })
    expect(rows.at(6)).toMatchObject({ kind: 'hunk', hunk: 1, line: 50 })
    expect(rows.at(7)).toMatchObject({ kind: 'line', hunk: 1, newNumber: 50, text: 'same' })
    expect([rows.at(-1), rows.at(rows.length)]).toEqual([undefined, undefined])
  })

  it('of a new text are all additions', () => {
    expect(additionHunks('a\nb\n')).toEqual([
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 2, lines: ['+a', '+b'] },
    ])
  })
})

describe('two columns', () => {
  const sides = (lines: string[]) =>
    all(splitRows([{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 0, lines }]))
      .filter((row) => row?.kind === 'pair')
      .map((row) => [row.old?.text, row.young?.text])

  it('set what goes against what comes, and leave a side empty where nothing corresponds', () => {
    expect(sides([' a', '-b', '-c', '+B', ' d', '+e'])).toEqual([
      ['a', 'a'],
      ['b', 'B'],
      ['c', undefined],
      ['d', 'd'],
      [undefined, 'e'],
    ])
  })

  it('keep two changes apart that follow each other', () => {
    expect(sides(['-a', '+A', '-b', '+B'])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
    ])
  })

  it('keep a change in one piece around a remark', () => {
    expect(sides(['-a', '\\ No newline at end of file', '+A'])).toEqual([['a', 'A']])
  })
})

describe('the lines of what is chosen', () => {
  const hunks = [
    { ...hunk, lines: ['-a', '+A', '+B'] },
    { ...hunk, lines: [' same', '-b', '-c', '+C'] },
  ]

  it('are those of the hunks that are not left out', () => {
    const whole = countLines(hunks)
    expect(countChosen(hunks, whole, new Set([0, 1]))).toEqual({ added: 3, removed: 3 })
    expect(countChosen(hunks, whole, new Set([1]))).toEqual({ added: 1, removed: 2 })
    expect(countChosen(hunks, whole, new Set())).toEqual({ added: 0, removed: 0 })
  })

  it('keep those of a change of which only the beginning is shown', () => {
    expect(countChosen(hunks, { added: 50, removed: 40 }, new Set([0]))).toEqual({ added: 49, removed: 38 })
  })
})

describe('what changed inside a line', () => {
  const cut = (line: string, ranges: readonly { start: number; end: number }[] | undefined) =>
    ranges?.map(({ start, end }) => line.slice(start, end))

  it('covers whole words, each by itself', () => {
    const before = 'the tidal station of Husum opens'
    const after = 'the total station of Cuxhaven opens'
    const marks = markWords(before, after)
    expect(cut(before, marks?.before)).toEqual(['tidal', 'Husum'])
    expect(cut(after, marks?.after)).toEqual(['total', 'Cuxhaven'])
  })

  it('is empty on the side where nothing was', () => {
    const marks = markWords('a b d', 'a b c d')
    expect(marks?.before).toEqual([])
    expect(cut('a b c d', marks?.after)?.map((word) => word.trim())).toEqual(['c'])
  })

  it('is not marked between lines that have little in common', () => {
    expect(markWords('completely different words', 'nothing alike at all, nothing')).toBeUndefined()
  })

  it('is not looked for in lines of a size that would be felt', () => {
    expect(markWords('a '.repeat(5000), 'b '.repeat(5000))).toBeUndefined()
  })
})
