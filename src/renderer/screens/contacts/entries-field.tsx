import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import type { ContactEntry } from '../../../shared/contract/contacts'
import { contactsText } from '../../text/contacts'
import { Button } from '../../ui/button'
import { focusAdded } from '../../ui/focus-added'
import { IconButton } from '../../ui/icon-button'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import type { ContactProblems, EntryList } from './draft-problems'

const types = { emails: 'email', phones: 'tel', urls: 'url' } as const

/** Several e-mail addresses, phone numbers or the like, each with what it is for. */
export function EntriesField({
  list,
  entries,
  problems,
  onChange,
}: {
  readonly list: EntryList
  readonly entries: readonly ContactEntry[]
  readonly problems: ContactProblems
  readonly onChange: (entries: ContactEntry[]) => void
}) {
  const group = useRef<HTMLFieldSetElement>(null)
  const t = contactsText()
  const field = t[list]
  const change = (index: number, more: Partial<ContactEntry>) =>
    onChange(entries.map((entry, place) => (place === index ? { ...entry, ...more } : entry)))
  const add = () =>
    focusAdded(() => onChange([...entries, { label: '', value: '' }]), group, '.contact-entry-value')
  return (
    <fieldset ref={group} className="contact-entries">
      <legend className="ui-field-label">{field}</legend>
      {entries.map(({ label, value }, index) => {
        const shared = {
          label: t.valueOf(field, index + 1),
          labelHidden: true,
          value,
          error: problems[`${list} ${index}`],
          autoComplete: 'off',
          onChange: (typed: string) => change(index, { value: typed }),
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep no state of their own
          <div key={index} className="contact-entry">
            <div className="contact-entry-label">
              <TextField
                label={t.labelOf(field, index + 1)}
                labelHidden
                placeholder={t.labelHint}
                value={label}
                maxLength={40}
                autoComplete="off"
                onChange={(typed) => change(index, { label: typed })}
              />
            </div>
            <div className="contact-entry-value">
              {list === 'addresses' ? (
                <TextArea {...shared} rows={2} />
              ) : (
                <TextField {...shared} type={types[list]} />
              )}
            </div>
            <IconButton
              icon={X}
              label={t.removeFrom(field, index + 1)}
              onClick={() => onChange(entries.filter((_, place) => place !== index))}
            />
          </div>
        )
      })}
      <Button size="sm" variant="ghost" icon={Plus} onClick={add}>
        {t.addTo[list]}
      </Button>
      {problems[list] !== undefined && <p className="ui-field-error">{problems[list]}</p>}
    </fieldset>
  )
}
