import { describe, expect, it } from 'vitest'
import type { Preview } from '../../../shared/tool/preview'
import { hidesCharacters } from './hidden-in-preview'

const plain: Preview = {
  summary: 'Edit notes.md',
  targets: [],
  changes: [],
  lost: [],
  recovery: 'undo',
  warnings: [],
}
const hunk = (line: string) => ({ oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${line}`] })
const text = (line: string): Preview => ({
  ...plain,
  changes: [{ kind: 'text', label: 'notes.md', hunks: [hunk(line)], added: 1, removed: 0 }],
})

describe('the warning about hidden characters', () => {
  it('is not given for ordinary text, indented code and emoji', () => {
    expect(hidesCharacters(text('        return “naïve” 👩‍💻'))).toBe(false)
  })

  it.each([
    ['a direction change in a line', text('invoice\u202egpj.exe')],
    ['a zero-width character in the summary', { ...plain, summary: 'Edit no\u200btes.md' }],
    [
      'tag characters in a name',
      { ...plain, lost: [{ kind: 'file' as const, label: 'a\u{e0041}', reference: '/a' }] },
    ],
    ['spaces that push text out of sight', text(`ok${' '.repeat(40)}rm -rf`)],
    [
      'a control character in a field',
      {
        ...plain,
        changes: [
          {
            kind: 'fields' as const,
            label: 'Ada',
            fields: [{ name: 'city', before: null, after: 'a\u0000' }],
          },
        ],
      },
    ],
    [
      'a mark in a whole new text',
      {
        ...plain,
        changes: [{ kind: 'text' as const, label: 'a', content: 'x\u2066', hunks: [], added: 1, removed: 0 }],
      },
    ],
  ])('is given for %s', (_, preview) => {
    expect(hidesCharacters(preview)).toBe(true)
  })
})
