import { Building2, User } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import type { ContactKind, ContactLine } from '../../../shared/contract/contacts'
import { findContacts } from '../../stores/contacts'
import { attempt } from '../../stores/toasts'
import { contactsText } from '../../text/contacts'
import { whileWanted } from '../../ui/while-wanted'
import { RecordChooser } from '../record-chooser'

const icons = { person: User, organization: Building2 } as const
/** Of a longer list nobody reads the rest: another letter narrows it down. */
const shownLimit = 8

/** Finds one contact. */
export function ContactChooser({
  label,
  search,
  except,
  kind,
  chosen,
  onChoose,
}: {
  readonly label: string
  /** Its search field. */
  readonly search: Ref<HTMLInputElement>
  readonly except: string
  readonly kind?: ContactKind
  readonly chosen: ContactLine | null
  readonly onChoose: (line: ContactLine) => void
}) {
  const [query, setQuery] = useState('')
  const [answer, setAnswer] = useState<{ for: string; lines: readonly ContactLine[] | null } | null>(null)
  const found = answer?.lines
  const asked = JSON.stringify([query, kind, except])
  const t = contactsText()
  useEffect(
    () =>
      whileWanted(attempt(findContacts(query, { kind, limit: shownLimit + 1 })), (lines) => {
        // Where it failed, nothing is there to be chosen: what was found before is of other words.
        setAnswer({
          for: asked,
          lines: lines?.filter(({ id }) => id !== except).slice(0, shownLimit) ?? null,
        })
      }),
    [query, kind, except, asked],
  )
  const asChoice = (line: ContactLine) => ({
    id: line.id,
    icon: icons[line.kind],
    name: line.name,
    about: [line.role, line.organization].filter(Boolean).join(', ') || line.email,
  })
  return (
    <RecordChooser
      label={label}
      search={search}
      find={t.findOther}
      nothing={t.noOther}
      query={query}
      onQuery={setQuery}
      found={found?.map(asChoice) ?? null}
      finding={answer?.for !== asked}
      chosen={chosen?.id ?? null}
      onChoose={(id) => {
        const line = found?.find((each) => each.id === id)
        if (line !== undefined) onChoose(line)
      }}
    />
  )
}
