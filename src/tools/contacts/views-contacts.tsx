import { Building2, CircleSlash2, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { messageInLanguage } from '../../renderer/text/sentences'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import type { ContactEntry } from '../../shared/contract/contacts'
import type { Reason } from '../../shared/sentences/sentence'
import type { ContactLineState, ContactState } from './module'
import type { linkState } from './module/schemas'
import { text } from './views-text'

const icons = { person: User, organization: Building2 } as const

/** Contacts of a list; a click opens one. */
export function ContactLines({
  contacts,
  note,
}: {
  readonly contacts: readonly ContactLineState[]
  readonly note?: ReactNode
}) {
  const { openContact } = useToolViewActions()
  return (
    <ResultList
      label={text().contacts}
      items={contacts.map(({ contact_id, kind, name, role, organization, emails, phones, tags }) => ({
        key: contact_id,
        icon: icons[kind],
        title: name,
        meta: [role, organization?.name].filter(Boolean).join(', '),
        text: [emails[0], phones[0], tags.join(', ')].filter(Boolean).join(' · '),
        onOpen: () => openContact(contact_id),
      }))}
      note={note}
    />
  )
}

/** Contacts of which the name is known. */
export function NamedContacts({
  label,
  contacts,
}: {
  readonly label: string
  readonly contacts: readonly { readonly contact_id: string; readonly name: string; readonly meta?: string }[]
}) {
  const { openContact } = useToolViewActions()
  return (
    <ResultList
      label={label}
      items={contacts.map(({ contact_id, name, meta }, index) => ({
        // Two links may lead to the same one.
        key: `${contact_id} ${index}`,
        icon: User,
        title: name,
        meta,
        onOpen: () => openContact(contact_id),
      }))}
    />
  )
}

/** Cards of a file that became no contact, each with the reason. */
export function SkippedCards({ cards }: { readonly cards: readonly ({ readonly name: string } & Reason)[] }) {
  const t = text()
  if (cards.length === 0) return null
  return (
    <ResultList
      label={t.skipped}
      items={cards.map(({ name, reason, said }, index) => ({
        key: String(index),
        icon: CircleSlash2,
        title: name === '' ? t.nameless : name,
        text: messageInLanguage(reason, said),
      }))}
    />
  )
}

/** All of a contact. */
export function ContactFacts({ contact }: { readonly contact: ContactState }) {
  const t = text()
  const { kind, name, organization, role, birthday, tags, notes } = contact
  return (
    <KeyValues
      items={[
        { label: t.name, value: name },
        { label: t.kind, value: t.kinds[kind] },
        { label: t.role, value: role },
        { label: t.organization, value: organization?.name },
        ...entries(t.emails, contact.emails),
        ...entries(t.phones, contact.phones),
        ...entries(t.addresses, contact.addresses),
        ...entries(t.urls, contact.urls),
        { label: t.birthday, value: birthday },
        { label: t.tags, value: tags.join(', ') },
        { label: t.notes, value: notes },
      ]}
    />
  )
}

/** What one is to the other. */
export function LinkFacts({ output }: { readonly output: z.output<typeof linkState> }) {
  const t = text()
  return (
    <KeyValues
      items={[
        { label: t.from, value: output.from.name },
        { label: t.relation, value: output.relation },
        { label: t.to, value: output.to.name },
      ]}
    />
  )
}

function entries(label: string, all: readonly ContactEntry[]) {
  return all.map((entry) => ({
    label: entry.label === '' ? label : `${label} (${entry.label})`,
    value: entry.value,
  }))
}
