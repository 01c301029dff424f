import { useState } from 'react'
import type { ConversationFolder, ConversationSummary } from '../../../shared/contract/conversation-list'
import { FormDialog } from '../../screens/form-dialog'
import { NameDialog } from '../../screens/name-dialog'
import {
  arrangeConversation,
  createConversationFolder,
  renameConversationFolder,
} from '../../stores/conversation-list'
import { renameConversation } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { Select } from '../../ui/select'
import { TextField } from '../../ui/text-field'

/** Asks for the title of a conversation. */
export function RenameDialog({
  conversation,
  onClose,
}: {
  readonly conversation: ConversationSummary
  readonly onClose: () => void
}) {
  const t = text().conversation
  return (
    <NameDialog
      title={t.renameTitle}
      name={conversation.title}
      limit={200}
      save={(title) => renameConversation(conversation.id, title)}
      onClose={onClose}
    />
  )
}

/** Asks for the name of a folder, new or there. */
export function FolderDialog({
  folder,
  onClose,
}: {
  readonly folder: ConversationFolder | null
  readonly onClose: () => void
}) {
  const t = chatText().list
  return (
    <NameDialog
      title={folder === null ? t.newFolderTitle : t.renameFolder}
      name={folder?.name ?? ''}
      limit={100}
      save={(name) =>
        folder === null ? createConversationFolder(name) : renameConversationFolder(folder.id, name)
      }
      onClose={onClose}
    />
  )
}

const noFolder = ''
const newFolder = 'new'

/** Asks for the folder of a conversation. */
export function MoveDialog({
  conversation,
  folders,
  onClose,
}: {
  readonly conversation: ConversationSummary
  readonly folders: readonly ConversationFolder[]
  readonly onClose: () => void
}) {
  const [chosen, setChosen] = useState(conversation.folderId ?? (folders.length === 0 ? newFolder : noFolder))
  const [name, setName] = useState('')
  const t = chatText().list
  const move = async () => {
    const made = chosen === newFolder ? await createConversationFolder(name.trim()) : null
    const folderId = made?.id ?? (chosen === noFolder ? null : chosen)
    await arrangeConversation(conversation.id, { folderId })
    return true
  }
  const submit = async () => {
    if (await attempt(move())) onClose()
  }
  return (
    <FormDialog
      title={t.moveTitle}
      size="sm"
      onCancel={onClose}
      confirm={t.moveConfirm}
      ready={chosen !== newFolder || name.trim() !== ''}
      onSubmit={() => void submit()}
      className="conversations-move"
    >
      <Select
        label={t.folder}
        value={chosen}
        options={[
          { value: noFolder, label: t.noFolder },
          ...folders.map(({ id, name: label }) => ({ value: id, label })),
          { value: newFolder, label: t.newFolder },
        ]}
        onChange={setChosen}
      />
      {chosen === newFolder && (
        <TextField label={t.folderName} value={name} maxLength={100} onChange={setName} />
      )}
    </FormDialog>
  )
}
