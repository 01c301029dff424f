import { Trash2 } from 'lucide-react'
import { attempt, notify } from '../../stores/toasts'
import { text } from '../../text/text'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { HiddenText } from '../../ui/hidden-text'

/** What is said of moving one to the trash. */
interface RemovalWords {
  readonly removeTitle: (name: string) => string
  readonly removeText: string
  readonly removeConfirm: string
  readonly removed: (name: string) => string
  readonly undo: string
}

/** How one goes to the trash and comes back. */
export interface Removal {
  readonly name: string
  readonly words: RemovalWords
  readonly remove: () => Promise<unknown>
  readonly restore: () => Promise<unknown>
}

/** Asks before one goes to the trash; what tells of it has the way back. */
export function RemoveDialog({
  name,
  words,
  remove,
  restore,
  onClose,
}: Removal & { readonly onClose: () => void }) {
  const confirm = async () => {
    onClose()
    if (!(await attempt(remove().then(() => true)))) return
    notify({
      tone: 'success',
      title: words.removed(name),
      action: { label: words.undo, onSelect: () => void attempt(restore()) },
    })
  }
  return (
    <ConfirmDialog
      title={<HiddenText text={words.removeTitle(name)} />}
      description={words.removeText}
      icon={Trash2}
      tone="danger"
      confirmLabel={words.removeConfirm}
      cancelLabel={text().app.cancel}
      onConfirm={confirm}
      onCancel={onClose}
    />
  )
}
