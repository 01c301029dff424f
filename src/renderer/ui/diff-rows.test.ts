import { describe, expect, it } from 'vitest'
import { changedRanges, countChanges, diffRows } from './diff-rows'

const hunk = {
  oldStart: 10,
  oldLines: 3,
  newStart: 10,
  newLines: 3,
  lines: [' same', '-const a = 1', '+const a = 2', ' end', '\\ No newline at end of file'],
}

describe('the lines of a diff', () => {
  it('are numbered on both sides', () => {
    const lines = diffRows([hunk]).filter((row) => row.kind === 'line')
    expect(lines.map((line) => [line.sign, line.oldNumber, line.newNumber])).toEqual([
      [' ', 10, 10],
      ['-', 11, undefined],
      ['+', undefined, 11],
      [' ', 12, 12],
    ])
  })

  it('tell a remark from a line of text', () => {
    expect(diffRows([hunk]).at(-1)).toMatchObject({ kind: 'note', text: 'No newline at end of file' })
  })

  it('mark what changed inside a replaced line', () => {
    const [removed, added] = diffRows([hunk]).filter((row) => row.kind === 'line' && row.sign !== ' ')
    expect(removed).toMatchObject({ changed: { start: 10, end: 11 } })
    expect(added).toMatchObject({ changed: { start: 10, end: 11 } })
  })

  it('are counted', () => {
    expect(countChanges([hunk])).toEqual({ added: 1, removed: 1 })
  })
})

describe('what changed inside a line', () => {
  it('covers whole words', () => {
    const before = 'the tidal station'
    const after = 'the total station'
    const ranges = changedRanges(before, after)
    expect(before.slice(ranges?.before.start, ranges?.before.end)).toBe('tidal')
    expect(after.slice(ranges?.after.start, ranges?.after.end)).toBe('total')
  })

  it('is empty on the side where nothing was', () => {
    const ranges = changedRanges('a b d', 'a b c d')
    expect('a b c d'.slice(ranges?.after.start, ranges?.after.end).trim()).toBe('c')
  })

  it('is not marked between lines that have little in common', () => {
    expect(changedRanges('completely different words', 'nothing alike at all, nothing')).toBeUndefined()
  })
})
