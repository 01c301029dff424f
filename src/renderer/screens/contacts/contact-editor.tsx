import { useEffect, useState } from 'react'
import type { ContactData, ContactDetails, ContactKind, ContactLine } from '../../../shared/contract/contacts'
import { type ContactDraft, emptyDraftOf, isWritten } from '../../stores/contact-drafts'
import {
  changeContactDraft,
  dropContactDraft,
  findContacts,
  keepContactDraft,
  saveContact,
  useContacts,
} from '../../stores/contacts'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { RecordEditor } from '../catalog/record-editor'
import { ReferenceSelect } from '../catalog/reference-select'
import { type RecordEditorProps, useRecordEditing } from '../catalog/use-record-editing'
import { TagField } from '../library/tag-field'
import { BirthdayField } from './birthday-field'
import { entryLists, problemsOf, withoutEmptyLines } from './draft-problems'
import { EntriesField } from './entries-field'
import '../library/library.css'
import { whileWanted } from '../../ui/while-wanted'

/** Changes a contact, or makes one; what is not saved is kept, wherever one goes meanwhile. */
export function ContactEditor({
  place,
  kind,
  draft: kept,
  there,
  gone,
}: RecordEditorProps<ContactDraft, ContactDetails> & {
  /** Of one that is being made. */
  readonly kind: ContactKind
}) {
  const tags = useContacts((state) => state.tags)
  const t = contactsText()
  const editing = useRecordEditing({
    screen: 'contacts',
    ...{ place, kept, gone, isWritten, problemsOf },
    latest: () => useContacts.getState().drafts[place],
    empty: emptyDraftOf(kind),
    there: there?.contact ?? null,
    toSave: (written) => ({ ...written, fields: withoutEmptyLines(written.fields) }),
    change: changeContactDraft,
    drop: dropContactDraft,
    save: saveContact,
  })
  const { draft, problems } = editing
  const { fields, id, base } = draft
  const change = (more: Partial<ContactData>) =>
    changeContactDraft({ ...draft, fields: { ...fields, ...more } })
  const isPerson = fields.kind === 'person'

  // An organization has neither; what one was given all the same stays where it can be seen and taken out.
  const has = (field: 'role' | 'birthday') =>
    isPerson || (base?.fields[field] ?? '') !== '' || field in problems

  return (
    <RecordEditor
      screen="contacts"
      words={t}
      title={(id === null ? t.newOnes : t.editing)[fields.kind]}
      label={fields.name.trim() || t.newOnes[fields.kind]}
      editing={editing}
      onKeepMine={() => there !== null && keepContactDraft(draft, there.contact)}
    >
      <TextField
        label={t.name}
        error={problems.name}
        value={fields.name}
        autoFocus
        autoComplete="off"
        onChange={(name) => change({ name })}
      />
      <div className="record-pair">
        {has('role') && (
          <TextField
            label={t.role}
            hint={t.roleHint}
            error={problems.role}
            value={fields.role}
            autoComplete="off"
            onChange={(role) => change({ role })}
          />
        )}
        <OrganizationField
          label={isPerson ? t.organization : t.partOf}
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
      {has('birthday') && (
        <BirthdayField
          value={fields.birthday}
          error={problems.birthday}
          onChange={(birthday) => change({ birthday })}
        />
      )}
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
    </RecordEditor>
  )
}

function OrganizationField({
  label,
  own,
  value,
  onChange,
}: {
  readonly label: string
  readonly own: string | null
  readonly value: string | null
  readonly onChange: (organization: string | null) => void
}) {
  const [all, setAll] = useState<readonly ContactLine[]>([])
  const t = contactsText()
  useEffect(
    () => whileWanted(attempt(findContacts('', { kind: 'organization' })), (found) => found && setAll(found)),
    [],
  )
  return (
    <ReferenceSelect
      {...{ label, value, onChange }}
      words={{ none: t.noOrganization, gone: t.organizationGone }}
      choices={all.filter(({ id }) => id !== own)}
      there={all}
    />
  )
}
