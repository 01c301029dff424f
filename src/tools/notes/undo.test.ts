import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotesDesk, type NotesDesk } from '../../../tests/support/note-tools'
import { createAudit } from '../../main/changes/audit'
import { applyRetention } from '../../main/changes/retention'
import { person } from '../../shared/actor'

let desk: NotesDesk

beforeEach(() => {
  desk = createNotesDesk()
})
afterEach(() => desk.remove())

const byHand = { actor: person, approval: 'gesture' as const, runId: null, conversationId: null }

describe('undo of a change of a note', () => {
  it('brings a deleted note back with its id, dates, tags and every byte, and deletes it again', async () => {
    const id = await desk.make('Tides', 'High “water”\n\ud83c\udf0a\tat seven.\n', ['sea', 'ebb'])
    desk.advance(5000)
    await desk.apply('append_to_note', { note_id: id, text: 'More.' })
    const before = desk.notes.note(id)
    desk.advance(5000)
    const deleted = await desk.apply('delete_notes', { note_ids: [id] })
    expect(desk.notes.find(id)).toBeNull()
    desk.advance(5000)
    const undone = await desk.undo(deleted.id)
    expect(desk.notes.note(id)).toEqual(before)
    await desk.undo(undone.id)
    expect(desk.notes.find(id)).toBeNull()
    expect(desk.events.at(-2)).toMatchObject({ type: 'change' })
    expect(desk.events.some((event) => event.type === 'note_removed' && event.id === id)).toBe(true)
  })

  it('takes a new note away, and brings it back', async () => {
    const created = await desk.apply('create_note', { title: 'Plan', content: 'One.' })
    const id = created.preview.targets[0]?.reference ?? ''
    const before = desk.notes.note(id)
    const undone = await desk.undo(created.id)
    expect(desk.notes.find(id)).toBeNull()
    await desk.undo(undone.id)
    expect(desk.notes.note(id)).toEqual(before)
  })

  it('asks before it takes a note away that was changed since', async () => {
    const created = await desk.apply('create_note', { title: 'Plan', content: 'One.' })
    const id = created.preview.targets[0]?.reference ?? ''
    await desk.done('append_to_note', { note_id: id, text: 'Mine.' }, byHand)
    await expect(desk.undo(created.id)).rejects.toMatchObject({ code: 'conflict' })
    const { differences } = await desk.compareUndo(created.id)
    expect(differences).toMatchObject([
      { obstacle: 'changed', choices: ['keep', 'replace'], theirs: 'One.\nMine.', restored: null },
    ])
    const undone = await desk.undo(created.id, [{ reference: id, choice: 'replace' }])
    expect(desk.notes.find(id)).toBeNull()
    await desk.undo(undone.id)
    expect(desk.notes.note(id).content).toBe('One.\nMine.')
  })

  it('puts back only what the change changed', async () => {
    const id = await desk.make('Tides', 'One.\n', ['sea'])
    const renamed = await desk.apply('update_note', { note_id: id, title: 'Ebb' })
    await desk.done('append_to_note', { note_id: id, text: 'Mine.' }, byHand)
    const undone = await desk.undo(renamed.id)
    expect(desk.notes.note(id)).toMatchObject({ title: 'Tides', content: 'One.\nMine.', tags: ['sea'] })
    await desk.undo(undone.id)
    expect(desk.notes.note(id)).toMatchObject({ title: 'Ebb', content: 'One.\nMine.' })
  })

  it('lets the person choose where they wrote in the text since, and undoes the choice too', async () => {
    const id = await desk.make('Tides', 'One.\n')
    const appended = await desk.apply('append_to_note', { note_id: id, text: 'Two.\n' })
    await desk.done('append_to_note', { note_id: id, text: 'Mine.\n' }, byHand)
    await expect(desk.undo(appended.id)).rejects.toMatchObject({ code: 'conflict' })
    const { differences } = await desk.compareUndo(appended.id)
    expect(differences).toMatchObject([
      { choices: ['keep', 'replace'], theirs: 'One.\nTwo.\nMine.\n', restored: 'One.\n', fields: [] },
    ])
    const undone = await desk.undo(appended.id, [{ reference: id, choice: 'replace' }])
    expect(desk.notes.note(id).content).toBe('One.\n')
    await desk.undo(undone.id)
    expect(desk.notes.note(id).content).toBe('One.\nTwo.\nMine.\n')
  })

  it('takes a whole run back, the last change first', async () => {
    const id = await desk.make('Tides', 'One.\n')
    await desk.apply('append_to_note', { note_id: id, text: 'Two.\n' })
    await desk.apply('update_note', { note_id: id, tags: ['sea'] })
    await desk.apply('create_note', { title: 'Other' })
    const { signal } = new AbortController()
    await desk.gate.undoRun({ runId: 'run', by: person, signal })
    expect(desk.notes.note(id)).toMatchObject({ content: 'One.\n', tags: [] })
    expect(desk.notes.list({ sort: 'title', limit: 9 }).total).toBe(1)
  })

  it('brings some of several deleted notes back', async () => {
    const [one, two] = [await desk.make('One'), await desk.make('Two')]
    const deleted = await desk.apply('delete_notes', { note_ids: [one, two] })
    const { signal } = new AbortController()
    await desk.gate.undoSome({ id: deleted.id, references: [two], by: person, signal })
    expect([desk.notes.find(one), desk.notes.find(two)?.title]).toEqual([null, 'Two'])
    await desk.undo(deleted.id)
    expect(desk.notes.find(one)?.title).toBe('One')
  })

  it('ends with the retention, which lets go of every word that was kept', async () => {
    const id = await desk.make('Tides', 'A secret of the sea.\n')
    const edited = await desk.apply('append_to_note', { note_id: id, text: 'More.' })
    const deleted = await desk.apply('delete_notes', { note_ids: [id] })
    const days = 31 * 86_400_000
    const { db, folders: folder, registry, now } = desk
    const audit = createAudit(db, () => new Date(now()))
    const parts = { db, folder, audit, broughtBack: registry.broughtBack }
    const report = await applyRetention(
      { ...parts, now: Date.now() + days },
      { days: 30, bytes: 1_000_000_000 },
    )
    expect(report.removedContents).toBeGreaterThan(0)
    for (const change of [edited, deleted]) {
      expect(desk.gate.change(change.id).undoEnded).toBe(true)
      await expect(desk.undo(change.id)).rejects.toMatchObject({ code: 'unavailable' })
    }
    const { inverses } = db.raw.prepare('SELECT group_concat(inverse) AS inverses FROM changes').get() as {
      inverses: string
    }
    expect(inverses).not.toContain('secret')
  })
})
