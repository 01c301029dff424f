import type { ContactService } from '../../../main/contacts/service'
import type { Contact } from '../../../shared/contract/contacts'
import type { ContactLineState, ContactState } from '../module'

/** A contact by its name. */
export function namedOf({ id, name }: { readonly id: string; readonly name: string }) {
  return { contact_id: id, name }
}

/** The organization that it names, where that is there. */
export function organizationOf(contacts: ContactService, { organization }: Contact): Contact | null {
  return organization === null ? null : contacts.find(organization)
}

/** A contact as the tools' state gives it. */
export function stateOf(contacts: ContactService, contact: Contact): ContactState {
  const { kind, emails, phones, addresses, urls, role, birthday, tags, notes } = contact
  const organization = organizationOf(contacts, contact)
  return {
    ...namedOf(contact),
    kind,
    emails: [...emails],
    phones: [...phones],
    addresses: [...addresses],
    urls: [...urls],
    organization: organization === null ? null : namedOf(organization),
    role,
    birthday,
    tags: [...tags],
    notes,
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
  }
}

/** The same as a line of a list. */
export function lineStateOf(contacts: ContactService, contact: Contact): ContactLineState {
  const organization = organizationOf(contacts, contact)
  return {
    ...namedOf(contact),
    kind: contact.kind,
    role: contact.role,
    organization: organization === null ? null : namedOf(organization),
    emails: contact.emails.map(({ value }) => value),
    phones: contact.phones.map(({ value }) => value),
    tags: [...contact.tags],
  }
}

/** The same in one line for the model. */
export function lineText({
  contact_id,
  name,
  kind,
  role,
  organization,
  emails,
  phones,
  tags,
}: ContactLineState): string {
  const facts = [
    kind === 'organization' ? 'organization' : [role, organization?.name].filter(Boolean).join(' at '),
    emails[0],
    phones[0],
    tags.map((tag) => `#${tag}`).join(' '),
  ].filter(Boolean)
  return `${name} (${contact_id})${facts.length === 0 ? '' : `: ${facts.join('; ')}`}`
}

/** How much has to be kept to bring these back. */
export function storedBytes(records: readonly object[]): number {
  return Buffer.byteLength(JSON.stringify(records))
}
