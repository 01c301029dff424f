import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Document, documentTitleLimit } from '../../../shared/contract/document'
import { type DocumentsUpdate, updateDocument, updateDocuments } from '../../stores/batches'
import { commonCollection, knownTags, showBatchDialog, useDocuments } from '../../stores/documents'
import { createCollection, loadDocument, useLibrary } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { HiddenText } from '../../ui/hidden-text'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'
import { useSending } from '../../ui/use-sending'
import { FormDialog } from '../form-dialog'
import { NameDialog } from '../name-dialog'
import { TagField } from './tag-field'

/** The dialog about chosen documents that is open. */
export function BatchDialogs() {
  const dialog = useDocuments((state) => state.dialog)
  const [only] = dialog?.ids ?? []
  if (dialog === null || only === undefined) return null
  const { kind, ids } = dialog
  if (ids.length === 1) return <OneDialog kind={kind} id={only} />
  return kind === 'tags' ? <TagsDialog ids={ids} /> : <MoveDialog ids={ids} />
}

/** A dialog about one document, which begins with what the document has. */
function OneDialog({ kind, id }: { readonly kind: 'rename' | 'tags' | 'move'; readonly id: string }) {
  const [document, setDocument] = useState<Document>()
  useEffect(() => {
    void attempt(loadDocument(id)).then((loaded) => {
      if (loaded === undefined) showBatchDialog(null)
      setDocument(loaded)
    })
  }, [id])
  if (document === undefined) return null
  if (kind === 'rename') return <RenameDialog document={document} />
  if (kind === 'tags') return <OwnTagsDialog document={document} />
  return <MoveDialog ids={[id]} document={document} />
}

function RenameDialog({ document: { id, title } }: { readonly document: Document }) {
  const t = libraryText().batch
  return (
    <NameDialog
      title={t.renameTitle}
      label={t.title}
      name={title}
      limit={documentTitleLimit}
      save={(name) => updateDocument(id, { title: name })}
      onClose={() => showBatchDialog(null)}
    />
  )
}

function useKnownTags(): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>([])
  useEffect(() => {
    void attempt(knownTags()).then((tags) => tags && setKnown(tags))
  }, [])
  return known
}

/** All tags of one document, as they are to be. */
function OwnTagsDialog({ document }: { readonly document: Document }) {
  const known = useKnownTags()
  const [tags, setTags] = useState<readonly string[]>(document.tags)
  const first = useRef<HTMLInputElement>(null)
  const t = libraryText().batch
  const changed =
    tags.length !== document.tags.length || tags.some((tag, place) => tag !== document.tags[place])
  return (
    <UpdateDialog
      title={<HiddenText text={t.tagsOf(document.title)} />}
      confirm={t.change}
      update={changed ? () => updateDocument(document.id, { tags }) : null}
      initialFocus={first}
    >
      <TagField
        ref={first}
        label={t.tagsLabel}
        hint={t.tagsHint}
        tags={tags}
        known={known}
        onChange={setTags}
      />
    </UpdateDialog>
  )
}

function TagsDialog({ ids }: { readonly ids: readonly string[] }) {
  const known = useKnownTags()
  const [addTags, setAdd] = useState<readonly string[]>([])
  const [removeTags, setRemove] = useState<readonly string[]>([])
  const first = useRef<HTMLInputElement>(null)
  const t = libraryText().batch
  const both = addTags.find((tag) => removeTags.includes(tag))
  return (
    <UpdateDialog
      title={t.tagsTitle(ids.length)}
      confirm={t.change}
      update={
        addTags.length + removeTags.length > 0 && both === undefined
          ? asUpdate(ids, { addTags, removeTags })
          : null
      }
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

/** What a dialog about several documents does with all of them. */
function asUpdate(ids: readonly string[], update: DocumentsUpdate): () => Promise<unknown> {
  return () => updateDocuments(ids, update)
}

/** The choice of a collection that is not there yet: no id is as short. */
const newOne = 'new'

function MoveDialog({
  ids,
  document,
}: {
  readonly ids: readonly string[]
  /** Where it is only one. */
  readonly document?: Document
}) {
  const collections = useLibrary((state) => state.collections)
  const [here] = useState(() => document?.collectionId ?? commonCollection(ids))
  const others = collections.filter(({ id }) => id !== here)
  // Where they are in several, none of those that are there is meant rather than another.
  const [chosen, setChosen] = useState(here === null ? '' : (others[0]?.id ?? newOne))
  const [name, setName] = useState('')
  const first = useRef<HTMLSelectElement>(null)
  const { batch: t, collection } = libraryText()
  const move = async () => {
    const collectionId = chosen === newOne ? (await createCollection(name.trim(), '')).id : chosen
    // Where the move fails, the next try takes the collection that is there now.
    setChosen(collectionId)
    await updateDocuments(ids, { collectionId })
  }
  return (
    <UpdateDialog
      title={
        <HiddenText text={document === undefined ? t.moveTitle(ids.length) : t.moveOf(document.title)} />
      }
      confirm={t.moveNow}
      update={chosen === '' || (chosen === newOne && name.trim() === '') ? null : move}
      initialFocus={first}
    >
      <Select
        ref={first}
        label={t.collection}
        value={chosen}
        options={[
          ...(here === null ? [{ value: '', label: t.chooseCollection }] : []),
          ...others.map((other) => ({ value: other.id, label: other.name })),
          { value: newOne, label: collection.add },
        ]}
        onChange={setChosen}
      />
      {chosen === newOne && (
        <TextField label={collection.name} value={name} maxLength={100} onChange={setName} />
      )}
    </UpdateDialog>
  )
}

/** Asks what to change, and proposes it; null is nothing to change yet. */
function UpdateDialog({
  title,
  confirm,
  update,
  initialFocus,
  children,
}: {
  readonly title: ReactNode
  readonly confirm: string
  readonly update: (() => Promise<unknown>) | null
  readonly initialFocus: React.RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  const { busy, problem, send } = useSending()
  const close = () => showBatchDialog(null)
  const propose = async () => {
    if (update === null) return
    await send(async () => {
      await update()
      close()
    })
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
      problem={problem}
      onSubmit={() => void propose()}
      className="library-form"
    >
      {children}
    </FormDialog>
  )
}
