import { eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type RestoredData, restoredDataSchema } from '../../shared/contract/data'
import { moveDeletionTimes } from './deletion-times'
import { forgetPlans } from './missions'
import type { Database } from './open'
import { endedByRestore } from './pending-proposals'
import { documents, mcpServers, proposals, runs, standingGrants } from './schema'
import { storedValue, storeValue } from './stored-value'

const restoredKey = 'restored'
const backedUpKey = 'backed_up'

/** A backup that was written, for the person to be told of. */
const backedUpSchema = z.object({ path: z.string(), at: z.number(), bytes: z.number() })
/** See {@link backedUpSchema}. */
type BackedUp = z.infer<typeof backedUpSchema>

/**
 * Brings what has a term into the present, in the caller's transaction: questions of then are not asked again, what
 * was in the trash or deleted from the library has the rest of its days, missions are planned from now on, and uploads are where the folder is now.
 */
export function bringToPresent(
  db: Database,
  from: {
    /** When the backup was made (milliseconds since 1970). */
    readonly madeAt: number
    readonly now: number
    /** Where uploads were, and where they are. */
    readonly uploads: { readonly before: string; readonly after: string }
  },
): void {
  const { uploads } = from
  // The gate closes what is overdue at its start, with its record.
  db.orm.update(proposals).set({ expiresAt: endedByRestore }).where(eq(proposals.status, 'pending')).run()
  // What a person allowed to start was on the machine of then.
  db.orm.update(mcpServers).set({ approvedHash: null }).run()
  moveDeletionTimes(db, Math.max(0, from.now - from.madeAt))
  // Runs are told from later ones by when they began.
  db.orm
    .update(runs)
    .set({ startedAt: sql`min(${runs.startedAt}, ${from.now - 1})` })
    .where(eq(runs.status, 'running'))
    .run()
  forgetPlans(db)
  const { before, after } = uploads
  if (before === after) return
  db.orm
    .update(documents)
    .set({ source: sql`${after} || substr(${documents.source}, length(${before}) + 1)` })
    .where(sql`substr(${documents.source}, 1, length(${before}) + 1) IN (${`${before}/`}, ${`${before}\\`})`)
    .run()
}

/** Approvals that would still be used; what was revoked since the backup must not come back with it. */
export function unrevokedGrants(db: Database): string[] {
  return db.orm
    .select({ id: standingGrants.id })
    .from(standingGrants)
    .where(isNull(standingGrants.revokedAt))
    .all()
    .map(({ id }) => id)
}

/** Remembers that this database came from a backup. */
export function setRestored(db: Database, restored: RestoredData): void {
  storeValue(db, restoredKey, restored)
}

/** From which backup this database came; null where from none. */
export function restoredFrom(db: Database): RestoredData | null {
  return storedValue(db, restoredKey, restoredDataSchema)
}

/** Remembers that a person knows of it. */
export function setRestoreNoticed(db: Database): void {
  const restored = restoredFrom(db)
  if (restored !== null) setRestored(db, { ...restored, noticed: true })
}

/** Remembers the last backup. */
export function setBackedUp(db: Database, backup: BackedUp): void {
  storeValue(db, backedUpKey, backup)
}

/** The last backup; null where there is none. */
export function lastBackup(db: Database): BackedUp | null {
  return storedValue(db, backedUpKey, backedUpSchema)
}
