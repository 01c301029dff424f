import { FolderInput, RotateCw, Tags, Trash2 } from 'lucide-react'
import { askForBatch, deleteDocuments, restartDocuments } from '../../stores/batches'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import type { MenuAction } from '../../ui/menu'

/** What can be done with one or several documents, by its id. */
export function batchActions(ids: readonly string[]) {
  const { batch: t } = libraryText()
  return {
    tags: {
      id: 'tags',
      icon: Tags,
      label: t.tags,
      onSelect: () => void attempt(askForBatch({ kind: 'tags', ids })),
    },
    move: {
      id: 'move',
      icon: FolderInput,
      label: t.move,
      onSelect: () => void attempt(askForBatch({ kind: 'move', ids })),
    },
    restart: {
      id: 'restart',
      icon: RotateCw,
      label: t.restart,
      onSelect: () => void attempt(restartDocuments(ids)),
    },
    delete: {
      id: 'delete',
      icon: Trash2,
      label: t.delete,
      danger: true,
      onSelect: () => void attempt(deleteDocuments(ids)),
    },
  } satisfies Record<string, MenuAction>
}
