import { beforeEach, expect, it, vi } from 'vitest'

const core = vi.hoisted(() => ({ saved: Promise.withResolvers<unknown>() }))
vi.mock('../app/client', () => ({
  client: {
    missions: { create: () => core.saved.promise, change: () => core.saved.promise },
    contacts: {
      get: async ({ id }: { readonly id: string }) => ({
        contact: { ...emptyContact, id, revision: 7, name: 'Ada Lovelace' },
        links: [],
      }),
    },
  },
}))
vi.mock('../app/host', () => ({ pageHost: undefined }))
vi.mock('./batches', () => ({ changeByHand: () => core.saved.promise }))

import { emptyContact } from '../../shared/contract/contacts'
import { changeContactDraft, openContact, saveContact, useContacts } from './contacts'
import { changeMissionDraft, emptyFields, saveMission, useMissions } from './missions'

beforeEach(() => {
  core.saved = Promise.withResolvers()
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
  await vi.waitFor(() => expect(useContacts.getState().open).not.toBeNull())
  changeContactDraft({ ...draft, fields: { ...draft.fields, notes: 'Mathematician' } })
  core.saved.resolve({})
  expect(await saving).toBe('a')
  const { a: left } = useContacts.getState().drafts
  expect(left?.fields).toMatchObject({ name: 'Ada Lovelace', notes: 'Mathematician' })
  expect(left?.base?.fields.notes).toBe('')
})
