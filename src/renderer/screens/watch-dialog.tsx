import { FolderSync } from 'lucide-react'
import { useRef, useState } from 'react'
import { notify } from '../stores/toasts'
import { askToWatch, useWatchedFolders, type WatchWish, watchFolder } from '../stores/watched-folders'
import { watchedText } from '../text/watched'
import { useSending } from '../ui/use-sending'
import { useCollectionChoice } from './collection-choice'
import { FolderField } from './folder-field'
import { FormDialog } from './form-dialog'
import './watch.css'

/** Asks which folder to watch, and for which collection. */
export function WatchDialog() {
  const asked = useWatchedFolders((state) => state.asked)
  return asked === null ? null : <WatchForm asked={asked} />
}

function WatchForm({ asked }: { readonly asked: WatchWish }) {
  const [path, setPath] = useState(asked.path)
  const collection = useCollectionChoice(asked.collectionId, watchedText().collection)
  const { busy, problem, forgetProblem, send } = useSending()
  const first = useRef<HTMLInputElement>(null)
  const t = watchedText()
  const close = () => askToWatch(null)
  const name = (value: string) => {
    setPath(value)
    forgetProblem()
  }
  const watch = async () => {
    const watched = await watchFolder(path.trim(), await collection.take())
    close()
    notify({ tone: 'success', title: t.started(watched.path) })
  }
  return (
    <FormDialog
      title={t.dialogTitle}
      description={t.dialogText}
      icon={FolderSync}
      onCancel={close}
      initialFocus={first}
      confirm={t.start}
      ready={path.trim() !== '' && collection.ready}
      busy={busy}
      onSubmit={() => void send(watch)}
      className="watch-form"
    >
      <FolderField
        ref={first}
        label={t.folder}
        placeholder={t.placeholder}
        value={path}
        error={problem}
        onChange={name}
      />
      {collection.field}
      <p className="watch-note">{t.grantText}</p>
    </FormDialog>
  )
}
