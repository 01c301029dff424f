import { structuredPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import { hunksDifference, textDifference } from './text-difference'

const base = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
const withLines = (changed: Readonly<Record<number, string | null>>) =>
  base.flatMap((line, index) => {
    const now = changed[index + 1]
    return now === undefined ? [line] : now === null ? [] : now.split('|')
  })
const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const from = (lines: readonly string[]) =>
  structuredPatch('', '', text(base), text(lines), undefined, undefined, { context: 3 }).hunks
const changes = (hunks: readonly { readonly lines: readonly string[] }[]) =>
  hunks.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')))

describe('the difference of two differences', () => {
  it('is what the results differ in, at the lines where they do', () => {
    const proposed = withLines({ 5: 'five', 30: 'thirty|and more', 50: null })
    const approved = withLines({ 5: 'five', 30: 'thirty!|and more', 50: null, 58: 'new' })
    const found = hunksDifference(from(proposed), from(approved))
    expect(changes(found)).toEqual(['-thirty', '+thirty!', '-line 58', '+new'])
    expect(found).toEqual([
      expect.objectContaining({ oldStart: 27, newStart: 27 }),
      expect.objectContaining({ oldStart: 55, newStart: 55 }),
    ])
  })

  it('counts lines that only one of them added', () => {
    const found = hunksDifference(from(withLines({ 10: 'a|b|c', 40: 'x' })), from(withLines({ 40: 'y' })))
    expect(changes(found)).toEqual(['-a', '-b', '-c', '+line 10', '-x', '+y'])
    expect(found[1]).toMatchObject({ oldStart: 39, newStart: 37 })
  })

  it('is none where both make the same', () => {
    const same = from(withLines({ 7: 'seven' }))
    expect(hunksDifference(same, same)).toEqual([])
  })

  it('holds for a text that was empty', () => {
    const filled = (line: string) => [
      { oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${line}`] },
    ]
    expect(changes(hunksDifference(filled('one'), filled('two')))).toEqual(['-one', '+two'])
  })
})

describe('the difference of two texts', () => {
  it('is the whole of both where looking for a shorter one would take too long', () => {
    const many = (word: string) => text(Array.from({ length: 5000 }, (_, index) => `${word} ${index}`))
    const [hunk, ...more] = textDifference(many('old'), many('new'))
    expect(more).toEqual([])
    expect(hunk?.lines[0]).toBe('-old 0')
  })
})
