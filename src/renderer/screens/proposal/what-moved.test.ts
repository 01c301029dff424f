import { structuredPatch } from 'diff'
import { describe, expect, it } from 'vitest'
import type { ChangePreview, Preview, Target } from '../../../shared/tool/preview'
import { whatMoved } from './what-moved'

const plan = (of: Partial<Preview>): Preview => ({
  ...{ summary: '', targets: [], changes: [], lost: [], recovery: 'undo', warnings: [] },
  ...of,
})

const file = (label: string, more: Partial<Target> = {}): Target => ({
  ...{ kind: 'file', label, reference: `/docs/${label}` },
  ...more,
})

const lines = (texts: readonly string[]) => `${texts.join('\n')}\n`
const numbered = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const changed = (texts: readonly string[], at: number, text: string) => texts.toSpliced(at - 1, 1, text)

/** What a plan shows that makes one text of another. */
function rewriting(from: readonly string[], to: readonly string[]): ChangePreview {
  const { hunks } = structuredPatch('', '', lines(from), lines(to), undefined, undefined, { context: 3 })
  return { kind: 'text', label: 'notes.md', hunks, added: 0, removed: 0 }
}

/** The lines that moved, by what was shown of two plans. */
function movedLines(before: ChangePreview, now: ChangePreview): string[] {
  const { changes } = whatMoved(plan({ changes: [before] }), plan({ changes: [now] }))
  return changes.flatMap((change) =>
    change.kind === 'text'
      ? change.hunks.flatMap((hunk) => hunk.lines.filter((line) => !line.startsWith(' ')))
      : [],
  )
}

describe('what moved between two plans', () => {
  it('is nothing where both show the same', () => {
    const same = plan({ targets: [file('a.txt', { size: 3 })], changes: [rewriting(numbered, ['x'])] })
    expect(whatMoved(same, same)).toEqual({ things: [], changes: [] })
  })

  it('names what went, what came, and what is of another size or name', () => {
    const { things } = whatMoved(
      plan({ lost: [file('a.txt', { size: 3 }), file('b.txt'), file('c', { detail: '2 files' })] }),
      plan({
        lost: [file('a.txt', { size: 5 }), file('new.txt'), file('c', { label: 'C', detail: '3 files' })],
      }),
    )
    expect(things).toEqual([
      { kind: 'gone', label: 'b.txt', reference: '/docs/b.txt' },
      { kind: 'came', label: 'new.txt', reference: '/docs/new.txt' },
      { kind: 'size', label: 'a.txt', reference: '/docs/a.txt', before: 3, now: 5 },
      { kind: 'label', label: 'C', reference: '/docs/c', before: 'c', now: 'C' },
      { kind: 'detail', label: 'C', reference: '/docs/c', before: '2 files', now: '3 files' },
    ])
  })

  it('does not take the sizes that two plans would lead to for sizes of what is there', () => {
    const { things } = whatMoved(
      plan({ targets: [file('a.txt', { size: 3 })] }),
      plan({ targets: [file('a.txt', { size: 5 })] }),
    )
    expect(things).toEqual([])
  })

  it('shows the fields of a record that somebody changed', () => {
    const fields = (title: string): ChangePreview => ({
      kind: 'fields',
      label: 'Tides',
      fields: [
        { name: 'title', before: title, after: 'Sea' },
        { name: 'tags', before: 'a', after: 'b' },
      ],
    })
    expect(
      whatMoved(plan({ changes: [fields('Tides')] }), plan({ changes: [fields('Moon')] })).changes,
    ).toEqual([
      { kind: 'fields', label: 'Tides', fields: [{ name: 'title', before: 'Tides', after: 'Moon' }] },
    ])
  })

  it('shows the lines that changed under a text that is put in place of another', () => {
    const wanted = changed(numbered, 10, 'wanted')
    const since = changed(numbered, 30, 'since')
    expect(movedLines(rewriting(numbered, wanted), rewriting(since, wanted))).toEqual(['-line 30', '+since'])
  })

  it('shows the lines that changed around an edit, where others came before it', () => {
    const since = ['first', ...changed(numbered, 12, 'since')]
    const before = rewriting(numbered, changed(numbered, 10, 'edited'))
    const now = rewriting(since, changed(since, 11, 'edited'))
    expect(movedLines(before, now)).toEqual(['-line 12', '+since'])
    const { changes } = whatMoved(plan({ changes: [before] }), plan({ changes: [now] }))
    // Counted in the text that it is a line of.
    expect(changes).toMatchObject([{ hunks: [{ oldStart: 7 + 2, newStart: 8 + 2 }], added: 1, removed: 1 }])
  })

  it('shows no line of an edit where the text changed elsewhere, and says so where lines can’t be told', () => {
    const elsewhere = changed(numbered, 30, 'since')
    const edited = (texts: readonly string[]) => rewriting(texts, changed(texts, 10, 'edited'))
    expect(movedLines(edited(numbered), edited(elsewhere))).toEqual([])
    const two = (texts: readonly string[], second: number) =>
      rewriting(texts, changed(changed(texts, 10, 'edited'), second, 'edited too'))
    const shorter = numbered.toSpliced(12, 14)
    const { things } = whatMoved(
      plan({ changes: [two(numbered, 30)] }),
      plan({ changes: [two(shorter, 16)] }),
    )
    expect(things).toEqual([{ kind: 'around', label: 'notes.md', reference: 'notes.md' }])
  })
})
