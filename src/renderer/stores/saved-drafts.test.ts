import { beforeEach, expect, it, vi } from 'vitest'

const core = vi.hoisted(() => ({
  saved: Promise.withResolvers<unknown>(),
  named: async (): Promise<string> => 'Ada Lovelace',
}))
vi.mock('../app/client', () => ({
  client: {
    notes: {
      create: () => core.saved.promise,
      save: async () => ({ status: 'saved', note: await core.saved.promise }),
    },
    missions: { create: () => core.saved.promise, change: () => core.saved.promise },
    tasks: {
      get: async ({ id }: { readonly id: string }) => ({
        task: { ...emptyTask, id, revision: 7, title: 'Longer report' },
      }),
    },
    contacts: {
      get: async ({ id }: { readonly id: string }) => ({
        contact: { ...emptyContact, id, revision: 7, name: await core.named() },
        people: [],
        links: [],
      }),
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({ changeByHand: () => core.saved.promise }))

import { emptyContact } from '../../shared/contract/contacts'
import type { Note } from '../../shared/contract/notes'
import { emptyTask } from '../../shared/contract/tasks'
import { changeContactDraft, openContact, saveContact, useContacts } from './contacts'
import { changeMissionDraft, emptyFields, saveMission, useMissions } from './missions'
import { newDraftAt } from './note-drafts'
import { changeNoteDraft, rewriteNote, saveNote, useNotes } from './notes'
import { changeTaskDraft, saveTask, useTasks } from './tasks'

beforeEach(() => {
  core.saved = Promise.withResolvers()
  core.named = async () => 'Ada Lovelace'
})

it('keeps what was written of a new mission while it was being saved, as a change of that mission', async () => {
  const draft = { id: null, revision: 0, fields: { ...emptyFields, name: 'Tides' } }
  changeMissionDraft(draft)
  const saving = saveMission(draft)
  changeMissionDraft({ ...draft, fields: { ...draft.fields, prompt: 'Look at the tides' } })
  core.saved.resolve({ ...draft.fields, id: 'm', revision: 1, last: null, trashedAt: null })
  await saving
  expect(useMissions.getState().drafts).toEqual({
    m: { id: 'm', revision: 1, fields: { ...draft.fields, prompt: 'Look at the tides' } },
  })
})

it('keeps what was written of a contact while it was being saved, on top of what was', async () => {
  const fields = { ...emptyContact, name: 'Ada' }
  const draft = { id: 'a', base: { revision: 7, fields }, fields: { ...fields, name: 'Ada Lovelace' } }
  await openContact('a')
  changeContactDraft(draft)
  const saving = saveContact(draft)
  await expect.poll(() => useContacts.getState().open).not.toBeNull()
  changeContactDraft({ ...draft, fields: { ...draft.fields, notes: 'Mathematician' } })
  core.saved.resolve({})
  expect(await saving).toBe('a')
  const { a: left } = useContacts.getState().drafts
  expect(left?.fields).toMatchObject({ name: 'Ada Lovelace', notes: 'Mathematician' })
  expect(left?.base?.fields.notes).toBe('')
})

it('keeps what was written of a task before its save even began to be sent', async () => {
  const fields = { ...emptyTask, title: 'Report' }
  const draft = { id: 't', base: { revision: 7, fields }, fields: { ...fields, title: 'Longer report' } }
  changeTaskDraft(draft)
  const saving = saveTask(draft)
  changeTaskDraft({ ...draft, fields: { ...draft.fields, notes: 'With figures' } })
  core.saved.resolve({})
  expect(await saving).toBe('t')
  expect(useTasks.getState().drafts.t?.fields).toMatchObject({
    ...{ title: 'Longer report', notes: 'With figures' },
  })
})

it('shows the newest answer of a contact, in whatever order they come', async () => {
  const older = Promise.withResolvers<string>()
  core.named = () => older.promise
  const opening = openContact('a')
  core.named = async () => 'Ada King'
  await openContact('a')
  older.resolve('Ada Byron')
  await opening
  expect(useContacts.getState().open?.contact.name).toBe('Ada King')
})

it('keeps what was written of a note while it was being saved, as a change of that note', async () => {
  const note = { id: 'n', revision: 1, title: 'Tides', content: '', tags: [] } as unknown as Note
  const draft = { ...newDraftAt('new'), title: 'Tides', written: true }
  changeNoteDraft(draft)
  const making = saveNote(draft)
  changeNoteDraft({ ...draft, content: 'High at noon' })
  core.saved.resolve(note)
  await making
  const left = { id: 'n', revision: 1, content: 'High at noon' }
  expect(useNotes.getState().drafts).toMatchObject({ n: left })
  expect(useNotes.getState().drafts.new).toBeUndefined()

  core.saved = Promise.withResolvers()
  const more = useNotes.getState().drafts.n
  if (more === undefined) throw new Error('Nothing is left of it.')
  const saving = saveNote(more)
  changeNoteDraft({ ...more, content: 'High at one' })
  core.saved.resolve({ ...note, revision: 2, content: 'High at noon' })
  await saving
  expect(useNotes.getState().drafts.n).toMatchObject({ revision: 2, content: 'High at one' })

  // What is saved without having been written there leaves what is.
  useNotes.setState({ open: { ...note, revision: 2 } })
  await rewriteNote('n', () => '- [x] done')
  expect(useNotes.getState().drafts.n).toMatchObject({ content: 'High at one' })
})
