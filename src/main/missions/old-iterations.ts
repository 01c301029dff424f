import { dayMs } from '../../shared/durations'
import type { IterationTable } from '../db/mission-iterations'
import type { Database } from '../db/open'
import { trustedTime } from '../db/trusted-time'
import type { Conversations } from '../services/conversations'
import type { Clock } from './clock'

/** What is kept of a mission that runs often: beyond either its conversations go to the trash. */
const keptIterations = 200
const keptDays = 90

/** Forgets the oldest iterations of a mission. What is pinned, in a folder, or waits for a decision is wanted, and stays. */
export function letGoOfOld(
  {
    db,
    conversations,
    iterations,
    clock,
  }: {
    readonly db: Database
    readonly conversations: Pick<Conversations, 'summary' | 'remove'>
    readonly iterations: Pick<IterationTable, 'past' | 'forget'>
    readonly clock: Clock
  },
  missionId: string,
): void {
  const before = trustedTime(db, clock.now()) - keptDays * dayMs
  for (const { id, conversationId } of iterations.past(missionId, { before, newer: keptIterations })) {
    const summary = conversationId === null ? null : conversations.summary(conversationId)
    if (summary !== null) {
      const { pinned, folderId, waiting, running } = summary
      if (pinned || folderId !== null || waiting > 0 || running) continue
      conversations.remove(summary.id)
    }
    iterations.forget(id)
  }
}
