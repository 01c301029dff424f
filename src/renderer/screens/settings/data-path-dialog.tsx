import { Archive, ArchiveRestore, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DataJob } from '../../../shared/contract/data'
import { dataText } from '../../text/data'
import { Checkbox } from '../../ui/checkbox'
import { TextField } from '../../ui/text-field'
import { FolderField } from '../folder-field'
import { FormDialog } from '../form-dialog'

/** What the dialog begins with. */
export interface DataForm {
  readonly kind: DataJob['kind']
  readonly path: string
  /** What was wrong the last time. */
  readonly problem: string | undefined
  /** Whether a file is there that may be replaced. */
  readonly exists: boolean
}

const icons = { backup: Archive, restore: ArchiveRestore, export: Upload } as const

/** Asks on which path a backup, a restore or an export works. */
export function DataPathDialog({
  form,
  onSubmit,
  onCancel,
}: {
  readonly form: DataForm
  readonly onSubmit: (wish: { readonly path: string; readonly replace: boolean }) => void
  readonly onCancel: () => void
}) {
  const { kind } = form
  const [path, setPath] = useState(form.path)
  const [problem, setProblem] = useState(form.problem)
  const [replace, setReplace] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const t = dataText()
  const words = t.forms[kind]
  const field = {
    label: words.label,
    placeholder: words.placeholder,
    value: path,
    error: problem,
    ref: first,
    onChange(value: string) {
      setPath(value)
      setProblem(undefined)
    },
  }
  return (
    <FormDialog
      title={words.title}
      description={words.text}
      icon={icons[kind]}
      onCancel={onCancel}
      initialFocus={first}
      confirm={words.confirm}
      ready={path.trim() !== ''}
      onSubmit={() => onSubmit({ path: path.trim(), replace })}
      className="section-form"
    >
      {kind === 'export' ? <FolderField {...field} /> : <TextField {...field} mono />}
      {kind === 'backup' && form.exists && path === form.path && (
        <Checkbox label={t.replace} checked={replace} onChange={setReplace} />
      )}
    </FormDialog>
  )
}
