import { describe, expect, it } from 'vitest'
import type { ChangePreview } from '../tool/preview'
import type { Proposal } from './changes'
import { proposalLineOf } from './proposal-line'

function lineWith(changes: readonly ChangePreview[]) {
  const preview = { summary: 'Many', targets: [], changes, lost: [], recovery: 'undo', warnings: [] }
  // Only what the preview says is looked at here.
  return proposalLineOf({ preview } as unknown as Proposal)
}

describe('what lists and events carry of a proposal', () => {
  it('tells how much room each change will take', () => {
    const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }
    const { outline } = lineWith([
      { kind: 'text', label: 'new', content: 'one\ntwo\n', hunks: [], added: 2, removed: 0 },
      { kind: 'text', label: 'edit', hunks: [hunk, hunk], added: 2, removed: 2 },
      { kind: 'fields', label: 'record', fields: [{ name: 'title', before: 'a', after: 'b' }] },
      { kind: 'removal', label: 'gone', reference: '/gone' },
    ])
    expect(outline).toEqual([
      { kind: 'content', rows: 2 },
      { kind: 'diff', rows: 6 },
      { kind: 'fields', rows: 1 },
      { kind: 'removal', rows: 1 },
    ])
  })

  it('stays short however much it shows', () => {
    const removals = Array.from(
      { length: 5000 },
      (_, index): ChangePreview => ({ kind: 'removal', label: `${index}`, reference: `/${index}` }),
    )
    const line = lineWith(removals)
    expect(line.changes).toBe(5000)
    expect(JSON.stringify(line).length).toBeLessThan(1000)
  })
})
