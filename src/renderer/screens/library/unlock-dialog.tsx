import { LockKeyhole } from 'lucide-react'
import { useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { askPassword, unlockDocument, useLibrary } from '../../stores/library'
import { libraryText } from '../../text/library'
import { INPUT_GUARD_MS } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { TextField } from '../../ui/text-field'
import { FormDialog } from '../form-dialog'
import './library.css'

/** Asks for the password of a locked PDF; it is handed over once and kept nowhere. */
export function UnlockDialog() {
  const document = useLibrary((state) => state.locked)
  return document === null ? null : <Unlock key={document.id} id={document.id} title={document.title} />
}

function Unlock({ id, title }: { readonly id: string; readonly title: string }) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const t = libraryText().unlock
  const close = () => askPassword(null)
  const unlock = async () => {
    setBusy(true)
    try {
      await unlockDocument(id, password)
      close()
    } catch (error) {
      const { code, message } = toErrorShape(error)
      setProblem(code === 'locked' ? t.wrong : message)
      setPassword('')
      setBusy(false)
      field.current?.focus()
    }
  }
  return (
    <FormDialog
      title={t.title}
      description={<HiddenText text={title} />}
      icon={LockKeyhole}
      size="sm"
      onCancel={close}
      initialFocus={field}
      inputGuardMs={INPUT_GUARD_MS}
      confirm={t.unlock}
      ready={password !== ''}
      busy={busy}
      onSubmit={() => void unlock()}
      className="library-form"
    >
      <TextField
        ref={field}
        label={t.password}
        hint={t.hint}
        error={problem}
        type="password"
        autoComplete="off"
        maxLength={1000}
        value={password}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
