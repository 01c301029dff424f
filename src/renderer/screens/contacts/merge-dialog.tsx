import { Merge } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Contact, ContactData, ContactDetails, ContactLine } from '../../../shared/contract/contacts'
import { contactDetails, mergeContacts } from '../../stores/contacts'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { currentLocale } from '../../text/language'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { whileWanted } from '../../ui/while-wanted'
import { FormDialog } from '../form-dialog'
import { birthdayInWords } from './birthday'
import { ContactChooser } from './contact-chooser'
import { type MergeChoice, mergeChoices } from './merge-choices'

/** Chooses whom to merge a contact with, and what it is to have where the two differ; then the gate asks. */
export function MergeDialog({
  details,
  onClose,
}: {
  readonly details: ContactDetails
  readonly onClose: () => void
}) {
  const { contact } = details
  const [line, setLine] = useState<ContactLine | null>(null)
  const [other, setOther] = useState<ContactDetails | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const search = useRef<HTMLInputElement>(null)
  const t = contactsText()
  const otherId = line?.id
  useEffect(() => {
    if (otherId === undefined) return
    setOther(null)
    setChosen({})
    return whileWanted(attempt(contactDetails(otherId)), (found) => found && setOther(found))
  }, [otherId])
  const choices = other === null ? [] : choicesBetween(details, other)
  const submit = async () => {
    if (other === null) return
    onClose()
    await attempt(mergeContacts(contact.id, other.contact.id, fieldsOf(choices, chosen)))
  }
  return (
    <FormDialog
      title={<HiddenText text={t.mergeTitle(contact.name)} />}
      icon={Merge}
      size="md"
      confirm={t.mergeNext}
      ready={other !== null}
      className="record-dialog"
      initialFocus={search}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <ContactChooser
        search={search}
        label={t.mergeWho}
        except={contact.id}
        kind={contact.kind}
        chosen={line}
        onChoose={setLine}
      />
      {other !== null && (
        <>
          <p className="record-quiet">
            <HiddenText text={t.mergeText(other.contact.name, contact.name)} />
          </p>
          {choices.length === 0 && <p>{t.mergeSame}</p>}
          {choices.map(({ field, options }) => (
            <Select
              key={field}
              label={t[field]}
              value={chosen[field] ?? options[0]?.from ?? ''}
              options={options.map(({ from, label }) => ({ value: from, label }))}
              onChange={(from) => setChosen({ ...chosen, [field]: from })}
            />
          ))}
        </>
      )}
    </FormDialog>
  )

  function choicesBetween(into: ContactDetails, from: ContactDetails): readonly MergeChoice[] {
    const known = [into.organization, from.organization]
    return mergeChoices(into.contact, from.contact, {
      both: t.mergeBoth,
      joined: t.mergeJoined,
      nameOf: (id) => known.find((each) => each?.id === id)?.name ?? t.organizationGone,
      birthday: (birthday) => birthdayInWords(birthday, currentLocale()),
    })
  }
}

/** Only what is not as merging does it anyway. */
function fieldsOf(
  choices: readonly MergeChoice[],
  chosen: Readonly<Record<string, string>>,
): Partial<Contact & ContactData> {
  return Object.fromEntries(
    choices.flatMap(({ field, options }) => {
      const option = options.find(({ from }) => from === chosen[field])
      return option?.value === undefined ? [] : [[field, option.value]]
    }),
  )
}
