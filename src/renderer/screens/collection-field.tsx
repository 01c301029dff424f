import { useLibrary } from '../stores/library'
import { Select } from '../ui/select'

/** Chooses a collection; without `always` it is there only where there is a choice. */
export function CollectionField({
  always = false,
  none,
  ...field
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (collectionId: string) => void
  readonly always?: boolean
  readonly hint?: string
  readonly exactName?: string | undefined
  readonly error?: string
  /** Offers no collection, by these words. */
  readonly none?: string
}) {
  const collections = useLibrary((state) => state.collections)
  const { value } = field
  const isUnknown = value !== '' && !collections.some(({ id }) => id === value)
  if (!always && collections.length < 2) return null
  return (
    <Select
      {...field}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isUnknown ? [{ value, label: value }] : []),
        ...collections.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
