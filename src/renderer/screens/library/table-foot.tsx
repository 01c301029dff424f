import { FolderInput, RotateCw, Tags, Trash2, X } from 'lucide-react'
import { deleteDocuments, restartDocuments } from '../../stores/batches'
import { chooseNone, isFiltered, showBatchDialog, useDocuments } from '../../stores/documents'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'

/** How many documents are listed, or what can be done with those that are chosen. */
export function TableFoot({ total }: { readonly total: number }) {
  const selected = useDocuments((state) => state.selected)
  const filtered = useDocuments((state) => isFiltered(state.filter))
  const t = libraryText()
  return (
    <footer className="library-foot" data-chosen={selected.size > 0 || undefined}>
      <span className="numeric" role="status">
        {selected.size > 0
          ? t.chosen(selected.size)
          : filtered
            ? t.matching(total)
            : text().library.total(total)}
      </span>
      {selected.size > 0 && <BatchActions ids={selected} />}
    </footer>
  )
}

function BatchActions({ ids }: { readonly ids: ReadonlySet<string> }) {
  const t = libraryText()
  const list = () => [...ids]
  return (
    <div className="library-batch" role="toolbar" aria-label={t.chosen(ids.size)}>
      <Button
        size="sm"
        variant="ghost"
        icon={Tags}
        onClick={() => showBatchDialog({ kind: 'tags', ids: list() })}
      >
        {t.batch.tags}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={FolderInput}
        onClick={() => showBatchDialog({ kind: 'move', ids: list() })}
      >
        {t.batch.move}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={RotateCw}
        onClick={() => void attempt(restartDocuments(list()))}
      >
        {t.batch.restart}
      </Button>
      <Button size="sm" variant="ghost" icon={Trash2} onClick={() => void attempt(deleteDocuments(list()))}>
        {t.batch.delete}
      </Button>
      <IconButton icon={X} size="sm" label={t.chooseNone} onClick={chooseNone} />
    </div>
  )
}
