import { Building2, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ContactKind, ContactLine } from '../../../shared/contract/contacts'
import { findContacts } from '../../stores/contacts'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { HiddenText } from '../../ui/hidden-text'
import { SearchField } from '../../ui/search-field'

const icons = { person: User, organization: Building2 } as const
/** Of a longer list nobody reads the rest: another letter narrows it down. */
const shownLimit = 8

/** Finds one contact; radio buttons, so that arrows move between those that were found. */
export function ContactChooser({
  label,
  except,
  kind,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly except: string
  readonly kind?: ContactKind
  readonly chosen: ContactLine | null
  readonly onChoose: (line: ContactLine) => void
}) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<readonly ContactLine[] | null>(null)
  const t = contactsText()
  useEffect(() => {
    let current = true
    void attempt(findContacts(query, { kind, limit: shownLimit + 1 })).then((lines) => {
      if (current && lines !== undefined)
        setFound(lines.filter(({ id }) => id !== except).slice(0, shownLimit))
    })
    return () => {
      current = false
    }
  }, [query, kind, except])
  return (
    <div className="contact-chooser">
      <SearchField label={t.findOther} value={query} onChange={setQuery} />
      <fieldset className="contact-choices">
        <legend className="visually-hidden">{label}</legend>
        {found?.length === 0 && <p className="contact-quiet">{t.noOther}</p>}
        {found?.map((line) => {
          const Icon = icons[line.kind]
          return (
            <label key={line.id} className="contact-choice">
              <input
                type="radio"
                name="contact-chooser"
                checked={chosen?.id === line.id}
                onChange={() => onChoose(line)}
              />
              <Icon size={15} aria-hidden />
              <span className="truncate">
                <HiddenText text={line.name} />
              </span>
              <span className="contact-quiet truncate">
                <HiddenText text={[line.role, line.organization].filter(Boolean).join(', ') || line.email} />
              </span>
            </label>
          )
        })}
      </fieldset>
    </div>
  )
}
