import type { RefObject } from 'react'
import { notesText } from '../../text/notes'
import { isSubmitKey } from '../../ui/submit-key'
import { TextField } from '../../ui/text-field'

/** The title of a note that is written: Enter goes on to its text. */
export function NoteTitleField({
  form,
  title,
  error,
  onChange,
}: {
  readonly form: RefObject<HTMLFormElement | null>
  readonly title: string
  readonly error: string | undefined
  readonly onChange: (title: string) => void
}) {
  return (
    <TextField
      label={notesText().name}
      error={error}
      value={title}
      onChange={onChange}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // The text comes after its title; with Ctrl it is saved.
        event.preventDefault()
        if (isSubmitKey(event)) form.current?.requestSubmit()
        else if (!event.repeat) form.current?.querySelector('textarea')?.focus()
      }}
    />
  )
}
