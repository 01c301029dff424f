import { Select } from '../../ui/select'

const none = ''

/** Chooses another record that one refers to, or none where that has a name; one that is there no more is still named as what is chosen. */
export function ReferenceSelect({
  label,
  hint,
  words,
  value,
  choices,
  there = choices,
  onChange,
}: {
  readonly label: string
  readonly hint?: string
  /** How having none is called, where one can have none, and one that is gone. */
  readonly words: { readonly none?: string; readonly gone: string }
  /** Its id. */
  readonly value: string | null
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  /** All that are there, where not each can be chosen. */
  readonly there?: readonly { readonly id: string }[]
  readonly onChange: (id: string | null) => void
}) {
  const isGone = value !== null && !there.some(({ id }) => id === value)
  return (
    <Select
      label={label}
      {...(hint === undefined ? {} : { hint })}
      value={value ?? none}
      options={[
        ...(words.none === undefined ? [] : [{ value: none, label: words.none }]),
        ...(isGone ? [{ value, label: words.gone }] : []),
        ...choices.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(chosen) => onChange(chosen === none ? null : chosen)}
    />
  )
}
