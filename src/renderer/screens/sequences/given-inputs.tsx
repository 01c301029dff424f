import type { KeyboardEvent } from 'react'
import { assertNever } from '../../../shared/errors'
import type { GivenInputs, SequenceInput } from '../../../shared/sequences/definition'
import { sequencesText } from '../../text/sequences'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { CollectionField } from '../collection-field'

/** What is typed for the initial inputs, by their names. */
export type TypedInputs = Readonly<Record<string, string>>

/** What stands in the form at first. */
export function typedAtFirst(inputs: readonly SequenceInput[]): TypedInputs {
  return Object.fromEntries(
    inputs.map(({ name, initial }) => [name, initial === null ? '' : String(initial)]),
  )
}

/** What is typed as values, or what keeps it from being any; what is left empty is left out. */
export function givenBy(
  inputs: readonly SequenceInput[],
  typed: TypedInputs,
): { readonly inputs: GivenInputs } | { readonly problems: Readonly<Record<string, string>> } {
  const t = sequencesText()
  const given: Record<string, GivenInputs[string]> = {}
  const problems: Record<string, string> = {}
  for (const { name, kind, needed } of inputs) {
    const value = typed[name] ?? ''
    if (value.trim() === '') {
      if (needed) problems[name] = t.missing
    } else if (kind === 'yes_no') given[name] = value === 'true'
    else if (kind === 'number') {
      const number = Number(value.trim().replace(',', '.'))
      if (Number.isFinite(number)) given[name] = number
      else problems[name] = t.noNumber
    } else given[name] = value
  }
  return Object.keys(problems).length > 0 ? { problems } : { inputs: given }
}

/** Enter submits a text that looks like a field of one line; in a longer one, and with Shift, it begins a line. */
function submitOneLine(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || currentTarget.value.includes('\n')) return
  event.preventDefault()
  currentTarget.form?.requestSubmit()
}

/** A control for one initial input, of its kind. */
export function InputControl({
  input,
  label,
  value,
  error,
  onChange,
}: {
  readonly input: SequenceInput
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (value: string) => void
}) {
  const t = sequencesText()
  const shared = { label, value, onChange, ...(error === undefined ? {} : { error }) }
  const choices = (options: readonly (readonly [string, string])[]) => [
    { value: '', label: t.unset },
    ...options.map(([of, shown]) => ({ value: of, label: shown })),
  ]
  switch (input.kind) {
    case 'text':
      return <TextArea {...shared} rows={1} onKeyDown={submitOneLine} />
    case 'number':
      return <TextField {...shared} inputMode="decimal" />
    case 'path':
      return <TextField {...shared} mono spellCheck={false} />
    case 'yes_no':
      return (
        <Select
          {...shared}
          options={choices([
            ['true', t.yes],
            ['false', t.no],
          ])}
        />
      )
    case 'choice':
      return (
        <Select
          {...shared}
          options={choices(
            input.options.filter((option) => option.trim() !== '').map((option) => [option, option]),
          )}
        />
      )
    case 'collection':
      return <CollectionField {...shared} none={t.unset} />
    default:
      return assertNever(input.kind)
  }
}
