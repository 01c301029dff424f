import { Ellipsis, ExternalLink, Link2, Merge, MessageSquareText, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Actor } from '../../../shared/actor'
import type { Contact, ContactDetails, ContactEntry, ContactLine } from '../../../shared/contract/contacts'
import { draftOfContact } from '../../stores/contact-drafts'
import { askAboutContact, changeContactDraft, deleteContact, unlinkContacts } from '../../stores/contacts'
import { goTo, leaveTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { currentLocale } from '../../text/language'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Markdown } from '../../ui/markdown'
import { Menu } from '../../ui/menu'
import { Notice } from '../../ui/notice'
import { BackTo } from '../catalog/back-to'
import { RecordFact, RecordSince, TagsFact } from '../record-facts'
import { birthdayInWords } from './birthday'
import { LinkDialog } from './link-dialog'
import { MergeDialog } from './merge-dialog'

/** All of a contact. */
export function ContactView({ details }: { readonly details: ContactDetails }) {
  const { contact, organization, people, members } = details
  const [dialog, setDialog] = useState<'link' | 'merge' | null>(null)
  const t = contactsText()
  const { name, role, kind } = contact
  const close = () => setDialog(null)
  const sources = contact.outside.map(t.source).join(', ')
  // What a person types has read nothing: theirs is from outside only where it was in a file that they imported.
  const byPerson = [contact.madeBy, contact.changedBy].every(isByHand)
  return (
    <article className="record" aria-label={name}>
      <div className="record-back">
        <BackTo screen="contacts">{t.back}</BackTo>
      </div>
      <header className="record-head">
        <div>
          <h2 tabIndex={-1} data-home>
            <HiddenText text={name} />
          </h2>
          <p className="record-about">
            {role !== '' && <HiddenText text={role} />}
            {role !== '' && organization !== null && ', '}
            {organization !== null && <Named line={organization} />}
            {role === '' && organization === null && t.kinds[kind]}
          </p>
        </div>
        <div className="record-actions">
          <Button icon={Pencil} onClick={() => changeContactDraft(draftOfContact(contact))}>
            {t.edit}
          </Button>
          <Menu
            align="end"
            trigger={(props) => <IconButton {...props} icon={Ellipsis} label={t.actions(name)} />}
            items={[
              { id: 'ask', icon: MessageSquareText, label: t.ask, onSelect: () => ask(contact) },
              { id: 'link', icon: Link2, label: t.addLink, onSelect: () => setDialog('link') },
              { id: 'merge', icon: Merge, label: t.merge, onSelect: () => setDialog('merge') },
              { kind: 'separator', id: 'line' },
              {
                id: 'delete',
                icon: Trash2,
                label: t.delete,
                danger: true,
                onSelect: () => void attempt(deleteContact(contact.id)),
              },
            ]}
          />
        </div>
      </header>
      {contact.outside.length > 0 && (
        <Notice tone="info" title={byPerson ? t.imported : t.fromOutside}>
          <HiddenText text={byPerson ? t.importedText(sources) : t.fromOutsideText(sources)} />
        </Notice>
      )}
      <Facts contact={contact} />
      <section className="record-part" aria-label={t.links}>
        <header>
          <h3>{t.links}</h3>
          <Button size="sm" variant="ghost" icon={Link2} onClick={() => setDialog('link')}>
            {t.addLink}
          </Button>
        </header>
        {details.links.length === 0 && <p className="record-quiet">{t.noLinks}</p>}
        <ul>
          {details.links.map(({ id, relation, direction, other }) => (
            <li key={id} className="record-line">
              <span className="record-label">
                <HiddenText text={direction === 'from' ? t.isOf(relation, '').trim() : t.hasOne(relation)} />
              </span>
              <span className="record-value">
                <Named line={other} />
              </span>
              <IconButton
                icon={X}
                size="sm"
                label={t.removeLink(other.name)}
                onClick={() => void attempt(unlinkContacts(id))}
              />
            </li>
          ))}
        </ul>
      </section>
      {people.length > 0 && (
        <section className="record-part" aria-label={t.members}>
          <header>
            <h3>{t.members}</h3>
          </header>
          <ul>
            {people.map((line) => (
              <li key={line.id} className="record-line">
                <span className="record-label">
                  <HiddenText text={line.role} />
                </span>
                <span className="record-value">
                  <Named line={line} />
                </span>
              </li>
            ))}
          </ul>
          {members > people.length && (
            <p className="record-quiet">{t.moreMembers(members - people.length)}</p>
          )}
        </section>
      )}
      {contact.notes.trim() !== '' && (
        <section className="record-part" aria-label={t.notes}>
          <header>
            <h3>{t.notes}</h3>
          </header>
          <Markdown text={contact.notes} onLink={leaveTo} />
        </section>
      )}
      <RecordSince record={contact} words={t} />
      {dialog === 'link' && <LinkDialog contact={contact} onClose={close} />}
      {dialog === 'merge' && <MergeDialog details={details} onClose={close} />}
    </article>
  )
}

/** Whether somebody did it who has no run that reads. */
function isByHand({ kind }: Actor): boolean {
  return kind === 'person' || kind === 'command_line'
}

function ask(contact: Contact): void {
  askAboutContact(contact)
  goTo({ screen: 'chat', id: null })
}

function Named({ line: { id, name } }: { readonly line: Pick<ContactLine, 'id' | 'name'> }) {
  return (
    <a className="record-named" href={`#/contacts/${encodeURIComponent(id)}`}>
      <HiddenText text={name} />
    </a>
  )
}

function Facts({ contact }: { readonly contact: Contact }) {
  const t = contactsText()
  const { emails, phones, addresses, urls, birthday, tags } = contact
  const facts = [
    ...emails.map((entry) => ({
      entry,
      field: t.emails,
      address: mailTo(entry.value),
    })),
    ...phones.map((entry) => ({ entry, field: t.phones, address: null })),
    ...urls.map((entry) => ({ entry, field: t.urls, address: entry.value })),
    ...addresses.map((entry) => ({ entry, field: t.addresses, address: null })),
  ]
  if (facts.length === 0 && birthday === null && tags.length === 0) return null
  return (
    <dl className="record-part record-facts">
      {facts.map(({ entry, field, address }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and they keep no state
        <RecordFact key={index} label={labelOf(field, entry)}>
          {address === null ? (
            <span className="contact-lines">
              <HiddenText text={entry.value} />
            </span>
          ) : (
            <button type="button" className="record-named contact-link" onClick={() => leaveTo(address)}>
              <HiddenText text={entry.value} />
              <ExternalLink size={12} aria-hidden />
            </button>
          )}
          <CopyButton text={entry.value} label={t.copy(entry.value)} />
        </RecordFact>
      ))}
      {birthday !== null && (
        <RecordFact label={t.birthday}>{birthdayInWords(birthday, currentLocale())}</RecordFact>
      )}
      <TagsFact label={t.tags} tags={tags} />
    </dl>
  )
}

/** An address that can't add anything to the message, such as a copy to others. */
function mailTo(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
}

function labelOf(field: string, { label }: ContactEntry): string {
  return label === '' ? field : `${field} (${label})`
}
