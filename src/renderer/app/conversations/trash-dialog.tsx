import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { type TrashedConversation, trashDays } from '../../../shared/contract/conversation-list'
import { removeConversationForGood, trashedConversations } from '../../stores/conversation-list'
import { restoreConversation } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { text } from '../../text/text'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { Spinner } from '../../ui/spinner'

/** What is in the trash: to be brought back, or deleted for good. */
export function TrashDialog({ onClose }: { readonly onClose: () => void }) {
  const [trashed, setTrashed] = useState<readonly TrashedConversation[]>()
  const [deleting, setDeleting] = useState<TrashedConversation>()
  const t = chatText().list
  const load = useCallback(async () => {
    const found = await attempt(trashedConversations())
    if (found) setTrashed(found)
  }, [])
  useEffect(() => void load(), [load])
  const restore = async (id: string) => {
    await attempt(restoreConversation(id))
    await load()
  }
  return (
    <>
      <Dialog
        title={t.trashTitle}
        description={t.trashText(trashDays)}
        icon={Trash2}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{text().app.close}</Button>}
      >
        {trashed === undefined ? (
          <Spinner />
        ) : trashed.length === 0 ? (
          <p className="conversations-trash-empty">{t.trashEmpty}</p>
        ) : (
          <ul className="conversations-trash">
            {trashed.map((conversation) => (
              <li key={conversation.id}>
                <span className="conversations-trash-title">
                  <HiddenText text={conversation.title} />
                  <span>
                    {t.messages(conversation.messages)} · <RelativeTime at={conversation.trashedAt} />
                  </span>
                </span>
                <Button size="sm" icon={ArchiveRestore} onClick={() => void restore(conversation.id)}>
                  {t.bringBack}
                </Button>
                <Button size="sm" variant="ghost" onClick={() => setDeleting(conversation)}>
                  {t.deleteForGood}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Dialog>
      {deleting && (
        <DeleteDialog
          conversation={deleting}
          onClose={() => {
            setDeleting(undefined)
            void load()
          }}
        />
      )}
    </>
  )
}

function DeleteDialog({
  conversation,
  onClose,
}: {
  readonly conversation: TrashedConversation
  readonly onClose: () => void
}) {
  const t = chatText().list
  const remove = async () => {
    await attempt(removeConversationForGood(conversation.id))
    onClose()
  }
  return (
    <ConfirmDialog
      title={t.deleteTitle}
      description={t.deleteText}
      icon={Trash2}
      tone="danger"
      confirmLabel={t.deleteForGood}
      confirmIcon={Trash2}
      cancelLabel={text().app.cancel}
      onConfirm={remove}
      onCancel={onClose}
    >
      <p className="conversations-trash-title">
        <HiddenText text={conversation.title} />
        <span>{t.messages(conversation.messages)}</span>
      </p>
    </ConfirmDialog>
  )
}
