import { useRef, useState } from 'react'
import { text } from '../text/text'
import { TextField } from '../ui/text-field'
import { useSending } from '../ui/use-sending'
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
  const { busy, problem, send } = useSending()
  const field = useRef<HTMLInputElement>(null)
  const submit = async () => {
    // Nothing to save is no failure.
    if (name.trim() === given) {
      onClose()
      return
    }
    await send(async () => {
      await save(name.trim())
      onClose()
    })
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
