import { z } from 'zod'
import {
  type Contact,
  type ContactData,
  type ContactKind,
  contactDataOf,
  contactDataSchema,
  emptyContact,
} from '../../shared/contract/contacts'
import { changedFields } from './changed-fields'
import { createDraftStorage } from './kept-drafts'
import type { RecordDraft } from './written-record'

/** A contact as it is being written. */
export type ContactDraft = RecordDraft<ContactData>

/** The draft's place of a contact that does not exist yet: the end of its address. */
export const newContact = { person: 'new-person', organization: 'new-organization' } as const

/** The kind of a contact that is being made, by the end of its address; null for one that is there. */
export function kindOfNew(id: string): ContactKind | null {
  if (id === newContact.person) return 'person'
  return id === newContact.organization ? 'organization' : null
}

/** Where a draft is kept. */
export function placeOf({ id, fields }: ContactDraft): string {
  return id ?? newContact[fields.kind]
}

/** What a person begins to write from. */
export function draftOfContact(contact: Contact): ContactDraft {
  const fields = contactDataOf(contact)
  return { id: contact.id, base: { revision: contact.revision, fields }, fields }
}

/** A new one. */
export function emptyDraftOf(kind: ContactKind): ContactDraft {
  return { id: null, base: null, fields: { ...emptyContact, kind } }
}

/** Whether anything was written since the writing began. */
export function isWritten({ base, fields }: ContactDraft): boolean {
  return Object.keys(changedFields(base?.fields ?? { ...emptyContact, kind: fields.kind }, fields)).length > 0
}

/** Where they are stored. */
export const contactDrafts = createDraftStorage<ContactDraft>(
  'countersign-contact-drafts',
  z.object({
    id: z.string().nullable(),
    base: z.object({ revision: z.number(), fields: contactDataSchema }).nullable(),
    fields: contactDataSchema,
  }),
)
