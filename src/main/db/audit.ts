import { asc, gt, max } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, inTransaction } from './open'
import { insertOnce, preparedOnce } from './prepared'
import { audit } from './schema'
import { storedValue, storeValue } from './stored-value'

/** One stored record of the audit chain. */
export type AuditRow = typeof audit.$inferSelect

const headSchema = z.object({ number: z.number().int(), hash: z.string() })
/** The last record: kept beside the chain, so that a chain that was cut short is noticed. */
export type AuditHead = z.infer<typeof headSchema>

const headKey = 'audit_head'

/** The last record as it was stored with it, or null before the first and when it can't be read: the check reports both. */
export function auditHead(db: Database): AuditHead | null {
  return storedValue(db, headKey, headSchema)
}

const lastNumber = preparedOnce((orm) =>
  orm
    .select({ number: max(audit.number) })
    .from(audit)
    .prepare(),
)

/** The highest number in the chain, 0 when it is empty. */
export function lastAuditNumber(db: Database): number {
  return lastNumber(db).get()?.number ?? 0
}

const insertAudit = insertOnce(audit)

/** Appends a record and moves the head, in one transaction or in the caller's. */
export function appendAudit(db: Database, row: AuditRow): void {
  inTransaction(db, () => {
    insertAudit(db, row)
    storeValue(db, headKey, { number: row.number, hash: row.hash } satisfies AuditHead)
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
