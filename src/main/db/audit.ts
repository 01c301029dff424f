import { asc, eq, gt, max } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, inTransaction } from './open'
import { audit, settings } from './schema'

/** One stored record of the audit chain. */
export type AuditRow = typeof audit.$inferSelect

const headSchema = z.object({ number: z.number().int(), hash: z.string() })
/** The last record: kept beside the chain, so that a chain that was cut short is noticed. */
export type AuditHead = z.infer<typeof headSchema>

const headKey = 'audit_head'

/** The last record as it was stored with it, or null before the first and when it can't be read. */
export function auditHead(db: Database): AuditHead | null {
  const row = db.orm.select().from(settings).where(eq(settings.key, headKey)).get()
  if (row === undefined) return null
  const parsed = headSchema.safeParse(parseJson(row.value))
  return parsed.success ? parsed.data : null
}

/** The highest number in the chain, 0 when it is empty. */
export function lastAuditNumber(db: Database): number {
  return (
    db.orm
      .select({ number: max(audit.number) })
      .from(audit)
      .get()?.number ?? 0
  )
}

/** Appends a record and moves the head, in one transaction or in the caller's. */
export function appendAudit(db: Database, row: AuditRow): void {
  inTransaction(db, () => {
    db.orm.insert(audit).values(row).run()
    const value = JSON.stringify({ number: row.number, hash: row.hash } satisfies AuditHead)
    db.orm
      .insert(settings)
      .values({ key: headKey, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
      .run()
  })
}

/** The records after a number, in order, at most so many. */
export function auditRowsAfter(db: Database, number: number, limit: number): AuditRow[] {
  return db.orm
    .select()
    .from(audit)
    .where(gt(audit.number, number))
    .orderBy(asc(audit.number))
    .limit(limit)
    .all()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Unreadable is the same as missing: the check of the chain reports both.
    return null
  }
}
