import { Archive, ArchiveRestore, Import, Upload } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DataJob, DataPlace } from '../../../shared/contract/data'
import { placeFor } from '../../stores/data'
import { attempt } from '../../stores/toasts'
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

const icons = { backup: Archive, restore: ArchiveRestore, export: Upload, import: Import } as const

/** Looked at once nobody types for so long (milliseconds). */
const pauseMs = 200

/** What was decided in the dialog. */
export interface DataWish {
  readonly path: string
  readonly replace: boolean
  /** Whether nobody else wrote the notes, contacts and tasks that are imported. */
  readonly own?: boolean
}

/** Asks on which path a backup, a restore, an export or an import works; offers one, and says what is wrong with it before it begins. */
export function DataPathDialog({
  form,
  onSubmit,
  onCancel,
}: {
  readonly form: DataForm
  readonly onSubmit: (wish: DataWish) => void
  readonly onCancel: () => void
}) {
  const { kind } = form
  const [path, setPath] = useState(form.path)
  const [place, setPlace] = useState<{ readonly of: string; readonly found: DataPlace } | null>(null)
  const [replace, setReplace] = useState(false)
  const [own, setOwn] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const t = dataText()
  const words = t.forms[kind]
  const untouched = useRef(form.path === '')
  const [offered, setOffered] = useState<string | null>(null)
  useEffect(() => {
    let current = true
    const look = async () => {
      const found = await attempt(placeFor(kind, path))
      if (!current || found === undefined) return
      if (untouched.current) {
        setPath(found.path)
        setOffered(found.path)
      }
      untouched.current = false
      setPlace({ of: path, found })
    }
    const timer = setTimeout(() => void look(), untouched.current ? 0 : pauseMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [kind, path])
  // What is offered stands there to be taken, or to be written over by whoever types or pastes just then.
  useLayoutEffect(() => {
    if (offered !== null) first.current?.select()
  }, [offered])
  const found = place?.of === path ? place.found : null
  const isHere = path === form.path
  const exists = found?.exists ?? (isHere && form.exists)
  const isWhole = found === null || found.problem !== null || found.path === path.trim() || path.trim() === ''
  const field = {
    label: words.label,
    placeholder: words.placeholder,
    value: path,
    error:
      replace && exists ? undefined : (found?.problem ?? (isHere ? form.problem : undefined) ?? undefined),
    hint: isWhole
      ? undefined
      : (kind === 'restore' || kind === 'import' ? t.readPlace : t.writePlace)(found.path),
    ref: first,
    onChange(written: string) {
      untouched.current = false
      setPath(written)
    },
  }
  const submit = async () => {
    const now = await attempt(placeFor(kind, path))
    if (now === undefined) return
    const written = path.trim()
    const fromHome = written.startsWith('~/') && now.path.endsWith(written.slice(1))
    const isShown = place?.of === path || now.path === written || fromHome
    // What was not shown yet is not where it goes: it stands in the field first.
    if (now.problem === null && !isShown) return setPath(now.path)
    setPlace({ of: path, found: now })
    if (now.problem === null || (now.exists && replace)) onSubmit({ path: now.path, replace, own })
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
      onSubmit={() => void submit()}
      className="section-form"
    >
      {kind === 'export' || kind === 'import' ? (
        <FolderField {...field} file={kind === 'import'} />
      ) : (
        <TextField {...field} mono />
      )}
      {kind === 'backup' && exists && <Checkbox label={t.replace} checked={replace} onChange={setReplace} />}
      {kind === 'import' && (
        <Checkbox label={t.importOwn} hint={t.importOwnHint} checked={own} onChange={setOwn} />
      )}
    </FormDialog>
  )
}
