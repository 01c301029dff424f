import { z } from 'zod'
import {
  type Contact,
  type ContactData,
  type ContactKind,
  contactDataOf,
  contactDataSchema,
  emptyContact,
} from '../../shared/contract/contacts'
import { pageHost } from '../app/host'

/** A contact as it is being written. */
export interface ContactDraft {
  /** Null for a new one. */
  readonly id: string | null
  /** What the writing began from; null for a new one. */
  readonly base: { readonly revision: number; readonly fields: ContactData } | null
  readonly fields: ContactData
}

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

const key = 'countersign-contact-drafts'
/** Older ones than these are let go. */
const mostDrafts = 20

const draftsSchema = z.record(
  z.string(),
  z.object({
    id: z.string().nullable(),
    base: z.object({ revision: z.number(), fields: contactDataSchema }).nullable(),
    fields: contactDataSchema,
  }),
)

/** A tab's own in a browser, where others may be open beside it; a window of the application comes back with its. */
function storage(): Storage {
  return pageHost === undefined ? sessionStorage : localStorage
}

/** What was written and not saved when the page was left. */
export function storedContactDrafts(): Readonly<Record<string, ContactDraft>> {
  try {
    return draftsSchema.parse(JSON.parse(storage().getItem(key) ?? '{}'))
  } catch {
    // What is stored in another form is what another version wrote; there is nothing to show of it.
    return {}
  }
}

/** Keeps what is written over a reload of the page. */
export function storeContactDrafts(drafts: Readonly<Record<string, ContactDraft>>): void {
  try {
    storage().setItem(key, JSON.stringify(Object.fromEntries(Object.entries(drafts).slice(-mostDrafts))))
  } catch {
    // A browser that is full, or keeps nothing: what is written stays on the page.
  }
}
