import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ContactData, ContactDetails, ContactKind, ContactLine } from '../../../shared/contract/contacts'
import { type ContactDraft, emptyDraftOf } from '../../stores/contact-drafts'
import {
  changeContactDraft,
  dropContactDraft,
  findContacts,
  keepContactDraft,
  saveContact,
  useContacts,
} from '../../stores/contacts'
import { goTo } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { TagField } from '../library/tag-field'
import { BirthdayField } from './birthday-field'
import { entryLists, problemsOf, withoutEmptyLines } from './draft-problems'
import { EntriesField } from './entries-field'
import '../library/library.css'

/** Changes a contact, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function ContactEditor({
  place,
  kind,
  draft: kept,
  there,
  gone,
}: {
  /** The end of its address. */
  readonly place: string
  /** Of one that is being made. */
  readonly kind: ContactKind
  readonly draft: ContactDraft | undefined
  /** As it is stored now. */
  readonly there: ContactDetails | null
  readonly gone: boolean
}) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const tags = useContacts((state) => state.tags)
  const t = contactsText()
  const draft = kept ?? emptyDraftOf(kind)
  const { fields, id, base } = draft
  const problems = asked ? problemsOf(withoutEmptyLines(fields)) : {}
  const change = (more: Partial<ContactData>) =>
    changeContactDraft({ ...draft, fields: { ...fields, ...more } })
  const moved = there !== null && base !== null && there.contact.revision !== base.revision

  const save = async () => {
    const whole = { ...draft, fields: withoutEmptyLines(fields) }
    changeContactDraft(whole)
    // What is wrong is marked before it is looked for.
    flushSync(() => setAsked(true))
    if (Object.keys(problemsOf(whole.fields)).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return
    }
    setBusy(true)
    const saved = await attempt(saveContact(whole))
    setBusy(false)
    if (id === null && saved != null) goTo({ screen: 'contacts', id: saved })
  }
  const cancel = () => {
    dropContactDraft(place)
    if (id === null) goTo({ screen: 'contacts', id: null })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!busy && !moved) void save()
  }

  return (
    <form
      ref={form}
      className="contact contact-editor"
      aria-label={fields.name.trim() || t.newOnes[fields.kind]}
      noValidate
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="contacts-back">
        <Button
          variant="ghost"
          size="sm"
          icon={ArrowLeft}
          onClick={() => goTo({ screen: 'contacts', id: null })}
        >
          {t.back}
        </Button>
      </div>
      {moved && (
        <Notice
          tone="warning"
          title={t.conflict}
          kept={t.conflictText}
          actions={
            <>
              <Button size="sm" onClick={() => keepContactDraft(draft, there.contact)}>
                {t.keepMine}
              </Button>
              <Button size="sm" onClick={cancel}>
                {t.takeTheirs}
              </Button>
            </>
          }
        />
      )}
      {gone && id !== null && <Notice tone="warning" title={t.deletedMeanwhile} kept={t.deletedText} />}
      <TextField
        label={t.name}
        error={problems.name}
        value={fields.name}
        autoFocus
        autoComplete="off"
        onChange={(name) => change({ name })}
      />
      <div className="contact-pair">
        <TextField
          label={t.role}
          hint={t.roleHint}
          error={problems.role}
          value={fields.role}
          autoComplete="off"
          onChange={(role) => change({ role })}
        />
        <OrganizationField
          own={id}
          value={fields.organization}
          onChange={(organization) => change({ organization })}
        />
      </div>
      {entryLists.map((list) => (
        <EntriesField
          key={list}
          list={list}
          entries={fields[list]}
          problems={problems}
          onChange={(entries) => change({ [list]: entries })}
        />
      ))}
      <BirthdayField
        value={fields.birthday}
        error={problems.birthday}
        onChange={(birthday) => change({ birthday })}
      />
      <TagField
        label={t.tags}
        hint={t.tagsHint}
        error={problems.tags}
        tags={fields.tags}
        known={tags}
        onChange={(chosen) => change({ tags: [...chosen] })}
      />
      <TextArea
        label={t.notes}
        hint={t.notesHint}
        error={problems.notes}
        rows={5}
        maxHeight={480}
        value={fields.notes}
        onChange={(notes) => change({ notes })}
      />
      <footer className="contact-save">
        <span>{t.kept}</span>
        <Button onClick={cancel}>{t.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={moved || (gone && id !== null)}>
          {t.save}
        </Button>
      </footer>
    </form>
  )
}

const none = ''

function OrganizationField({
  own,
  value,
  onChange,
}: {
  readonly own: string | null
  readonly value: string | null
  readonly onChange: (organization: string | null) => void
}) {
  const [all, setAll] = useState<readonly ContactLine[]>([])
  const t = contactsText()
  useEffect(() => {
    let current = true
    void attempt(findContacts('', { kind: 'organization' })).then(
      (found) => current && found && setAll(found),
    )
    return () => {
      current = false
    }
  }, [])
  const gone = value !== null && !all.some(({ id }) => id === value)
  return (
    <Select
      label={t.organization}
      value={value ?? none}
      options={[
        { value: none, label: t.noOrganization },
        ...(gone ? [{ value, label: t.organizationGone }] : []),
        ...all.filter(({ id }) => id !== own).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
    />
  )
}
