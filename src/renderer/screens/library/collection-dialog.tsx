import { useRef, useState } from 'react'
import { type Collection, collectionNameLimit } from '../../../shared/contract/library'
import { updateCollection } from '../../stores/batches'
import { showCollection } from '../../stores/documents'
import { createCollection } from '../../stores/library'
import { libraryText } from '../../text/library'
import { TextField } from '../../ui/text-field'
import { useSending } from '../../ui/use-sending'
import { FormDialog } from '../form-dialog'

/** Asks for the name and the description of a collection, a new one or one that is there. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  /** Null for a new one. */
  readonly collection: Collection | null
  readonly onClose: () => void
}) {
  const [name, setName] = useState(collection?.name ?? '')
  const [description, setDescription] = useState(collection?.description ?? '')
  const { busy, problem, send } = useSending()
  const first = useRef<HTMLInputElement>(null)
  const t = libraryText().collection
  const named = name.trim()
  const described = description.trim()
  const changed = named !== collection?.name || described !== collection.description
  const save = async () => {
    if (collection !== null) await updateCollection(collection.id, { name: named, description: described })
    else await showCollection((await createCollection(named, described)).id)
    onClose()
  }
  return (
    <FormDialog
      title={collection === null ? t.newTitle : t.changeTitle}
      size="sm"
      onCancel={onClose}
      initialFocus={first}
      confirm={collection === null ? t.create : t.save}
      ready={named !== '' && changed}
      busy={busy}
      onSubmit={() => void send(save)}
      className="library-form"
    >
      <TextField
        ref={first}
        label={t.name}
        value={name}
        maxLength={collectionNameLimit}
        error={problem}
        onChange={setName}
      />
      <TextField label={t.description} value={description} maxLength={1000} onChange={setDescription} />
    </FormDialog>
  )
}
