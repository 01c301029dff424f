import { and, asc, eq, inArray, isNotNull, ne, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { parsedJson } from '../../shared/json/parsed-json'
import { type Target, targetSchema } from '../../shared/tool/preview'
import type { Database } from './open'
import { prepared } from './prepared'
import { fromRow, idsWhere, type StoredProposal } from './proposals'
import { proposals } from './schema'
import { partOf, storedTexts } from './stored-json'
import { clockToleranceMs } from './trusted-time'

/** Until when a question of a backup that was restored waits: its time was over before any. */
export const endedByRestore = 0

/** The ids of pending proposals whose time is over, oldest first; those that a restore ended apart from the others. */
export function overdueProposals(
  db: Database,
  now: number,
): { readonly late: readonly string[]; readonly ofBackup: readonly string[] } {
  const overdue = prepared(
    db.raw,
    "SELECT id, expires_at FROM proposals WHERE status = 'pending' AND expires_at <= ? ORDER BY number",
  ).all(now) as { id: string; expires_at: number }[]
  const idsOf = (isOfBackup: boolean) =>
    overdue.filter((row) => (row.expires_at === endedByRestore) === isOfBackup).map(({ id }) => id)
  return { late: idsOf(false), ofBackup: idsOf(true) }
}

/**
 * Has the pending proposals that were made while the clock was ahead be made now, with as long to wait as they had then;
 * answers their ids.
 */
export function moveExpiryFromAhead(db: Database, now: number): string[] {
  const ahead = "status = 'pending' AND created_at > @after AND expires_at > created_at"
  const after = now + clockToleranceMs
  // Looked at first: writing needs a disk that takes it.
  if (prepared(db.raw, `SELECT 1 FROM proposals WHERE ${ahead} LIMIT 1`).get({ after }) === undefined)
    return []
  const move = `UPDATE proposals SET created_at = @now, expires_at = expires_at - created_at + @now
    WHERE ${ahead} RETURNING id`
  return (prepared(db.raw, move).all({ now, after }) as { id: string }[]).map(({ id }) => id)
}

/** How many proposals are pending in each conversation where there are any, or in one. */
export function countPending(db: Database, conversationId?: string): ReadonlyMap<string, number> {
  const counts = prepared(
    db.raw,
    `SELECT conversation_id, count(*) FROM proposals
     WHERE status = 'pending' AND conversation_id = ifnull(?, conversation_id)
     GROUP BY conversation_id`,
  )
  return new Map(counts.raw().all(conversationId ?? null) as [string, number][])
}

/** The ids of the pending proposals of a run. */
export function pendingOfRun(db: Database, runId: string): string[] {
  return idsWhere(db, and(eq(proposals.status, 'pending'), eq(proposals.runId, runId)))
}

/** What was made anew of another proposal in a conversation and waits or is being carried out, oldest first. */
export function openMadeAnew(db: Database, conversationId: string): StoredProposal[] {
  return db.orm
    .select()
    .from(proposals)
    .where(
      and(
        inArray(proposals.status, ['pending', 'approved']),
        eq(proposals.conversationId, conversationId),
        isNotNull(proposals.replaces),
      ),
    )
    .orderBy(asc(proposals.number))
    .all()
    .map(fromRow)
}

/** Makes a pending proposal that of a run's call, which waits for it from now on; answers whether it was pending. */
export function giveToCall(
  db: Database,
  id: string,
  { runId, toolUseId }: Pick<StoredProposal, 'runId' | 'toolUseId'>,
): boolean {
  const { changes } = db.orm
    .update(proposals)
    .set({ runId, toolUseId })
    .where(and(eq(proposals.id, id), eq(proposals.status, 'pending')))
    .run()
  return changes === 1
}

/** The pending proposals of changes of a run, oldest first. */
export function pendingProposalsOfRun(db: Database, runId: string): StoredProposal[] {
  return db.orm
    .select()
    .from(proposals)
    .where(pendingChangesOf(runId))
    .orderBy(asc(proposals.number))
    .all()
    .map(fromRow)
}

/** Their plans alone: asked at every read of a run, where it would else cost more than all else that the gate does. */
export function pendingPlansOfRun(db: Database, runId: string): unknown[] {
  const plans = prepared(
    db.raw,
    `SELECT plan FROM proposals WHERE status = 'pending' AND run_id = ? AND class <> 'read' ORDER BY number`,
  )
  return (plans.pluck().all(runId) as string[]).map(parsedJson)
}

/** What a pending proposal touches and needs, without its plan, which can be long. */
export interface PendingTouch {
  readonly id: string
  readonly needs: readonly string[]
  readonly targets: Target[]
  readonly container: Target | undefined
}

/** The same of all pending proposals of a run, oldest first. */
export function pendingTouchesOfRun(db: Database, runId: string): PendingTouch[] {
  return db.orm
    .select({
      id: proposals.id,
      needs: proposals.needs,
      targets: partOf(proposals.preview, '$.targets'),
      container: partOf(proposals.preview, '$.container'),
    })
    .from(proposals)
    .where(pendingChangesOf(runId))
    .orderBy(asc(proposals.number))
    .all()
    .map((row) => ({
      id: row.id,
      needs: storedTexts.parse(parsedJson(row.needs)),
      targets: storedTargets.parse(parsedJson(row.targets ?? '[]')),
      container: storedContainer.parse(parsedJson(row.container ?? 'null')),
    }))
}

/** Nothing builds on a question about reading. */
function pendingChangesOf(runId: string): SQL | undefined {
  return and(eq(proposals.status, 'pending'), eq(proposals.runId, runId), ne(proposals.class, 'read'))
}

const storedTargets = z.array(targetSchema).catch([])
const storedContainer = targetSchema.optional().catch(undefined)
