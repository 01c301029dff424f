import { FolderInput, MessageSquareText, Pencil, RotateCw, ScanText, Tags, Trash2 } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { deleteDocuments } from '../../stores/batches'
import { showBatchDialog } from '../../stores/documents'
import { restartDocument } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import type { MenuItem } from '../../ui/menu'
import { ask, open, rename } from './row-actions'

/** Everything that can be done with a document of the table. */
export function documentMenu(document: Document): readonly MenuItem[] {
  const t = text().library
  const own = libraryText().batch
  const atWork = document.status === 'pending' || document.status === 'processing'
  const canRestart = document.status === 'error' || document.status === 'cancelled'
  return [
    { id: 'open', icon: ScanText, label: t.open, onSelect: () => open(document) },
    // What could not be read answers nothing.
    {
      id: 'ask',
      icon: MessageSquareText,
      label: t.ask,
      disabled: canRestart,
      onSelect: () => ask(document),
    },
    {
      id: 'restart',
      icon: RotateCw,
      label: canRestart ? t.restart : own.restart,
      disabled: atWork,
      onSelect: () => void attempt(restartDocument(document.id)),
    },
    {
      id: 'rename',
      icon: Pencil,
      label: own.rename,
      shortcut: 'F2',
      onSelect: () => rename(document),
    },
    {
      id: 'tags',
      icon: Tags,
      label: own.tags,
      onSelect: () => showBatchDialog({ kind: 'tags', ids: [document.id] }),
    },
    {
      id: 'move',
      icon: FolderInput,
      label: own.move,
      onSelect: () => showBatchDialog({ kind: 'move', ids: [document.id] }),
    },
    { kind: 'separator', id: 'line' },
    {
      id: 'delete',
      icon: Trash2,
      label: t.delete,
      danger: true,
      onSelect: () => void attempt(deleteDocuments([document.id])),
    },
  ]
}
