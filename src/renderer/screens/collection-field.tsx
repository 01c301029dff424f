import { useLibrary } from '../stores/library'
import { libraryText } from '../text/library'
import { Select } from '../ui/select'

/** Chooses a collection. */
export function CollectionField({
  none,
  another,
  ...field
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (collectionId: string) => void
  readonly hint?: string
  readonly exactName?: string | undefined
  readonly error?: string
  /** Offers no collection, by these words. */
  readonly none?: string
  /** Offers one that is still to be made, under this value. */
  readonly another?: string
}) {
  const collections = useLibrary((state) => state.collections)
  const { value } = field
  const isUnknown = value !== '' && value !== another && !collections.some(({ id }) => id === value)
  return (
    <Select
      {...field}
      options={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...(isUnknown ? [{ value, label: value }] : []),
        ...collections.map(({ id, name }) => ({ value: id, label: name })),
        ...(another === undefined ? [] : [{ value: another, label: libraryText().collection.add }]),
      ]}
    />
  )
}
