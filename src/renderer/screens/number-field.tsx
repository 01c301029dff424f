import { useState } from 'react'
import { TextField } from '../ui/text-field'

/** A number that may be left out; what is no number counts as 0, which no limit allows. */
export function NumberField({
  value,
  onChange,
  ...rest
}: {
  readonly label: string
  readonly hint?: string
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
      inputMode="decimal"
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
  return /^\d{1,12}([.,]\d{1,6})?$/u.test(trimmed) ? Number(trimmed.replace(',', '.')) : 0
}
