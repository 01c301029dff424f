import { createHash } from 'node:crypto'
import type { ContactService } from '../../../main/contacts/service'
import {
  type Contact,
  type ContactData,
  type ContactLink,
  contactDataOf,
  contactSchema,
} from '../../../shared/contract/contacts'
import { say } from '../../../shared/sentences/say'
import { writesOf } from '../../../shared/tool/records/apply'
import type { RecordKind } from '../../../shared/tool/records/kind'
import type { PlannedContact, PlannedLink } from '../module'
import { shownFields } from './shown-fields'

/** Contacts as records, with the links between them. */
export function contactKind(contacts: ContactService): RecordKind<ContactData, PlannedContact, PlannedLink> {
  return {
    now: () => contacts.now(),
    find: (id) => contacts.find(id),
    findAttached: (id) => contacts.findLink(id),
    attachedTo: (id) => contacts.links(id),
    ownersOf: linkEnds,
    write({ records, attached }) {
      const [{ put, remove }, links] = [writesOf(records), writesOf(attached)]
      contacts.write({ put, remove, putLinks: links.put, removeLinks: links.remove })
    },
    dataOf: contactDataOf,
    plannedOf,
    plannedAttachedOf: plannedLinkOf,
    inOrder: contactSchema.parse,
    fingerprint: fingerprintOf,
    nameOf: ({ name }) => name,
    inWords: (data) => shownFields(contacts, data),
    attachedInWords: (link) => linkText(contacts, link),
    attachedField: 'links',
    sentences: {
      gone: (name) => say('contact.gone', { name }),
      changed: (name) => say('contact.changed', { name }),
      attachedChanged: (name) => say('contact.links_changed', { name }),
      goneBack: (name) => say('contact.gone_back', { name }),
      changedBack: (name) => say('contact.changed_back', { name }),
    },
    nouns: { record: 'contact', attached: 'link' },
  }
}

/** What is bound of a contact. */
function plannedOf(contact: Contact): PlannedContact {
  const { outside, revision } = contact
  return { ...contactDataOf(contact), outside: [...outside], revision }
}

/** Tells whether a contact that is to go is still the one that was shown. */
export function fingerprintOf(contact: PlannedContact | PlannedLink | null): string {
  return createHash('sha256').update(JSON.stringify(contact)).digest('hex')
}

/** Whom a link links. */
export function linkEnds({ from, to }: Pick<ContactLink, 'from' | 'to'>): string[] {
  return [from, to]
}

/** What is bound of a link. */
function plannedLinkOf({ from, to, relation, outside }: ContactLink): PlannedLink {
  return { from, to, relation, outside: [...outside] }
}

/** `Ada: sister of Bob`. */
export function linkText(
  contacts: { find(id: string): { readonly name: string } | null },
  { from, to, relation }: Pick<ContactLink, 'from' | 'to' | 'relation'>,
): string {
  const nameOf = (id: string) => contacts.find(id)?.name ?? '…'
  return `${nameOf(from)} – ${relation} – ${nameOf(to)}`
}
