import { contactsText } from '../../text/contacts'
import { currentLocale } from '../../text/language'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { birthdayOf, birthdayParts, monthNames } from './birthday'

/** Day, month and, where it is known, year. */
export function BirthdayField({
  value,
  error,
  onChange,
}: {
  readonly value: string | null
  readonly error: string | undefined
  readonly onChange: (birthday: string | null) => void
}) {
  const t = contactsText()
  const parts = birthdayParts(value)
  const change = (more: Partial<typeof parts>) => onChange(birthdayOf({ ...parts, ...more }))
  const digits = (typed: string) => typed.replace(/\D/g, '')
  return (
    <fieldset className="contact-entries">
      <legend className="ui-field-label">{t.birthday}</legend>
      <div className="contact-birthday">
        <TextField
          label={t.day}
          inputMode="numeric"
          maxLength={2}
          value={parts.day}
          error={error}
          onChange={(day) => change({ day: digits(day) })}
        />
        <Select
          label={t.month}
          value={parts.month}
          options={[
            { value: '', label: t.noMonth },
            ...monthNames(currentLocale()).map((label, index) => ({
              value: String(index + 1).padStart(2, '0'),
              label,
            })),
          ]}
          onChange={(month) => change({ month })}
        />
        <TextField
          label={t.year}
          inputMode="numeric"
          maxLength={4}
          value={parts.year}
          onChange={(year) => change({ year: digits(year) })}
        />
      </div>
    </fieldset>
  )
}
