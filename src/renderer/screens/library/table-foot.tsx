import { X } from 'lucide-react'
import { chooseNone, isFiltered, useDocuments } from '../../stores/documents'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { batchActions } from './batch-actions'

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
  return (
    <div className="library-batch" role="toolbar" aria-label={t.chosen(ids.size)}>
      {Object.values(batchActions([...ids])).map(({ id, icon, label, onSelect }) => (
        <Button key={id} size="sm" variant="ghost" icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      <IconButton icon={X} size="sm" label={t.chooseNone} onClick={chooseNone} />
    </div>
  )
}
