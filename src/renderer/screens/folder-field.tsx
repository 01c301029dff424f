import type { Ref } from 'react'
import { chooseFiles, chooseFolder } from '../stores/file-dialogs'
import { useSystem } from '../stores/system'
import { attempt } from '../stores/toasts'
import { dataText } from '../text/data'
import { text } from '../text/text'
import { Button } from '../ui/button'
import { TextField } from '../ui/text-field'
import './folder-field.css'

/** A folder's path, or with `file` that of a file, written or chosen with the system's dialog where there is one. */
export function FolderField({
  onChange,
  file = false,
  ...field
}: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly hint?: string | undefined
  readonly ref: Ref<HTMLInputElement>
  readonly file?: boolean
  readonly onChange: (path: string) => void
}) {
  const dialogs = useSystem((state) => state.info?.nativeDialogs ?? false)
  const choose = async (chosen: Promise<string | null | undefined>) => {
    const path = await attempt(chosen)
    if (path) onChange(path)
  }
  const chooseFile = async () => (await chooseFiles())[0]
  return (
    <div className="folder-field">
      <TextField {...field} mono onChange={onChange} />
      {dialogs && file && <Button onClick={() => void choose(chooseFile())}>{dataText().chooseFile}</Button>}
      {dialogs && <Button onClick={() => void choose(chooseFolder())}>{text().app.chooseFolder}</Button>}
    </div>
  )
}
