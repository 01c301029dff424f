import { and, between, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { BEFORE_ANY_TIME } from './before-any-time'
import type { Database } from './open'
import { collections, conversations, documents, trash } from './schema'

/**
 * Moves when things were deleted, from which the days are counted that they are kept: `by` so many milliseconds, those
 * that were deleted from one moment to another. Without these, all of them; what waits to be removed has no such time.
 */
export function moveDeletionTimes(
  db: Database,
  by: number,
  { from, to } = { from: BEFORE_ANY_TIME + 1, to: Number.MAX_SAFE_INTEGER },
): void {
  const later = (at: SQLWrapper) => sql`${at} + ${by}`
  const trashedAt = later(conversations.trashedAt)
  db.orm
    .update(conversations)
    .set({ trashedAt })
    .where(between(conversations.trashedAt, from, to))
    .run()
  db.orm
    .update(trash)
    .set({ trashedAt: later(trash.trashedAt) })
    .where(and(isNull(trash.restoredAt), between(trash.trashedAt, from, to)))
    .run()
  for (const table of [documents, collections]) {
    db.orm
      .update(table)
      .set({ deletedAt: later(table.deletedAt) })
      .where(between(table.deletedAt, from, to))
      .run()
  }
}
