import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toErrorShape } from '../../../shared/errors'
import { type DocumentsUpdate, updateDocuments } from '../../stores/batches'
import { knownTags, showBatchDialog, useDocuments } from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { Notice } from '../../ui/notice'
import { Select } from '../../ui/select'
import { FormDialog } from '../form-dialog'
import { TagField } from './tag-field'

/** The dialog about chosen documents that is open. */
export function BatchDialogs() {
  const dialog = useDocuments((state) => state.dialog)
  if (dialog === null) return null
  return dialog.kind === 'tags' ? <TagsDialog ids={dialog.ids} /> : <MoveDialog ids={dialog.ids} />
}

function TagsDialog({ ids }: { readonly ids: readonly string[] }) {
  const [known, setKnown] = useState<readonly string[]>([])
  const [addTags, setAdd] = useState<readonly string[]>([])
  const [removeTags, setRemove] = useState<readonly string[]>([])
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    void attempt(knownTags()).then((tags) => tags && setKnown(tags))
  }, [])
  const t = libraryText().batch
  const both = addTags.find((tag) => removeTags.includes(tag))
  return (
    <UpdateDialog
      ids={ids}
      title={t.tagsTitle(ids.length)}
      confirm={t.change}
      update={addTags.length + removeTags.length > 0 && both === undefined ? { addTags, removeTags } : null}
      initialFocus={first}
    >
      <TagField
        ref={first}
        label={t.addTags}
        hint={t.addHint}
        tags={addTags}
        known={known}
        onChange={setAdd}
      />
      <TagField
        label={t.removeTags}
        error={both === undefined ? undefined : t.tagInBoth(both)}
        tags={removeTags}
        known={known}
        onChange={setRemove}
      />
    </UpdateDialog>
  )
}

function MoveDialog({ ids }: { readonly ids: readonly string[] }) {
  const collections = useLibrary((state) => state.collections)
  const here = useLibrary((state) => state.collectionId)
  const others = collections.filter(({ id }) => id !== here)
  const [chosen, setChosen] = useState(others[0]?.id ?? '')
  const first = useRef<HTMLSelectElement>(null)
  const t = libraryText().batch
  const possible = collections.length > 1
  return (
    <UpdateDialog
      ids={ids}
      title={t.moveTitle(ids.length)}
      confirm={t.moveNow}
      update={possible && chosen !== '' ? { collectionId: chosen } : null}
      initialFocus={first}
    >
      {possible ? (
        <Select
          ref={first}
          label={t.collection}
          value={chosen}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      ) : (
        <p>{t.sameCollection}</p>
      )}
    </UpdateDialog>
  )
}

/** Asks what to change, and proposes it; null is nothing to change yet. */
function UpdateDialog({
  ids,
  title,
  confirm,
  update,
  initialFocus,
  children,
}: {
  readonly ids: readonly string[]
  readonly title: string
  readonly confirm: string
  readonly update: DocumentsUpdate | null
  readonly initialFocus: React.RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const close = () => showBatchDialog(null)
  const propose = async () => {
    if (update === null) return
    setBusy(true)
    try {
      await updateDocuments(ids, update)
      close()
    } catch (error) {
      setProblem(toErrorShape(error).message)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={title}
      size="sm"
      onCancel={close}
      initialFocus={initialFocus}
      confirm={confirm}
      ready={update !== null}
      busy={busy}
      onSubmit={() => void propose()}
      className="library-form"
    >
      {children}
      {problem !== undefined && <Notice tone="danger" title={problem} announce />}
    </FormDialog>
  )
}
