import { describe, expect, it } from 'vitest'
import type { ChangePreview, Preview } from '../../shared/tool/preview'
import { choiceWithout, editableContent, partKeysOf } from './parts'

const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }
const text: ChangePreview = { kind: 'text', label: 'a.md', hunks: [hunk, hunk], added: 2, removed: 2 }
const removal: ChangePreview = { kind: 'removal', label: 'a', reference: '/w/a' }
const fields: ChangePreview = {
  kind: 'fields',
  label: 'Ada',
  fields: [
    { name: 'phone', before: null, after: '1' },
    { name: 'city', before: 'A', after: 'B' },
  ],
}
const preview = (changes: ChangePreview[]): Preview => ({
  summary: '',
  targets: [],
  changes,
  lost: [],
  recovery: 'undo',
  warnings: [],
})

describe('the parts of a proposal', () => {
  it('are items, hunks or fields, by what its tool can narrow', () => {
    expect(partKeysOf({ chooseBy: 'items', preview: preview([removal, removal]) })).toEqual(['0', '1'])
    expect(partKeysOf({ chooseBy: 'hunks', preview: preview([removal, text]) })).toEqual(['1.0', '1.1'])
    expect(partKeysOf({ chooseBy: 'fields', preview: preview([fields]) })).toEqual(['0.0', '0.1'])
    expect(partKeysOf({ chooseBy: null, preview: preview([text]) })).toEqual([])
  })

  it('become a choice of what is not left out', () => {
    const byHunks = { chooseBy: 'hunks' as const, preview: preview([text]) }
    expect(choiceWithout(byHunks, new Set(['0.0']))).toEqual({ hunks: [{ change: 0, hunk: 1 }] })
    expect(
      choiceWithout({ chooseBy: 'items', preview: preview([removal, removal]) }, new Set(['1'])),
    ).toEqual({
      items: [0],
    })
    expect(choiceWithout({ chooseBy: 'fields', preview: preview([fields]) }, new Set(['0.1']))).toEqual({
      fields: [{ change: 0, field: 0 }],
    })
  })

  it('make no choice when none is left out, so that the whole stays the whole', () => {
    expect(choiceWithout({ chooseBy: 'hunks', preview: preview([text]) }, new Set())).toBeUndefined()
  })
})

describe('content to edit', () => {
  const shown = (truncated: boolean): ChangePreview => ({ ...text, hunks: [], content: 'begin', truncated })

  it('is what is shown when that is all of it', () => {
    expect(editableContent({ editable: true, input: {}, preview: preview([shown(false)]) })).toBe('begin')
  })

  it('is taken from the call when only the first part is shown, and only if it goes on from there', () => {
    const long = preview([shown(true)])
    expect(editableContent({ editable: true, input: { content: 'beginning' }, preview: long })).toBe(
      'beginning',
    )
    expect(editableContent({ editable: true, input: { content: 'other' }, preview: long })).toBeUndefined()
    expect(editableContent({ editable: true, input: null, preview: long })).toBeUndefined()
  })

  it('is nothing where its tool takes no edited content', () => {
    expect(editableContent({ editable: false, input: {}, preview: preview([shown(false)]) })).toBeUndefined()
  })
})
