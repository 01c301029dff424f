import { describe, expect, it } from 'vitest'
import type { ChangePreview } from '../../../shared/tool/preview'
import { editedDifference, leftOutOf } from './left-out'

const hunk = (line: number, word: string) => ({
  ...{ oldStart: line, oldLines: 1, newStart: line, newLines: 1 },
  lines: [`-line ${line}`, `+${word}`],
})
const text = (more: Partial<Extract<ChangePreview, { kind: 'text' }>>): ChangePreview => ({
  ...{ kind: 'text', label: 'a.md', hunks: [], added: 0, removed: 0 },
  ...more,
})
const removal = (label: string): ChangePreview => ({ kind: 'removal', label, reference: `/docs/${label}` })
const changedLines = (hunks: readonly { readonly lines: readonly string[] }[] | undefined) =>
  hunks?.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(' ')))

describe('what was left out', () => {
  it('are the things that were not chosen', () => {
    const all = [removal('one'), removal('two'), removal('three')]
    expect(leftOutOf(all, { items: [1] })).toEqual([removal('one'), removal('three')])
  })

  it('are the lines that were not chosen, counted', () => {
    const whole = text({ hunks: [hunk(3, 'x'), hunk(30, 'y'), hunk(60, 'z')], added: 3, removed: 3 })
    expect(leftOutOf([whole], { hunks: [{ change: 0, hunk: 1 }] })).toEqual([
      text({ hunks: [hunk(3, 'x'), hunk(60, 'z')], added: 2, removed: 2 }),
    ])
  })

  it('are the fields that were not chosen, without a record of which all were', () => {
    const field = (name: string) => ({ name, before: 'a', after: 'b' })
    const record = (...names: string[]): ChangePreview => ({
      ...{ kind: 'fields', label: names.join(), fields: names.map(field) },
    })
    const left = leftOutOf([record('title', 'tags'), record('name')], {
      fields: [
        { change: 0, field: 0 },
        { change: 1, field: 0 },
      ],
    })
    expect(left).toEqual([{ ...record('title', 'tags'), fields: [field('tags')] }])
  })
})

describe('what was edited', () => {
  it('is the difference of two new texts', () => {
    const found = editedDifference([text({ content: 'one\ntwo\n' })], [text({ content: 'one\nzwei\n' })])
    expect(found?.label).toBe('a.md')
    expect(changedLines(found?.hunks)).toEqual(['-two', '+zwei'])
  })

  it('is the difference of what two edits made of the same text', () => {
    const found = editedDifference([text({ hunks: [hunk(3, 'x')] })], [text({ hunks: [hunk(3, 'y')] })])
    expect(changedLines(found?.hunks)).toEqual(['-x', '+y'])
  })

  it('is not compared where not all of it was shown', () => {
    const whole = text({ content: 'one\n' })
    expect(editedDifference([text({ content: 'o', truncated: true })], [whole])).toBeNull()
    expect(editedDifference([{ kind: 'binary', label: 'a.md' }], [whole])).toBeNull()
  })
})
