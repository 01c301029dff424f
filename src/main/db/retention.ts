import { eq, inArray, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from './open'
import { changes, documents, proposals, settings } from './schema'

/** Something in the ledger that may need stored bytes to be undone. */
export interface StoredNeed {
  readonly at: number
  /** Its JSON: the names of what it needs are somewhere in it. */
  readonly text: string
}

const appliedAtKey = 'retention_applied_at'

/** Contents of documents, those in the library's own trash too. */
export function documentContents(db: Database): string[] {
  const rows = db.orm
    .select({ sha256: documents.sha256 })
    .from(documents)
    .where(isNotNull(documents.sha256))
    .all()
  return rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
}

/** Plans that wait for a decision or are being applied, and what undoes a change that is not finished. */
export function openNeeds(db: Database): string[] {
  const waiting = db.orm
    .select({ text: proposals.plan })
    .from(proposals)
    .where(inArray(proposals.status, ['pending', 'approved']))
    .all()
  const unfinished = db.orm
    .select({ text: changes.inverse })
    .from(changes)
    .where(eq(changes.status, 'applying'))
    .all()
  return [...waiting, ...unfinished].map(({ text }) => text)
}

/** What undoes each change. */
export function ledgerNeeds(db: Database): StoredNeed[] {
  return db.orm.select({ at: changes.at, text: changes.inverse }).from(changes).all()
}

/** When the retention was last applied; null before the first time. */
export function retentionAppliedAt(db: Database): number | null {
  const row = db.orm
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, appliedAtKey))
    .get()
  return z.coerce
    .number()
    .nullable()
    .catch(null)
    .parse(row?.value ?? null)
}

/** Remembers when the retention was applied. */
export function setRetentionAppliedAt(db: Database, at: number): void {
  const value = JSON.stringify(at)
  db.orm
    .insert(settings)
    .values({ key: appliedAtKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
    .run()
}
