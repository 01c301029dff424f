import type { ConversationSummary } from '../../../shared/contract/conversation-list'
import type { ConversationRow } from '../../db/conversations'
import type { UnseenEnd, UnseenEndTable } from '../../db/unseen-ends'
import type { Gate } from '../../services/gate'

/** The most proposals of one list that are counted; more are shown as many. */
const countedProposals = 1000

/** Makes the lines of the list of conversations. */
export function createSummaries({
  gate,
  unseen,
  isRunning,
}: {
  readonly gate: Pick<Gate, 'proposalLines'>
  readonly unseen: UnseenEndTable
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
  })
  return {
    of(row: ConversationRow): ConversationSummary {
      const query = { status: 'pending', conversationId: row.id, limit: countedProposals } as const
      return summary(row, gate.proposalLines(query).length, unseen.get(row.id))
    },
    ofAll(rows: readonly ConversationRow[]): ConversationSummary[] {
      const waiting = new Map<string, number>()
      for (const { conversationId } of gate.proposalLines({ status: 'pending', limit: countedProposals })) {
        if (conversationId !== null) waiting.set(conversationId, (waiting.get(conversationId) ?? 0) + 1)
      }
      const ends = unseen.all()
      return rows.map((row) => summary(row, waiting.get(row.id) ?? 0, ends.get(row.id) ?? null))
    },
  }
}
