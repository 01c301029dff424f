import type { LucideIcon } from 'lucide-react'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { Button } from './button'
import { TextField } from './text-field'
import { useWords } from './words'
import './dialog.css'

/** Whether what was typed is the text that confirms; only spaces around it are forgiven. */
export function confirms(typed: string, required: string): boolean {
  return required.length > 0 && typed.trim().normalize('NFC') === required.trim().normalize('NFC')
}

/** Props of {@link ConfirmTyped}. */
export interface ConfirmTypedProps {
  /** The exact text, such as `delete 2`. */
  readonly required: string
  readonly confirmLabel: string
  readonly cancelLabel: string
  readonly confirmIcon?: LucideIcon
  readonly busy?: boolean
  /** Takes no yes yet, whatever is typed. */
  readonly blocked?: boolean
  readonly hint?: ReactNode
  /** Before the buttons, on the left: another way out. */
  readonly lead?: ReactNode
  /** Where the text is typed: the dialog starts there, since a space typed on a button presses it. */
  readonly fieldRef: RefObject<HTMLInputElement | null>
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A danger button that works only after an exact text was typed; for what can't be taken back lightly. */
export function ConfirmTyped({
  required,
  confirmLabel,
  cancelLabel,
  confirmIcon,
  busy,
  blocked = false,
  hint,
  lead,
  fieldRef,
  onConfirm,
  onCancel,
}: ConfirmTypedProps) {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const ready = !blocked && confirms(typed, required)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready && !busy) onConfirm()
  }
  return (
    <form className="ui-confirm" onSubmit={submit}>
      <TextField
        ref={fieldRef}
        label={<Emphasized sentence={words.typeToConfirm(required)} words={required} />}
        hint={hint}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        mono
      />
      <div className="ui-confirm-actions">
        {lead && <span className="ui-confirm-lead">{lead}</span>}
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" variant="danger" icon={confirmIcon} disabled={!ready} busy={busy}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}

/** A sentence with the words that must be typed set apart; it reads the same aloud. */
function Emphasized({ sentence, words }: { readonly sentence: string; readonly words: string }) {
  const at = sentence.indexOf(words)
  if (at < 0) return sentence
  return (
    <>
      {sentence.slice(0, at)}
      <code className="ui-confirm-words">{words}</code>
      {sentence.slice(at + words.length)}
    </>
  )
}
