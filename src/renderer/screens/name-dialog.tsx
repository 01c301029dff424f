import { useRef, useState } from 'react'
import { toErrorShape } from '../../shared/errors'
import { text } from '../text/text'
import { TextField } from '../ui/text-field'
import { FormDialog } from './form-dialog'

/** Asks for one name. Why it could not be saved stands below it, and the dialog stays. */
export function NameDialog({
  title,
  label = text().conversation.name,
  name: given,
  limit,
  confirm = text().conversation.save,
  save,
  onClose,
}: {
  readonly title: string
  readonly label?: string
  readonly name: string
  /** Characters. */
  readonly limit: number
  readonly confirm?: string
  readonly save: (name: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const [name, setName] = useState(given)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const submit = async () => {
    // Nothing to save is no failure.
    if (name.trim() === given) {
      onClose()
      return
    }
    setBusy(true)
    try {
      await save(name.trim())
      onClose()
    } catch (error) {
      setProblem(toErrorShape(error).message)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={title}
      size="sm"
      onCancel={onClose}
      initialFocus={field}
      confirm={confirm}
      ready={name.trim() !== ''}
      busy={busy}
      onSubmit={() => void submit()}
    >
      <TextField
        ref={field}
        label={label}
        value={name}
        maxLength={limit}
        error={problem}
        onChange={setName}
        onFocus={(event) => event.currentTarget.select()}
      />
    </FormDialog>
  )
}
