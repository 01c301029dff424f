import {
  Ban,
  Ellipsis,
  FileScan,
  FolderInput,
  LockKeyhole,
  MessageSquareText,
  Pencil,
  RotateCw,
  ScanText,
  Tags,
  Trash2,
} from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { deleteDocuments } from '../../stores/batches'
import { showBatchDialog } from '../../stores/documents'
import { askPassword, cancelDocument, recognizeDocument, restartDocument } from '../../stores/library'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { ask, open } from './row-actions'

/** What can be done with one document: at hand what it needs now, the rest in a menu. */
export function DocumentActions({ document }: { readonly document: Document }) {
  const t = text().library
  const own = libraryText().batch
  const atWork = document.status === 'pending' || document.status === 'processing'
  const canRestart = document.status === 'error' || document.status === 'cancelled'
  return (
    <>
      {atWork && (
        <IconButton
          icon={Ban}
          size="sm"
          label={t.cancelOf(document.title)}
          onClick={() => void attempt(cancelDocument(document.id))}
        />
      )}
      {document.locked && (
        <IconButton
          icon={LockKeyhole}
          size="sm"
          label={libraryText().unlock.of(document.title)}
          onClick={() => askPassword(document)}
        />
      )}
      {document.unreadPictures && (
        <IconButton
          icon={FileScan}
          size="sm"
          label={recognitionText().of(document.title)}
          onClick={() => void attempt(recognizeDocument(document.id))}
        />
      )}
      {canRestart && !document.locked && !document.unreadPictures && (
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t.retryOf(document.title)}
          onClick={() => void attempt(restartDocument(document.id))}
        />
      )}
      <Menu
        align="end"
        trigger={(props) => (
          <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(document.title)} />
        )}
        items={[
          { id: 'open', icon: ScanText, label: t.open, onSelect: () => open(document) },
          { id: 'ask', icon: MessageSquareText, label: t.ask, onSelect: () => ask(document) },
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
            onSelect: () => showBatchDialog({ kind: 'rename', ids: [document.id] }),
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
        ]}
      />
    </>
  )
}
