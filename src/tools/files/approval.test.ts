import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { setUpGatedFiles } from '../../../tests/support/gated-files'
import { person } from '../../shared/actor'
import { spliceText } from '../../shared/text/text-splices'
import { takeHunks } from '../../text-change/parts-of-text'
import { diffTexts } from '../../text-change/text-diff'

// The file tools behind the gate: approval in part, edited content, remembered approvals, undo over later changes.

const signal = new AbortController().signal

const desk = setUpGatedFiles()
const { at, call, propose, approve, reject, put, textOf } = desk
const bytesOf = (name: string) => readFileSync(at(name))

/** Twenty lines, of which the second and the nineteenth are edited. */
const lines = (end: string) => Array.from({ length: 20 }, (_, index) => `line ${index + 1}${end}`).join('')
const twoEdits = (path: string) => ({
  path,
  edits: [
    { old_text: 'line 2\n', new_text: 'LINE 2\nand more\n' },
    { old_text: 'line 19\n', new_text: '' },
  ],
})

describe('an edit', () => {
  it.each([
    [0, 'line 1\nLINE 2\nand more\nline 3', 'line 19\nline 20\n'],
    [1, 'line 1\nline 2\nline 3', 'line 18\nline 20\n'],
  ])('applies only the place that was chosen (%i)', async (hunk, start, end) => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    expect(proposal).toMatchObject({ chooseBy: 'hunks', class: 'safe_update' })
    const { proposal: applied, result } = await approve(proposal, {
      choice: { hunks: [{ change: 0, hunk }] },
    })
    expect(applied.status).toBe('applied')
    expect(textOf('a.txt').startsWith(start)).toBe(true)
    expect(textOf('a.txt').endsWith(end)).toBe(true)
    expect(result?.content).toMatch(/^Approved in part: 1 of 2 places: lines /)
    const change = desk.gate.change(applied.changeId ?? '')
    expect(change.preview.changes[0]).toMatchObject({ kind: 'text', hunks: { length: 1 } })
    await desk.gate.undo({ id: change.id, by: person, signal })
    expect(textOf('a.txt')).toBe(lines('\n'))
  })

  it('keeps line ends, encoding, mark and permissions of a part', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(lines('\r\n'), 'utf16le')])
    put('a.txt', bytes)
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    await approve(proposal, { choice: { hunks: [{ change: 0, hunk: 0 }] } })
    const expected = lines('\r\n').replace('line 2\r\n', 'LINE 2\r\nand more\r\n')
    expect(bytesOf('a.txt').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
    expect(bytesOf('a.txt').subarray(2).toString('utf16le')).toBe(expected)
  })

  it.each([
    { hunks: [{ change: 0, hunk: 2 }] },
    { hunks: [{ change: 1, hunk: 0 }] },
    { hunks: [] },
    { items: [0] },
  ])('refuses a forged choice %j', async (choice) => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    await expect(approve(proposal, { choice })).rejects.toMatchObject({ code: 'invalid_input' })
    expect(textOf('a.txt')).toBe(lines('\n'))
    expect(desk.gate.proposal(proposal.id).status).toBe('pending')
  })

  it('refuses a part of a file that was changed or replaced since', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    put('a.txt', `${lines('\n')}mine\n`)
    const choice = { hunks: [{ change: 0, hunk: 0 }] }
    await expect(approve(proposal, { choice })).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf('a.txt')).toBe(`${lines('\n')}mine\n`)
  })

  it('that changes nothing is answered at once', async () => {
    put('a.txt', 'same')
    const outcome = await call('edit_file', {
      path: at('a.txt'),
      edits: [{ old_text: 'same', new_text: 'same' }],
    })
    expect(outcome).toMatchObject({ status: 'done' })
    expect(desk.gate.proposals({ status: 'all', limit: 5 })).toEqual([])
  })

  it('takes hunks that touch the beginning, the end and a missing last line end', () => {
    const before = lines('\n').slice(0, -1)
    const after = before.replace('line 1\n', 'first\n').replace('line 20', 'last\n')
    const { hunks } = diffTexts(before, after)
    const taking = (...chosen: number[]) =>
      spliceText(before, takeHunks(before, after, hunks, new Set(chosen)))
    expect(taking(0)).toBe(before.replace('line 1\n', 'first\n'))
    expect(taking(1)).toBe(before.replace('line 20', 'last\n'))
    expect(taking(0, 1)).toBe(after)
  })
})

describe('a file that has another name (a hard link)', () => {
  it.each([
    ['edit_file', { edits: [{ old_text: 'old', new_text: 'new' }] }],
    ['append_to_file', { content: 'more\n' }],
    ['overwrite_file', { content: 'new\n' }],
  ])('becomes a file of its own by %s, as the dialog says, and undo keeps it so', async (tool, input) => {
    put('a.txt', 'old\n')
    linkSync(at('a.txt'), at('b.txt'))
    const proposal = await propose(tool, { path: at('a.txt'), ...input })
    expect(proposal.class).toBe('destructive_update')
    expect([...proposal.raisedBecause, ...proposal.preview.warnings]).toContain(
      'The file has 2 names (hard links). The others keep the old text, and this one becomes a file of its own, which it stays after an undo.',
    )
    const { proposal: applied } = await approve(proposal)
    expect(textOf('a.txt')).not.toBe('old\n')
    expect(textOf('b.txt')).toBe('old\n')
    await desk.gate.undo({ id: applied.changeId ?? '', by: person, signal })
    expect(textOf('a.txt')).toBe('old\n')
    expect([statSync(at('a.txt')).nlink, statSync(at('b.txt')).nlink]).toEqual([1, 1])
    put('b.txt', 'mine\n')
    expect(textOf('a.txt')).toBe('old\n')
  })
})

describe('a new file', () => {
  const hidden = 'a\u202eb\u200b \t\r\nend without a line end\u{e0041}'

  it('holds what the person wrote instead, byte for byte, with the folders that were planned', async () => {
    const proposal = await propose('create_file', { path: at('new/a.txt'), content: 'theirs' })
    expect(proposal.editable).toBe(true)
    const { result } = await approve(proposal, { edited: { content: hidden } })
    expect(bytesOf('new/a.txt').equals(Buffer.from(hidden, 'utf8'))).toBe(true)
    expect(result?.state).toMatchObject({ size: Buffer.byteLength(hidden), lines: 2 })
    expect(result?.content).toContain(hidden)
  })

  it('is no amendment when the content is the proposed one', async () => {
    const proposal = await propose('create_file', { path: at('a.txt'), content: 'theirs' })
    const { proposal: applied } = await approve(proposal, { edited: { content: 'theirs' } })
    expect(applied).toMatchObject({ status: 'applied', amendment: null })
  })

  it('refuses half a character', async () => {
    const proposal = await propose('create_file', { path: at('a.txt'), content: 'theirs' })
    await expect(approve(proposal, { edited: { content: '\ud800' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(readdirSync(desk.open.docs)).toEqual([])
  })

  it('can be remembered for its folder and not for a sibling that is named alike', async () => {
    mkdirSync(at('notes'))
    mkdirSync(at('notes-evil'))
    const proposal = await propose('create_file', { path: at('notes/a.txt'), content: 'a' })
    await approve(proposal, { remember: { scope: 'container' } })
    expect((await call('create_file', { path: at('notes/b.txt'), content: 'b' })).status).toBe('done')
    for (const path of ['notes-evil/b.txt', 'notes/../c.txt', 'd.txt']) {
      expect((await call('create_file', { path: at(path), content: '' })).status).toBe('proposed')
    }
  })
})

describe('overwriting a file', () => {
  const twoPlaces = (end: string) =>
    lines(end).replace(`line 2${end}`, `LINE 2${end}`).replace(`line 19${end}`, `LINE 19${end}`)

  it('applies only the places that were chosen, and the ledger keeps what was', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('overwrite_file', { path: at('a.txt'), content: twoPlaces('\n') })
    expect(proposal.chooseBy).toBe('hunks')
    const { proposal: applied, result } = await approve(proposal, {
      choice: { hunks: [{ change: 0, hunk: 1 }] },
    })
    expect(textOf('a.txt')).toBe(lines('\n').replace('line 19', 'LINE 19'))
    expect(result?.content).toMatch(/^Approved in part: 1 of 2 places/)
    expect(applied.preview.changes[0]).toMatchObject({ hunks: { length: 2 } })
    expect(desk.gate.change(applied.changeId ?? '')).toMatchObject({
      amended: expect.stringContaining('1 of 2'),
      preview: { changes: [{ hunks: { length: 1 } }] },
    })
  })

  it.each([
    ['UTF-16 with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'LINE 2'],
    ['Windows-1252', (text: string) => Buffer.from(text.replace('line 10', 'caf\u00e9'), 'latin1'), 'LINE 2'],
    [
      'text that its encoding can’t hold',
      (text: string) => Buffer.from(text.replace('line 10', 'caf\u00e9'), 'latin1'),
      '→ 2',
    ],
  ])('keeps the encoding and the line ends of a part (%s)', async (_, stored, second) => {
    put('a.txt', stored(lines('\r\n')))
    const decode = (text: string) => (stored('').length === 2 ? text : text.replace('line 10', 'caf\u00e9'))
    const content = decode(lines('\n')).replace('line 2\n', `${second}\n`).replace('line 19\n', 'LINE 19\n')
    const proposal = await propose('overwrite_file', { path: at('a.txt'), content })
    await approve(proposal, { choice: { hunks: [{ change: 0, hunk: 1 }] } })
    expect(bytesOf('a.txt')).toEqual(stored(lines('\r\n').replace('line 19', 'LINE 19')))
  })

  it('refuses a part of a file that was changed since', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('overwrite_file', { path: at('a.txt'), content: twoPlaces('\n') })
    put('a.txt', `${lines('\n')}mine\n`)
    const choice = { hunks: [{ change: 0, hunk: 0 }] }
    await expect(approve(proposal, { choice })).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf('a.txt')).toBe(`${lines('\n')}mine\n`)
  })

  it('writes what the person wrote instead, over what was shown', async () => {
    put('a.txt', 'old')
    const proposal = await propose('overwrite_file', { path: at('a.txt'), content: 'theirs' })
    expect(proposal).toMatchObject({ editable: true, class: 'destructive_update' })
    const { proposal: applied } = await approve(proposal, { edited: { content: 'mine' } })
    expect(textOf('a.txt')).toBe('mine')
    await desk.gate.undo({ id: applied.changeId ?? '', by: person, signal })
    expect(textOf('a.txt')).toBe('old')
  })

  it('refuses when there is something else by then', async () => {
    put('a.txt', 'old')
    const proposal = await propose('overwrite_file', { path: at('a.txt'), content: 'theirs' })
    put('a.txt', 'newer')
    await expect(approve(proposal, { edited: { content: 'mine' } })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(textOf('a.txt')).toBe('newer')
  })
})

describe('moving files', () => {
  it('is remembered with where they go, never for another place', async () => {
    mkdirSync(at('in'))
    mkdirSync(at('out'))
    put('in/a.txt', 'a')
    const inside = { items: [{ from: at('in/a.txt'), to: at('in/b.txt') }] }
    const proposal = await propose('move_files', inside)
    await approve(proposal, { remember: { scope: 'target' } })
    put('in/a.txt', 'again')
    const outcome = await call('move_files', { items: [{ from: at('in/a.txt'), to: at('out/a.txt') }] })
    expect(outcome.status).toBe('proposed')
    expect(statSync(at('in/a.txt')).isFile()).toBe(true)
  })
})

describe('moving to the trash', () => {
  it('keeps the warnings of what was chosen, also of two things with one name, and of nothing else', async () => {
    for (const folder of ['a', 'b']) {
      mkdirSync(at(`${folder}/conf`), { recursive: true })
      put(`${folder}/conf/.env`, 'KEY=1')
    }
    const proposal = await propose('trash_files', { paths: [at('a/conf'), at('b/conf')] })
    expect(proposal.preview.warnings).toHaveLength(2)
    const choice = { items: [1] }
    const { preview } = await desk.gate.amend({ id: proposal.id, planHash: proposal.planHash, choice })
    expect(preview.warnings).toEqual([expect.stringContaining(at('b/conf'))])
  })

  it('moves only what was chosen', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) put(name, name)
    const proposal = await propose('trash_files', { paths: ['a.txt', 'b.txt', 'c.txt'].map(at) })
    expect(proposal).toMatchObject({ chooseBy: 'items', typeToConfirm: 'delete 3', remember: [] })
    const { result } = await approve(proposal, { choice: { items: [0, 2] }, typed: 'delete 2' })
    expect(readdirSync(desk.open.docs)).toEqual(['b.txt'])
    expect(result?.state).toMatchObject({ succeeded: 2, files: 2 })
    const [change] = desk.gate.changes({ limit: 1 })
    expect(change?.preview.lost.map(({ label }) => label)).toEqual(['a.txt', 'c.txt'])
    await desk.gate.undo({ id: change?.id ?? '', by: person, signal })
    expect(readdirSync(desk.open.docs).sort()).toEqual(['a.txt', 'b.txt', 'c.txt'])
  })
})

describe('moving several things', () => {
  it('is asked in a dialog only for more than ten at once', async () => {
    mkdirSync(at('moved'))
    const items = Array.from({ length: 11 }, (_, index) => ({
      from: at(`${index}.txt`),
      to: at(`moved/${index}.txt`),
    }))
    items.forEach((_, index) => {
      put(`${index}.txt`, 'a')
    })
    const ten = await propose('move_files', { items: items.slice(1) })
    expect(ten).toMatchObject({ class: 'safe_update', raisedBecause: [] })
    await reject(ten)
    expect(await propose('move_files', { items })).toMatchObject({
      class: 'destructive_update',
      raisedBecause: ['It changes 11 things at once.'],
      preview: { lost: [], recovery: 'undo' },
    })
  })
})

describe('undo of a file that was changed since', () => {
  async function edited(): Promise<string> {
    put('a.txt', lines('\n'))
    const { proposal } = await approve(await propose('edit_file', twoEdits(at('a.txt'))))
    put('a.txt', 'mine')
    return proposal.changeId ?? ''
  }

  const replace = (name: string) => [{ reference: at(name), choice: 'replace' as const }]

  it('shows theirs and what would be restored, and keeps theirs when it is forced', async () => {
    const id = await edited()
    await expect(desk.gate.undo({ id, by: person, signal })).rejects.toMatchObject({ code: 'conflict' })
    expect(await desk.gate.compareUndo({ id, signal })).toEqual({
      differences: [
        {
          label: 'a.txt',
          reference: at('a.txt'),
          obstacle: 'changed',
          choices: ['keep', 'replace', 'beside'],
          beside: at('a (restored).txt'),
          theirs: 'mine',
          restored: lines('\n'),
          shown: true,
          fields: [],
        },
      ],
    })
    const undone = await desk.gate.undo({ id, decisions: replace('a.txt'), by: person, signal })
    expect(textOf('a.txt')).toBe(lines('\n'))
    await desk.gate.undo({ id: undone.id, by: person, signal })
    expect(textOf('a.txt')).toBe('mine')
  })

  it('shows a new file that it would remove, and brings the changed one back', async () => {
    const { proposal } = await approve(await propose('create_file', { path: at('b.txt'), content: 'new' }))
    const id = proposal.changeId ?? ''
    put('b.txt', Buffer.from([0, 1, 2, 3, 0]))
    expect((await desk.gate.compareUndo({ id, signal })).differences).toMatchObject([
      { reference: at('b.txt'), choices: ['keep', 'replace'], theirs: null, restored: null, shown: false },
    ])
    const undone = await desk.gate.undo({ id, decisions: replace('b.txt'), by: person, signal })
    expect(readdirSync(desk.open.docs)).toEqual([])
    await desk.gate.undo({ id: undone.id, by: person, signal })
    expect(bytesOf('b.txt')).toEqual(Buffer.from([0, 1, 2, 3, 0]))
  })

  it('goes over a folder only when that is chosen, and brings the folder back with the undo’s undo', async () => {
    const id = await edited()
    rmSync(at('a.txt'))
    mkdirSync(at('a.txt/sub'), { recursive: true })
    await expect(desk.gate.undo({ id, by: person, signal })).rejects.toMatchObject({ code: 'conflict' })
    expect(statSync(at('a.txt')).isDirectory()).toBe(true)
    const undone = await desk.gate.undo({ id, decisions: replace('a.txt'), by: person, signal })
    expect(textOf('a.txt')).toBe(lines('\n'))
    await desk.gate.undo({ id: undone.id, by: person, signal })
    expect(statSync(at('a.txt/sub')).isDirectory()).toBe(true)
  })
})

describe('a proposal whose file changed while it waits', () => {
  const again = (id: string) => desk.gate.proposeAgain({ id, by: person, signal })

  it('is told as that, and can be proposed again in its place', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    expect(await desk.gate.baseMoved(proposal.id)).toBeNull()
    await expect(again(proposal.id)).rejects.toMatchObject({ code: 'conflict' })
    put('a.txt', `line 0\n${lines('\n')}`)
    expect(await desk.gate.baseMoved(proposal.id)).toMatchObject({
      code: 'conflict',
      said: { code: 'conflict.differs' },
    })
    const fresh = await again(proposal.id)
    expect(desk.gate.proposal(proposal.id)).toMatchObject({ status: 'conflict', changeId: null })
    expect(await desk.gate.baseMoved(proposal.id)).toBeNull()
    expect(await desk.gate.baseMoved(fresh.id)).toBeNull()
    await approve(fresh)
    expect(textOf('a.txt')).toMatch(/^line 0\nline 1\nLINE 2\n/)
  })

  it('goes on waiting where it can’t be proposed again', async () => {
    put('a.txt', lines('\n'))
    const proposal = await propose('edit_file', twoEdits(at('a.txt')))
    put('a.txt', 'nothing of it\n')
    await expect(again(proposal.id)).rejects.toMatchObject({ code: 'invalid_input' })
    expect(desk.gate.proposal(proposal.id).status).toBe('pending')
    // As it was again.
    put('a.txt', lines('\n'))
    expect(await desk.gate.baseMoved(proposal.id)).toBeNull()
    expect((await approve(proposal)).proposal.status).toBe('applied')
  })

  it('is not told of one that builds on another that waits', async () => {
    put('a.txt', lines('\n'))
    const first = await propose('edit_file', twoEdits(at('a.txt')))
    const edits = [{ old_text: 'LINE 2\n', new_text: 'Line 2\n' }]
    const second = await propose('edit_file', { path: at('a.txt'), edits })
    expect(await desk.gate.baseMoved(second.id)).toBeNull()
    await approve(first)
    expect(await desk.gate.baseMoved(second.id)).toBeNull()
  })
})
