import { useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { showCollection } from '../../stores/documents'
import { createCollection } from '../../stores/library'
import { text } from '../../text/text'
import { TextField } from '../../ui/text-field'
import { FormDialog } from '../form-dialog'

/** Asks for the name of a new collection. */
export function CollectionDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const t = text().library
  const create = async () => {
    setBusy(true)
    try {
      const collection = await createCollection(name.trim(), description.trim())
      await showCollection(collection.id)
      onClose()
    } catch (error) {
      setProblem(toErrorShape(error).message)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t.newCollection}
      size="sm"
      onCancel={onClose}
      initialFocus={first}
      confirm={t.create}
      ready={name.trim() !== ''}
      busy={busy}
      onSubmit={() => void create()}
      className="library-form"
    >
      <TextField
        ref={first}
        label={t.collectionName}
        value={name}
        maxLength={100}
        error={problem}
        onChange={setName}
      />
      <TextField
        label={t.collectionDescription}
        value={description}
        maxLength={1000}
        onChange={setDescription}
      />
    </FormDialog>
  )
}
