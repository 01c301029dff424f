import { type ConversationSummary, trashDays } from '../../../shared/contract/conversation-list'
import { dayMs } from '../../../shared/durations'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ConversationTable } from '../../db/conversations'
import type { Database } from '../../db/open'
import { lookAtClock, trustedTime } from '../../db/trusted-time'
import type { Publish } from '../../publish'
import type { ConversationList } from '../../services/conversations'
import type { Gate } from '../../services/gate'

type ConversationTrash = Pick<
  ConversationList,
  'remove' | 'restore' | 'trash' | 'removeForGood' | 'emptyTrash'
>

/** What the trash of conversations is made of. */
export interface ConversationTrashParts {
  readonly db: Database
  readonly gate: Pick<Gate, 'pendingIn'>
  readonly table: ConversationTable
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A run is at work in it, or waits for a decision. */
  readonly isBusy: (id: string) => boolean
  /** Changes a conversation, and tells everyone. */
  readonly change: (id: string, to: { readonly trashedAt: null }) => ConversationSummary
}

/** Keeps conversations for some days; one of which a proposal waits stays until that is decided. */
export function createConversationTrash(parts: ConversationTrashParts): ConversationTrash {
  const { db, gate, table, publish, now, isBusy, change } = parts
  const hasPending = (conversationId: string): boolean => gate.pendingIn(conversationId).has(conversationId)
  const overdue = (): string[] =>
    table.trashedBefore(trustedTime(db, now()) - trashDays * dayMs).filter((id) => !hasPending(id))
  const emptyTrash = (): void => {
    // Looked at first: a disk that takes nothing now keeps nobody from seeing the trash.
    if (overdue().length === 0) return
    // Only then is it told what was thrown away while the clock was behind.
    lookAtClock(db, now())
    const ids = overdue()
    table.delete(ids)
    for (const id of ids) publish({ type: 'conversation_removed', id })
  }
  return {
    remove(id) {
      table.get(id)
      if (isBusy(id)) {
        throw new AppError('busy', say('conversation.at_work'))
      }
      table.change(id, { trashedAt: now() })
      publish({ type: 'conversation_removed', id })
    },
    restore: (id) => change(id, { trashedAt: null }),
    trash() {
      emptyTrash()
      return table.trashed().map(({ id, title, trashedAt, messages }) => ({
        id,
        title,
        trashedAt: trashedAt ?? 0,
        messages,
      }))
    },
    removeForGood(id) {
      if (table.get(id).trashedAt === null) {
        throw new AppError('conflict', say('conversation.not_in_trash'))
      }
      if (hasPending(id)) {
        throw new AppError('busy', say('conversation.undecided'))
      }
      table.delete([id])
      publish({ type: 'conversation_removed', id })
    },
    emptyTrash,
  }
}
