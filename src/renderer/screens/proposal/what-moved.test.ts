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
    expect(whatMoved(same, same)).toEqual({ things: [], changes: [], compared: true })
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

  it('shows a line that is edited and was changed elsewhere in it', () => {
    const of = (line: string) => rewriting([line], [line.replace('six', 'seven')])
    expect(movedLines(of('low water at six'), of('high and low water at six'))).toEqual([
      '-low water at six',
      '+high and low water at six',
    ])
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

  const edited = (texts: readonly string[], line: string) =>
    rewriting(texts, texts.toSpliced(texts.indexOf(line), 1, 'edited'))

  it('does not take two edits that meet nowhere for ways to the same text', () => {
    const since = [...Array.from({ length: 20 }, (_, at) => `inserted ${at}`), ...numbered]
    const [before, now] = [edited(numbered, 'line 10'), edited(since, 'line 10')]
    expect(whatMoved(plan({ changes: [before] }), plan({ changes: [now] }))).toEqual({
      things: [{ kind: 'around', label: 'notes.md', reference: 'notes.md' }],
      changes: [],
      compared: true,
    })
  })

  it('does not take two edits for ways to the same text that end at other sizes', () => {
    const two = (texts: readonly string[]) =>
      rewriting(
        texts,
        texts.map((line) => (line === 'line 5' || line === 'line 30' ? `${line} edited` : line)),
      )
    const since = numbered.toSpliced(15, 0, ...Array.from({ length: 9 }, (_, at) => `inserted ${at}`))
    const of = (texts: readonly string[], size: number) =>
      plan({ targets: [file('notes.md', { size })], changes: [two(texts)] })
    expect(whatMoved(of(numbered, 300), of(since, 390))).toMatchObject({
      things: [{ kind: 'around', reference: '/docs/notes.md' }],
      changes: [],
    })
  })

  it('says no more than that lines moved where two texts are overwritten far apart', () => {
    const wanted = changed(changed(numbered, 10, ''), 30, '')
    const around = { things: [{ kind: 'around', label: 'notes.md' }], changes: [] }
    const [before, now] = [
      rewriting(changed(wanted, 10, 'a'), wanted),
      rewriting(changed(wanted, 30, 'b'), wanted),
    ]
    expect(whatMoved(plan({ changes: [before] }), plan({ changes: [now] }))).toMatchObject(around)
    // Also where they share lines by chance, as what puts a whole text in place of another may.
    const targets = [file('notes.md', { size: 300 })]
    const whole = (change: ChangePreview) => plan({ targets, lost: targets, changes: [change] })
    const same = wanted.with(8, 'same').with(28, 'same')
    expect(
      whatMoved(whole(rewriting(same.with(9, 'gone'), same)), whole(rewriting(same.with(29, 'gone'), same))),
    ).toMatchObject(around)
    // Without what a plan says of that, by what the hunks do.
    const text = numbered.with(8, 'same').with(28, 'same')
    const [first, second] = [text.with(9, 'gone'), text.with(29, 'other')]
    expect(
      whatMoved(plan({ changes: [rewriting(first, text)] }), plan({ changes: [rewriting(second, text)] })),
    ).toMatchObject(around)
  })

  it('does not call lines gone that only went out of sight', () => {
    const since = numbered.toSpliced(10, 0, 'since')
    expect(movedLines(edited(numbered, 'line 10'), edited(since, 'line 10'))).toEqual(['+since'])
    const shorter = ['first', ...numbered.slice(0, 11)]
    // The text ends there: nothing is out of sight.
    expect(movedLines(edited(numbered.slice(0, 12), 'line 10'), edited(shorter, 'line 10'))).toEqual([
      '-line 12',
    ])
  })

  it('does not call lines gone where what is added at the end has others before it now', () => {
    const appended = (texts: readonly string[]) => rewriting(texts, [...texts, 'wanted'])
    const told = (...more: readonly string[]) =>
      whatMoved(
        plan({ changes: [appended(numbered)] }),
        plan({ changes: [appended([...numbered, ...more])] }),
      )
    expect(told('a', 'b', 'c')).toMatchObject({ things: [{ kind: 'around' }], changes: [] })
    expect(movedLines(appended(numbered), appended([...numbered, 'a']))).toEqual(['+a'])
  })

  it('tells nothing by a part of what would change', () => {
    const part = (texts: readonly string[]) => ({ ...edited(texts, 'line 10'), truncated: true })
    const since = changed(numbered, 12, 'since')
    const told = (texts: readonly string[]) =>
      whatMoved(plan({ changes: [part(numbered)] }), plan({ changes: [part(texts)] }))
    expect(told(numbered)).toMatchObject({ things: [], changes: [] })
    expect(told(since)).toMatchObject({ things: [{ kind: 'around' }], changes: [] })
  })

  it('does not compare a new text with one that is there', () => {
    const created: ChangePreview = {
      kind: 'text',
      label: 'notes.md',
      content: 'x\n',
      hunks: [],
      added: 1,
      removed: 0,
    }
    expect(
      whatMoved(plan({ changes: [created] }), plan({ changes: [rewriting(numbered, ['x'])] })),
    ).toMatchObject({ things: [{ kind: 'around' }], changes: [] })
  })

  const tagged = (label: string, tags: string): ChangePreview => ({
    kind: 'fields',
    label,
    fields: [{ name: 'tags', before: tags, after: 'x' }],
  })
  const documents = (...titles: readonly string[]): Target[] =>
    titles.map((label, at) => ({ kind: 'document', label, reference: `doc-${at}` }))

  it('compares each of several things of the same name with itself', () => {
    const targets = documents('Report', 'Report')
    const [a, b, c] = [tagged('Report', 'a'), tagged('Report', 'b'), tagged('Report', 'c')]
    const moved = { kind: 'fields', label: 'Report', fields: [{ name: 'tags', before: 'b', after: 'c' }] }
    expect(whatMoved(plan({ targets, changes: [a, b] }), plan({ targets, changes: [a, c] }))).toEqual({
      ...{ things: [], changes: [moved], compared: true },
    })
    // In another order, and with the one less.
    const [first, second] = targets
    expect(
      whatMoved(
        plan({ targets, changes: [a, b] }),
        plan({ targets: [second, first].flatMap((each) => each ?? []), changes: [c, a] }),
      ).changes,
    ).toEqual([moved])
    expect(
      whatMoved(
        plan({ targets, changes: [a, b] }),
        plan({ targets: second === undefined ? [] : [second], changes: [c] }),
      ).changes,
    ).toEqual([moved])
    // Without targets of the same number, by their order.
    expect(whatMoved(plan({ changes: [a, b] }), plan({ changes: [a, c] })).changes).toEqual([moved])
  })

  it('compares files of the same name with themselves where folders are made for them, too', () => {
    const readme = (folder: string, before: string) => ({
      target: file('README.md', { reference: `/${folder}/README.md` }),
      change: rewriting([before], ['x']),
    })
    const folder: Target = { kind: 'folder', label: 'new', reference: '/new' }
    const of = (...all: readonly ReturnType<typeof readme>[]) =>
      plan({
        targets: [...all.map(({ target }) => target), folder],
        changes: all.map(({ change }) => ({ ...change, label: 'README.md' })),
      })
    const { changes } = whatMoved(of(readme('a', 'one'), readme('b', 'two')), of(readme('b', 'two')))
    expect(changes).toEqual([])
  })

  it('tells that a record was renamed', () => {
    const of = (title: string) => plan({ targets: documents(title), changes: [tagged(title, 'a')] })
    expect(whatMoved(of('Tides'), of('Moon'))).toEqual({
      things: [{ kind: 'label', label: 'Moon', reference: 'doc-0', before: 'Tides', now: 'Moon' }],
      changes: [],
      compared: true,
    })
  })

  it('tells the new name once where it is a field that is shown', () => {
    const of = (title: string) => {
      const fields = [{ name: 'title', before: title, after: 'Sea' }]
      return plan({ targets: documents(title), changes: [{ kind: 'fields', label: title, fields }] })
    }
    expect(whatMoved(of('Tides'), of('Moon')).things).toEqual([])
  })

  const image = (sizeBefore: number, sha256 = 'a'): ChangePreview => ({
    ...{ kind: 'binary', label: 'a.png', sizeBefore, sizeAfter: 9 },
    before: { mediaType: 'image/png', size: sizeBefore, sha256 },
  })

  it('tells the sizes of files that are not text, and each once', () => {
    const of = (size: number, lost: boolean) =>
      plan({
        targets: [file('a.png', { size: 9 })],
        changes: [image(size)],
        lost: lost ? [file('a.png', { size })] : [],
      })
    const told = [{ kind: 'size', label: 'a.png', reference: '/docs/a.png', before: 3, now: 5 }]
    expect(whatMoved(of(3, false), of(5, false)).things).toEqual(told)
    expect(whatMoved(of(3, true), of(5, true)).things).toEqual(told)
  })

  it('knows where not all that is shown could be compared', () => {
    const compared = (before: ChangePreview, now: ChangePreview) =>
      whatMoved(plan({ changes: [before] }), plan({ changes: [now] })).compared
    expect(compared(image(3), image(3))).toBe(true)
    expect(compared(image(3), image(3, 'b'))).toBe(false)
    expect(compared(tagged('Tides', 'a'), tagged('Moon', 'a'))).toBe(false)
    expect(compared(image(3), { ...rewriting(['x'], ['y']), label: 'a.png' })).toBe(false)
    const fields = [{ name: 'title', before: 'Tides', after: 'Sea' }]
    expect(compared(tagged('Tides', 'a'), { kind: 'fields', label: 'Tides', fields })).toBe(false)
  })
})
