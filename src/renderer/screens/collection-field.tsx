import { useLibrary } from '../stores/library'
import { Select } from '../ui/select'

/** Chooses a collection; without `always` it is there only where there is a choice. */
export function CollectionField({
  always = false,
  ...field
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (collectionId: string) => void
  readonly always?: boolean
}) {
  const collections = useLibrary((state) => state.collections)
  if (!always && collections.length < 2) return null
  return <Select {...field} options={collections.map(({ id, name }) => ({ value: id, label: name }))} />
}
