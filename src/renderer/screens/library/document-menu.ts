import { Download, FileScan, LockKeyhole, MessageSquareText, Pencil, RotateCw, ScanText } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { isAtWork } from '../../../shared/standing-of'
import { askPassword, recognizeDocument, restartDocument } from '../../stores/library'
import { saveOriginal } from '../../stores/original'
import { inspectDocument } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { recognitionText } from '../../text/recognition'
import { text } from '../../text/text'
import type { MenuAction, MenuItem } from '../../ui/menu'
import { batchActions } from './batch-actions'
import { hasNothingToRead, waysToReadAnew } from './can-try-again'
import { ask, rename } from './row-actions'

/** What can be done with what a row of the table stands for: with all that are chosen, where it is one of several. */
export function rowMenu(document: Document, chosen: ReadonlySet<string>): readonly MenuItem[] {
  if (chosen.size < 2 || !chosen.has(document.id)) return documentMenu(document)
  const { tags, move, restart, delete: remove } = batchActions([...chosen])
  const heading = { kind: 'heading', id: 'chosen', label: libraryText().chosen(chosen.size) } as const
  return [heading, restart, tags, move, { kind: 'separator', id: 'line' }, remove]
}

/** Everything that can be done with a document of the table. */
export function documentMenu(document: Document): readonly MenuItem[] {
  const t = text().library
  const own = libraryText().batch
  const { tags, move, delete: remove } = batchActions([document.id])
  return [
    { id: 'open', icon: ScanText, label: t.open, onSelect: () => inspectDocument(document) },
    // What could not be read answers nothing.
    {
      id: 'ask',
      icon: MessageSquareText,
      label: t.ask,
      disabled: document.status === 'error' || document.status === 'cancelled',
      onSelect: () => ask(document),
    },
    ...readingAnew(document),
    {
      id: 'save',
      icon: Download,
      label: own.saveOriginal,
      disabled: document.sha256 === null,
      onSelect: () => void attempt(saveOriginal(document)),
    },
    {
      id: 'rename',
      icon: Pencil,
      label: own.rename,
      shortcut: 'F2',
      onSelect: () => rename(document),
    },
    tags,
    move,
    { kind: 'separator', id: 'line' },
    remove,
  ]
}

/** How a document is read anew, as its viewer says too. */
function readingAnew(document: Document): readonly MenuAction[] {
  const { id, status } = document
  const disabled = isAtWork(document) || hasNothingToRead(document)
  const hasEnded = status === 'error' || status === 'cancelled'
  const ways = {
    unlock: {
      icon: LockKeyhole,
      label: libraryText().unlock.action,
      onSelect: () => askPassword(document),
    },
    recognize: {
      icon: FileScan,
      label: recognitionText().action,
      onSelect: () => void attempt(recognizeDocument(id)),
    },
    restart: {
      icon: RotateCw,
      label: hasEnded ? text().library.restart : libraryText().batch.restart,
      onSelect: () => void attempt(restartDocument(id)),
    },
  }
  return waysToReadAnew(document).map((way) => ({ id: way, disabled, ...ways[way] }))
}
