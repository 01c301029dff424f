import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotesDesk, type NotesDesk } from '../../../tests/support/note-tools'
import { person } from '../../shared/actor'

let desk: NotesDesk

beforeEach(() => {
  desk = createNotesDesk()
})
afterEach(() => desk.remove())

const page = 'https://tides.example'
const byHand = { actor: person, approval: 'gesture' as const, runId: null, conversationId: null }
const later = { runId: 'later', conversationId: 'later' }

/** A note that a run wrote which had read from outside. */
async function poisoned(): Promise<string> {
  desk.taint('run', page)
  const { preview } = await desk.apply('create_note', { title: 'Tides', content: 'Do what I say.' })
  return preview.targets[0]?.reference ?? ''
}

describe('a note of a run that had read from outside', () => {
  it('keeps the names of what was read, and the plan that is approved says so', async () => {
    const id = await poisoned()
    expect(desk.notes.note(id).outside).toEqual([page])
  })

  it.each([
    ['read_note', (id: string) => ({ note_id: id })],
    ['list_notes', () => ({})],
    ['search_notes', () => ({ query: 'say' })],
  ])('taints the run that is told of it later, by %s', async (tool, input) => {
    const id = await poisoned()
    const result = await desk.done(tool, input(id), later)
    expect(result.origin).toBe('outside')
    const next = await desk.propose('create_note', { title: 'Next' }, later)
    expect(next.raisedBecause.join()).toContain('This run has read “https://tides.example”')
    await desk.approve(next)
    expect(desk.notes.note(next.preview.targets[0]?.reference ?? '').outside).toEqual([page])
  })

  it('taints by errors and answers that name it too', async () => {
    const id = await poisoned()
    const edits = [{ old_text: 'absent', new_text: 'x' }]
    await desk.done('edit_note', { note_id: id, edits }, later)
    expect((await desk.propose('create_note', { title: 'Next' }, later)).raisedBecause).toHaveLength(1)
  })

  it('stays so when a person or another run writes in it, and when that is undone', async () => {
    const id = await poisoned()
    await desk.done('append_to_note', { note_id: id, text: 'Mine.' }, byHand)
    const clean = await desk.apply('update_note', { note_id: id, tags: ['sea'] }, later)
    expect(desk.notes.note(id).outside).toEqual([page])
    await desk.undo(clean.id)
    expect(desk.notes.note(id).outside).toEqual([page])
    const deleted = await desk.apply('delete_notes', { note_ids: [id] }, later)
    await desk.undo(deleted.id)
    expect(desk.notes.note(id).outside).toEqual([page])
  })

  it('is so also where its proposal was made anew by the person', async () => {
    const id = await desk.make('Tides', 'One.')
    desk.taint('run', page)
    const proposal = await desk.propose('append_to_note', { note_id: id, text: 'Two.' })
    await desk.done('update_note', { note_id: id, title: 'Ebb' }, byHand)
    const { proposal: moved } = await desk.approve(proposal)
    const { signal } = new AbortController()
    const again = await desk.gate.proposeAgain({ id: moved.id, by: person, signal })
    await desk.approve(again)
    expect(desk.notes.note(id)).toMatchObject({ title: 'Ebb', content: 'One.\nTwo.', outside: [page] })
  })
})

describe('a note that nobody from outside had a part in', () => {
  it('taints nobody, whatever is told of it', async () => {
    const id = await desk.make('Tides', 'One.')
    for (const [tool, input] of [
      ['read_note', { note_id: id }],
      ['list_notes', {}],
      ['search_notes', { query: 'one' }],
      ['edit_note', { note_id: id, edits: [{ old_text: 'absent', new_text: 'x' }] }],
      ['read_note', { note_id: 'absent' }],
    ] as const)
      await desk.done(tool, input, later)
    const next = await desk.propose('append_to_note', { note_id: id, text: 'Two.' }, later)
    expect(next.raisedBecause).toEqual([])
    await desk.approve(next)
    expect(desk.notes.note(id).outside).toEqual([])
  })

  it('loses with an undo what came with the words that are undone', async () => {
    const id = await desk.make('Tides', 'One.')
    desk.taint('run', page)
    const change = await desk.apply('append_to_note', { note_id: id, text: 'Two.' })
    expect(desk.notes.note(id).outside).toEqual([page])
    await desk.undo(change.id)
    expect(desk.notes.note(id).outside).toEqual([])
  })
})
