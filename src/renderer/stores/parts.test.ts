import { describe, expect, it } from 'vitest'
import type { ChangePreview, Preview } from '../../shared/tool/preview'
import { choiceWithout, isEditable, partKeysOf } from './parts'

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

describe('a text to edit', () => {
  it('is there where the tool takes another for it, and for text alone', () => {
    const [asText, asFields] = [preview([text]), preview([fields])]
    expect(isEditable({ editable: true, preview: asText })).toBe(true)
    expect(isEditable({ editable: true, preview: asFields })).toBe(false)
    expect(isEditable({ editable: false, preview: asText })).toBe(false)
  })
})
