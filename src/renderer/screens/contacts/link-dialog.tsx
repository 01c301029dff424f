import { Link2 } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  type Contact,
  type ContactLine,
  contactLimits,
  relationWord,
} from '../../../shared/contract/contacts'
import { linkContacts } from '../../stores/contacts'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { FormDialog } from '../form-dialog'
import { ContactChooser } from './contact-chooser'

/** Says what a contact is to another, or the other to it. */
export function LinkDialog({
  contact,
  onClose,
}: {
  readonly contact: Contact
  readonly onClose: () => void
}) {
  const [other, setOther] = useState<ContactLine | null>(null)
  const [relation, setRelation] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const [direction, setDirection] = useState<'from' | 'to'>('to')
  const t = contactsText()
  const word = relationWord(relation) || '…'
  const submit = async () => {
    if (other === null) return
    const [from, to] = direction === 'from' ? [contact.id, other.id] : [other.id, contact.id]
    if ((await attempt(linkContacts(from, relation.trim(), to).then(() => true))) === true) onClose()
  }
  return (
    <FormDialog
      title={<HiddenText text={t.linkTitle(contact.name)} />}
      icon={Link2}
      confirm={t.linkDo}
      ready={other !== null && relation.trim() !== ''}
      className="record-dialog"
      initialFocus={search}
      onSubmit={() => void submit()}
      onCancel={onClose}
    >
      <ContactChooser
        label={t.linkWho}
        search={search}
        except={contact.id}
        chosen={other}
        onChoose={setOther}
      />
      <TextField
        label={t.relation}
        hint={t.relationHint}
        value={relation}
        maxLength={contactLimits.relation}
        autoComplete="off"
        onChange={setRelation}
      />
      {other !== null && (
        <Select
          label={t.direction}
          value={direction}
          options={[
            { value: 'to', label: `${other.name}: ${t.isOf(word, contact.name)}` },
            { value: 'from', label: `${contact.name}: ${t.isOf(word, other.name)}` },
          ]}
          onChange={setDirection}
        />
      )}
    </FormDialog>
  )
}
