import type { Ref } from 'react'
import { chooseFolder } from '../stores/file-dialogs'
import { useSystem } from '../stores/system'
import { attempt } from '../stores/toasts'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'
import './folder-field.css'

/** A folder's path, written or chosen with the system's dialog where there is one. */
export function FolderField({
  onChange,
  ...field
}: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly hint?: string | undefined
  readonly ref: Ref<HTMLInputElement>
  readonly onChange: (path: string) => void
}) {
  const dialogs = useSystem((state) => state.info?.nativeDialogs ?? false)
  const choose = async () => {
    const chosen = await attempt(chooseFolder())
    if (chosen) onChange(chosen)
  }
  return (
    <div className="folder-field">
      <TextField {...field} mono onChange={onChange} />
      {dialogs && <Button onClick={() => void choose()}>{text().app.chooseFolder}</Button>}
    </div>
  )
}
