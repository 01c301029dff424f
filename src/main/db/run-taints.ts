import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import type { Database } from './open'
import { runTaints } from './schema'

/** One thing from outside that a run has read. */
export type RunTaint = typeof runTaints.$inferSelect

// What a card can name; one is enough to raise.
const keptPerRun = 50

/** Stores what a run has read, once; the first ones are kept. */
export function addRunTaint(db: Database, taint: RunTaint): void {
  const kept = db.orm.select({ count: count() }).from(runTaints).where(eq(runTaints.runId, taint.runId)).get()
  if ((kept?.count ?? 0) >= keptPerRun) return
  db.orm.insert(runTaints).values(taint).onConflictDoNothing().run()
}

/** What a run has read, and the runs before it in the same conversation. */
export function runTaintsOf(db: Database, runId: string, conversationId: string | null): RunTaint[] {
  const ofRun = eq(runTaints.runId, runId)
  return db.orm
    .select()
    .from(runTaints)
    .where(and(conversationId === null ? ofRun : or(ofRun, eq(runTaints.conversationId, conversationId))))
    .orderBy(asc(runTaints.at), asc(runTaints.source))
    .all()
}

/** Forgets what a run has read. */
export function forgetRunTaints({ orm }: Database, runId: string): void {
  orm.delete(runTaints).where(eq(runTaints.runId, runId)).run()
}

/** The same of all whose id begins so. */
export function forgetRunTaintsLike({ orm }: Database, prefix: string): void {
  orm.delete(runTaints).where(sql`substr(${runTaints.runId}, 1, ${prefix.length}) = ${prefix}`).run()
}
