import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import type { ConversationRow } from '../../db/conversations'
import type { UnseenEnd, UnseenEndTable } from '../../db/unseen-ends'
import type { Gate } from '../../services/gate'

/** Makes the lines of the list of conversations. */
export function createSummaries({
  gate,
  unseen,
  missionOf,
  isRunning,
}: {
  readonly gate: Pick<Gate, 'pendingIn'>
  readonly unseen: UnseenEndTable
  readonly missionOf: (conversation: ConversationRow) => ConversationSummary['mission']
  readonly isRunning: (conversationId: string) => boolean
}) {
  const summary = (row: ConversationRow, waiting: number, ended: UnseenEnd | null): ConversationSummary => ({
    id: row.id,
    title: row.title,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    running: isRunning(row.id),
    waiting,
    ended,
    pinned: row.pinnedAt !== null,
    archived: row.archivedAt !== null,
    folderId: row.folderId,
    mission: missionOf(row),
  })
  return {
    of(row: ConversationRow): ConversationSummary {
      return summary(row, gate.pendingIn(row.id).get(row.id) ?? 0, unseen.get(row.id))
    },
    ofAll(rows: readonly ConversationRow[]): ConversationSummary[] {
      const waiting = gate.pendingIn()
      const ends = unseen.all()
      return rows.map((row) => summary(row, waiting.get(row.id) ?? 0, ends.get(row.id) ?? null))
    },
  }
}
