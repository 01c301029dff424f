import { Download, MessageSquareText, Pencil, RotateCw, ScanText } from 'lucide-react'
import type { Document } from '../../../shared/contract/document'
import { isAtWork } from '../../../shared/standing-of'
import { restartDocument } from '../../stores/library'
import { saveOriginal } from '../../stores/original'
import { inspectDocument } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import type { MenuItem } from '../../ui/menu'
import { batchActions } from './batch-actions'
import { hasNothingToRead } from './can-try-again'
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
  const canRestart = document.status === 'error' || document.status === 'cancelled'
  return [
    { id: 'open', icon: ScanText, label: t.open, onSelect: () => inspectDocument(document) },
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
      disabled: isAtWork(document) || hasNothingToRead(document),
      onSelect: () => void attempt(restartDocument(document.id)),
    },
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
