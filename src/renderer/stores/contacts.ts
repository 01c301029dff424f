import { create } from 'zustand'
import {
  type Contact,
  type ContactData,
  type ContactDetails,
  type ContactKind,
  type ContactLine,
  contactDataOf,
} from '../../shared/contract/contacts'
import { nameOrder } from '../../shared/formatters'
import { client } from '../app/client'
import { currentLocale } from '../text/language'
import { changeByHand } from './batches'
import { withoutEmpty } from './changed-fields'
import { type ContactDraft, contactDrafts, placeOf } from './contact-drafts'
import { attach } from './conversations'
import { type Drafts, keepDrafts } from './kept-drafts'
import { onceForMany } from './once-for-many'
import { createOpenRecord } from './open-record'
import { attempt } from './toasts'
import { onTopOf, writtenIn } from './written-record'

/** Words that are typed are looked for once nobody types for so long (milliseconds). */
const refreshPauseMs = 120

interface ContactsState {
  /** Those that fit what is looked for; null before they are asked for. */
  readonly lines: readonly ContactLine[] | null
  readonly query: string
  readonly kind: ContactKind | 'all'
  readonly tag: string | null
  /** In use. */
  readonly tags: readonly string[]
  /** The one that is shown; null while there is none, and before it is here. */
  readonly open: ContactDetails | null
  /** The one that was asked for and is not there. */
  readonly missing: string | null
  /** What was not saved yet, by the end of the contact's address. */
  readonly drafts: Drafts<ContactDraft>
}

/** The contacts, the one that is open, and what is not saved of them. */
export const useContacts = create<ContactsState>(() => ({
  lines: null,
  query: '',
  kind: 'all',
  tag: null,
  tags: [],
  open: null,
  missing: null,
  drafts: contactDrafts.read(),
}))

const { setState: set, getState: get } = useContacts

const kept = keepDrafts(useContacts, contactDrafts, placeOf)

/** What is being written is kept until it is saved or given up, also over a reload of the page. */
export const { change: changeContactDraft, drop: dropContactDraft } = kept

const opened = createOpenRecord<ContactDetails>({
  ask: (id) => contactDetails(id),
  isOpen: (id) => get().open?.contact.id === id,
  set,
})

let asked = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads those that fit what is looked for. */
export async function loadContacts(): Promise<void> {
  const { query, kind, tag } = get()
  const mine = ++asked
  const [lines, tags] = await Promise.all([
    client.contacts.list({
      query,
      ...(kind === 'all' ? {} : { kind }),
      ...(tag === null ? {} : { tag }),
    }),
    client.contacts.tags(),
  ])
  // Only the newest answer is of what is looked for now.
  if (mine !== asked) return
  set({ lines: byName(lines), tags })
  // Nobody has it any more, and it can't be chosen again to be given up.
  if (tag !== null && !tags.includes(tag)) filterContacts({ tag: null })
}

const reload = onceForMany(() => Promise.all([loadContacts(), opened.again()]))

/** Asks again for what is shown of them, where anything is: some changed, came or went. */
export async function reloadContacts(): Promise<void> {
  if (get().lines !== null) await reload()
}

/** Narrows the list down. */
export function filterContacts(filter: Partial<Pick<ContactsState, 'query' | 'kind' | 'tag'>>): void {
  set(filter)
  clearTimeout(timer)
  timer = setTimeout(() => void attempt(loadContacts()), filter.query === undefined ? 0 : refreshPauseMs)
}

/** Shows one; null shows none. */
export const openContact = opened.show

/** Contacts to choose from, by name, whatever the list is narrowed down to. */
export async function findContacts(
  query: string,
  { kind, limit }: { readonly kind?: ContactKind | undefined; readonly limit?: number } = {},
): Promise<readonly ContactLine[]> {
  const found = await client.contacts.list({
    query,
    ...(kind === undefined ? {} : { kind }),
    ...(limit === undefined ? {} : { limit }),
  })
  return byName(found)
}

/** Main orders letter by letter, so that what stops at a limit goes on behind it; people look for 2 before 10. */
function byName(lines: readonly ContactLine[]): readonly ContactLine[] {
  const order = nameOrder(currentLocale())
  return lines.toSorted((a, b) => order.compare(a.name, b.name))
}

/** All of one. */
export async function contactDetails(id: string): Promise<ContactDetails> {
  const details = await client.contacts.get({ id })
  return { ...details, people: [...byName(details.people)] }
}

/**
 * Saves what was written and answers the contact's id; null where somebody changed or deleted it meanwhile: then what is shown is
 * what is there, and what was written stays a draft.
 */
export async function saveContact(draft: ContactDraft): Promise<string | null> {
  const { id, base } = draft
  const goOn = (contact: Contact) => (writtenOn: ContactDraft) =>
    onTopOf(contact, contactDataOf(contact), writtenOn)
  // Before anything is waited for: what is written from here on is not among what is sent.
  const settle = kept.saving(placeOf(draft))
  if (id === null) {
    const proposal = await changeByHand('create_contact', withoutEmpty(draft.fields))
    const made = proposal?.preview.targets[0]?.reference
    if (made === undefined) return null
    settle(goOn((await client.contacts.get({ id: made })).contact))
    return made
  }
  const there = await opened.load(id)
  if (there === null || there.contact.revision !== base?.revision) return null
  await changeByHand('update_contact', { contact_id: id, ...writtenIn(draft) })
  settle(goOn((await client.contacts.get({ id })).contact))
  return id
}

/** Takes a newer state of the contact as what the writing began from, and keeps what was written. */
export function keepContactDraft(draft: ContactDraft, contact: Contact): void {
  changeContactDraft(onTopOf(contact, contactDataOf(contact), draft))
}

/** Attaches a contact to a message of a new conversation. */
export function askAboutContact({ id, name }: Pick<Contact, 'id' | 'name'>): void {
  attach(null, [{ kind: 'contact', contactId: id, title: name }])
}

/** Says what one is to the other. */
export async function linkContacts(from: string, relation: string, to: string): Promise<void> {
  await changeByHand('link_contacts', { from_id: from, to_id: to, relation })
}

/** Takes a link away. */
export async function unlinkContacts(id: string): Promise<void> {
  await changeByHand('unlink_contacts', { link_id: id })
}

/** Asks for the merging of one with another; nothing happens before the dialog's yes. */
export async function mergeContacts(into: string, from: string, fields: Partial<ContactData>): Promise<void> {
  const { kind: _kind, ...given } = fields
  await changeByHand('merge_contacts', { into_id: into, from_ids: [from], fields: given })
}

/** Asks for the removal of a contact; nothing happens before the dialog's yes. */
export async function deleteContact(id: string): Promise<void> {
  await changeByHand('delete_contacts', { contact_ids: [id] })
}
