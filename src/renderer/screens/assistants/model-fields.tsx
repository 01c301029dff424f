import { useState } from 'react'
import type { AssistantFields } from '../../../shared/contract/assistants'
import { useSettings } from '../../stores/settings'
import { assistantsText } from '../../text/assistants'
import { TextField } from '../../ui/text-field'
import type { DraftProblems } from './draft-problems'

/** Which model works for an assistant, and how long. */
export function ModelFields({
  fields,
  problems,
  onChange,
}: {
  readonly fields: AssistantFields
  readonly problems: DraftProblems
  readonly onChange: (more: Partial<AssistantFields>) => void
}) {
  const turnCap = useSettings((state) => state.settings.turnCap)
  const t = assistantsText()
  return (
    <div className="settings-row settings-pair">
      <TextField
        label={t.model}
        hint={t.modelHint}
        value={fields.model}
        maxLength={200}
        mono
        onChange={(model) => onChange({ model })}
      />
      <NumberField
        label={t.turnCap}
        hint={t.turnCapHint(turnCap)}
        error={problems.turnCap}
        value={fields.turnCap}
        onChange={(value) => onChange({ turnCap: value })}
      />
    </div>
  )
}

/** A number that may be left out; what is no number counts as 0, which no limit allows. */
function NumberField({
  value,
  onChange,
  ...rest
}: {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}) {
  const [typed, setTyped] = useState(value === null ? '' : String(value))
  // What is stored may change under it: by discarding, or by a change elsewhere.
  const shown = numberIn(typed) === value ? typed : value === null ? '' : String(value)
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      value={shown}
      onChange={(next) => {
        setTyped(next)
        onChange(numberIn(next))
      }}
    />
  )
}

function numberIn(typed: string): number | null {
  const trimmed = typed.trim()
  if (trimmed === '') return null
  return /^\d{1,9}$/u.test(trimmed) ? Number(trimmed) : 0
}
