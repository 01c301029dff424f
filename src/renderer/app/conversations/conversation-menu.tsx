import {
  Archive,
  ArchiveRestore,
  Braces,
  Code,
  Ellipsis,
  FileText,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react'
import type { ConversationSummary, ExportFormat } from '../../../shared/contract/conversation-list'
import { arrangeConversation, exportConversation } from '../../stores/conversation-list'
import { removeConversation, restoreConversation } from '../../stores/conversations'
import { goTo } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'

/** Moves a conversation to the trash and offers to bring it back. */
export async function removeWithNote({ id, title }: ConversationSummary, current: boolean): Promise<void> {
  const t = text().conversation
  if (!(await attempt(removeConversation(id).then(() => true)))) return
  if (current) goTo({ screen: 'chat', id: null })
  notify({
    tone: 'success',
    title: t.removed(title),
    action: { label: t.restore, onSelect: () => void attempt(restoreConversation(id)) },
  })
}

const exportIcons = { markdown: FileText, html: Code, json: Braces } as const satisfies Record<
  ExportFormat,
  unknown
>

/** What can be done with a conversation of the list. */
export function ConversationMenu({
  conversation,
  current,
  onRename,
  onMove,
}: {
  readonly conversation: ConversationSummary
  readonly current: boolean
  readonly onRename: () => void
  readonly onMove: () => void
}) {
  const t = text().conversation
  const l = chatText().list
  const { id, title, pinned, archived } = conversation
  const arrange = (wish: Parameters<typeof arrangeConversation>[1]) =>
    void attempt(arrangeConversation(id, wish))
  return (
    <Menu
      align="end"
      trigger={(props) => <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(title)} />}
      items={[
        { id: 'rename', icon: Pencil, label: t.rename, shortcut: 'F2', onSelect: onRename },
        {
          id: 'pin',
          icon: pinned ? PinOff : Pin,
          label: pinned ? l.unpin : l.pin,
          onSelect: () => arrange({ pinned: !pinned }),
        },
        { id: 'move', icon: FolderInput, label: l.move, onSelect: onMove },
        {
          id: 'archive',
          icon: archived ? ArchiveRestore : Archive,
          label: archived ? l.unarchive : l.archive,
          onSelect: () => arrange({ archived: !archived }),
        },
        { kind: 'separator', id: 'export' },
        ...(['markdown', 'html', 'json'] as const).map((format) => ({
          id: format,
          icon: exportIcons[format],
          label: l.export[format],
          onSelect: () => void attempt(exportConversation(id, format)),
        })),
        { kind: 'separator', id: 'end' },
        {
          id: 'remove',
          icon: Trash2,
          label: t.remove,
          danger: true,
          onSelect: () => void removeWithNote(conversation, current),
        },
      ]}
    />
  )
}
