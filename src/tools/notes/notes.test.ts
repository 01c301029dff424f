import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotesDesk, type NotesDesk, writer } from '../../../tests/support/note-tools'
import { person } from '../../shared/actor'

let desk: NotesDesk

beforeEach(() => {
  desk = createNotesDesk()
})
afterEach(() => desk.remove())

const text = 'High water at seven.\nLow water at one.\n'

describe('reading notes', () => {
  it('lists them in order, by tag, in pages', async () => {
    for (const title of ['b 10', 'a', 'b 9']) {
      await desk.make(title, `# ${title}\n\nsays **this**`, title === 'a' ? ['sea'] : [])
      desk.advance(1000)
    }
    const titles = async (input: object) => {
      const { state } = await desk.done('list_notes', input)
      const { notes, cursor, total } = state as {
        notes: { title: string }[]
        cursor: string | null
        total: number
      }
      return { titles: notes.map(({ title }) => title), cursor, total }
    }
    expect(await titles({})).toEqual({ titles: ['b 9', 'a', 'b 10'], cursor: null, total: 3 })
    expect((await titles({ sort: 'title' })).titles).toEqual(['a', 'b 9', 'b 10'])
    expect(await titles({ tag: 'sea' })).toEqual({ titles: ['a'], cursor: null, total: 1 })
    const first = await titles({ limit: 2 })
    expect(first.titles).toEqual(['b 9', 'a'])
    expect((await titles({ limit: 2, cursor: first.cursor ?? '' })).titles).toEqual(['b 10'])
    expect((await desk.done('list_notes', { cursor: 'x' })).error?.code).toBe('invalid_input')
    expect((await desk.done('list_notes', {})).content).toContain(': b 9 · says this')
  })

  it('shows how one begins below what it says about itself', async () => {
    await desk.make('Tides', '---\naliases: [sea]\n---\n# Heading\n\ntext')
    await desk.make('Ebb', '---\n\ntext\n\n---')
    await desk.make('Surf', '```sh\nls -la\n```\n\ntext')
    await desk.make('Waves', `---\naliases: [${'sea, '.repeat(1000)}swell]\n---\ntext`)
    const { notes } = desk.notes.list({ sort: 'title', limit: 9 })
    expect(notes.map(({ beginning }) => beginning)).toEqual(['text', 'ls -la text', 'Heading · text', 'text'])
  })

  it('lists those of a tag where the tags of another are damaged', async () => {
    await desk.make('Tides', text, ['sea'])
    const damaged = await desk.make('Ebb', text, ['sea'])
    desk.db.raw.prepare("UPDATE notes SET tags = '[oops' WHERE id = ?").run(damaged)
    expect(desk.notes.list({ tag: 'sea', sort: 'title', limit: 9 }).notes).toMatchObject([{ title: 'Tides' }])
    expect(desk.notes.list({ sort: 'title', limit: 9 }).notes).toMatchObject([
      { title: 'Ebb', tags: [] },
      { title: 'Tides', tags: ['sea'] },
    ])
  })

  it('finds words in title, tags and text, also inside of scripts without spaces', async () => {
    const id = await desk.make('Tides', text, ['Küste'])
    const other = await desk.make('京都の寺', '金閣寺を見る')
    const found = async (query: string) => {
      const { state } = await desk.done('search_notes', { query })
      return (state as { results: { note_id: string }[] }).results.map(({ note_id }) => note_id)
    }
    expect(await found('tides')).toEqual([id])
    expect(await found('kuste')).toEqual([id])
    expect(await found('water sev')).toEqual([id])
    expect(await found('閣寺')).toEqual([other])
    expect(await found('water absent')).toEqual([])
    expect((await desk.done('search_notes', { query: 'absent' })).content).toContain('No note has')
  })

  it('forgets the words that were there before', async () => {
    const id = await desk.make('Tides', text)
    await desk.apply('update_note', { note_id: id, content: 'Nothing.' })
    expect((await desk.done('search_notes', { query: 'water' })).state).toEqual({ results: [] })
    await desk.apply('delete_notes', { note_ids: [id] })
    expect((await desk.done('search_notes', { query: 'nothing' })).state).toEqual({ results: [] })
  })

  it('reads long ones in parts and says what is left', async () => {
    const id = await desk.make('Long', 'x'.repeat(30_000))
    const first = await desk.done('read_note', { note_id: id })
    expect(first.state).toMatchObject({ start: 0, end: 20_000, total: 30_000 })
    expect(first.content).toContain('10,000 more characters: go on with start=20000')
    const rest = await desk.done('read_note', { note_id: id, start: 20_000 })
    expect(rest.state).toMatchObject({ start: 20_000, end: 30_000 })
    expect(rest.content).not.toContain('more characters')
    expect((await desk.done('read_note', { note_id: 'no' })).error?.code).toBe('not_found')
  })
})

describe('writing notes', () => {
  it('keeps who made them and when, and counts their changes', async () => {
    const id = await desk.make('Tides', text)
    desk.advance(5000)
    await desk.apply('append_to_note', { note_id: id, text: 'Spring tide on Friday.' })
    const note = desk.notes.note(id)
    expect(note).toMatchObject({ createdBy: person, changedBy: writer, revision: 2 })
    expect(note.updatedAt - note.createdAt).toBe(5000)
    expect(note.content).toBe(`${text}Spring tide on Friday.`)
    expect(desk.events.filter(({ type }) => type === 'note')).toHaveLength(2)
  })

  it('replaces exact pieces, and takes what means something elsewhere for text', async () => {
    const id = await desk.make('Costs', 'One costs 5.\n\nTwo costs 7.\n')
    const { proposal } = await desk.approve(
      await desk.propose('edit_note', { note_id: id, edits: [{ old_text: '5', new_text: '$& $1' }] }),
    )
    expect(proposal.status).toBe('applied')
    expect(desk.notes.note(id).content).toBe('One costs $& $1.\n\nTwo costs 7.\n')
  })

  it.each([
    [[{ old_text: 'absent', new_text: 'x' }], 'is not in “Tides”. The note may have changed'],
    [[{ old_text: 'water', new_text: 'x' }], 'matched 2 places in “Tides” (lines 1, 2)'],
    [[{ old_text: 'water', new_text: 'water' }], 'changes nothing'],
    [[{ old_text: 'e', new_text: 'x'.repeat(100_000), replace_all: true }], 'longer than 200,000'],
  ])('refuses edits that do not fit, and changes nothing: %j', async (edits, why) => {
    const id = await desk.make('Tides', text)
    const { success, content } = await desk.done('edit_note', { note_id: id, edits })
    expect(success).toBe(false)
    expect(content).toContain(why)
    expect(desk.notes.note(id).content).toBe(text)
  })

  it('raises what replaces more than half of a text, but not by the person’s own hand', async () => {
    const id = await desk.make('Tides', text)
    const raised = await desk.propose('update_note', { note_id: id, content: 'Other words.' })
    expect(raised).toMatchObject({ class: 'destructive_update' })
    expect(raised.raisedBecause[0]).toMatch(/replaces \d+% of the text/)
    const more = { actor: person, approval: 'gesture' as const, runId: null, conversationId: null }
    const result = await desk.done('update_note', { note_id: id, content: 'Other words.' }, more)
    expect(result.success).toBe(true)
    expect(desk.notes.note(id)).toMatchObject({ content: 'Other words.', changedBy: person })
  })

  it('becomes a conflict where the note changed since it was proposed, and can be proposed anew', async () => {
    const id = await desk.make('Tides', text)
    const proposal = await desk.propose('update_note', { note_id: id, title: 'Tides of today' })
    await desk.apply('append_to_note', { note_id: id, text: 'More.' }, { runId: 'other' })
    expect(await desk.gate.baseMoved(proposal.id)).toMatchObject({ code: 'conflict' })
    const { proposal: moved } = await desk.approve(proposal)
    expect(moved.status).toBe('conflict')
    expect(desk.notes.note(id).title).toBe('Tides')
    const { signal } = new AbortController()
    const again = await desk.gate.proposeAgain({ id: moved.id, by: person, signal })
    expect((await desk.approve(again)).proposal.status).toBe('applied')
    expect(desk.notes.note(id)).toMatchObject({ title: 'Tides of today', content: `${text}More.` })
  })

  it('plans the next change of a run on what waits, which it then needs', async () => {
    const create = await desk.propose('create_note', { title: 'Plan', content: 'One.\n' })
    const id = create.preview.targets[0]?.reference ?? ''
    const append = await desk.propose('append_to_note', { note_id: id, text: 'Two.' })
    const edit = await desk.propose('edit_note', {
      note_id: id,
      edits: [{ old_text: 'Two', new_text: 'Three' }],
    })
    expect(append.needs.map(({ number }) => number)).toEqual([create.number])
    expect(edit.needs.map(({ number }) => number)).toEqual([append.number])
    expect((await desk.done('read_note', { note_id: id })).content).toContain('proposed and not there yet')
    await expect(desk.approve(edit)).rejects.toMatchObject({ code: 'conflict' })
    for (const each of [create, append, edit]) await desk.approve(each)
    expect(desk.notes.note(id)).toMatchObject({ content: 'One.\nThree.', revision: 3 })
    const gone = await desk.propose('delete_notes', { note_ids: [id] })
    expect((await desk.done('append_to_note', { note_id: id, text: 'x' })).content).toContain(
      'You proposed to delete',
    )
    expect((await desk.done('read_note', { note_id: id })).content).toContain('a change of this note')
    await desk.gate.reject({ id: gone.id, reason: '', by: person })
  })

  it('says that a note would get too long', async () => {
    const id = await desk.make('Long', 'x'.repeat(199_999))
    const { error } = await desk.done('append_to_note', { note_id: id, text: 'yyy' })
    expect(error).toMatchObject({ code: 'too_large', message: expect.stringContaining('200,003') })
  })
})

describe('approving a part', () => {
  it('takes only the chosen fields', async () => {
    const id = await desk.make('Tides', text)
    const input = { note_id: id, title: 'Ebb', content: `${text}More.\n`, tags: ['sea'] }
    const proposal = await desk.propose('update_note', input)
    const [fields, diff] = proposal.preview.changes
    expect(fields).toMatchObject({
      fields: [
        { name: 'title', before: 'Tides', after: 'Ebb' },
        { name: 'tags', before: '', after: 'sea' },
        { name: 'content', before: '2 lines', after: '3 lines' },
      ],
    })
    expect(diff).toMatchObject({ kind: 'text', added: 1, removed: 0 })
    const choice = { fields: [{ change: 0, field: 2 }] }
    expect((await desk.approve(proposal, { choice })).proposal.status).toBe('applied')
    expect(desk.notes.note(id)).toMatchObject({ title: 'Tides', tags: [], content: `${text}More.\n` })
  })

  it('takes only the chosen places of an edit', async () => {
    const lines = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('')
    const id = await desk.make('Lines', lines)
    const edits = [
      { old_text: 'line 2\n', new_text: 'two\n' },
      { old_text: 'line 28\n', new_text: 'many\n' },
    ]
    const proposal = await desk.propose('edit_note', { note_id: id, edits })
    await desk.approve(proposal, { choice: { hunks: [{ change: 0, hunk: 1 }] } })
    expect(desk.notes.note(id).content).toBe(lines.replace('line 28\n', 'many\n'))
  })

  it('takes what a person wrote instead', async () => {
    const created = await desk.propose('create_note', { title: 'Plan', content: 'One.' })
    const { id: proposed, planHash } = created
    expect(await desk.gate.textToEdit({ id: proposed, planHash })).toBe('One.')
    await desk.approve(created, { edited: { content: 'Two.' } })
    const id = created.preview.targets[0]?.reference ?? ''
    expect(desk.notes.note(id).content).toBe('Two.')
    const edit = await desk.propose('edit_note', {
      note_id: id,
      edits: [{ old_text: 'Two', new_text: '2' }],
    })
    await desk.approve(edit, { edited: { content: 'Two, too.' } })
    expect(desk.notes.note(id).content).toBe('Two, too.')
  })

  it('deletes only the chosen ones', async () => {
    const [one, two] = [await desk.make('One'), await desk.make('Two')]
    const proposal = await desk.propose('delete_notes', { note_ids: [one, two] })
    expect(proposal.preview).toMatchObject({ recovery: 'trash', summary: 'Delete 2 notes: "One", "Two".' })
    const choice = { items: [1] }
    const shown = await desk.gate.amend({
      id: proposal.id,
      planHash: proposal.planHash,
      choice,
    })
    expect(shown).not.toBeNull()
    await desk.approve(proposal, { choice, typed: shown?.typeToConfirm ?? undefined })
    expect([desk.notes.find(one)?.title, desk.notes.find(two)]).toEqual(['One', null])
  })
})
