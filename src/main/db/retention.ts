import { eq, inArray, isNotNull, sql } from 'drizzle-orm'
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
    .select({ text: sql<string>`${proposals.plan} || ${proposals.preview}` })
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

/** What undoes each change, and what shows it. */
export function ledgerNeeds(db: Database): StoredNeed[] {
  return db.orm
    .select({ at: changes.at, text: sql<string>`${changes.inverse} || ${changes.preview}` })
    .from(changes)
    .all()
}

/** Pictures that conversations show, those in the trash too: they can be brought back. */
export function conversationPictures(db: Database): string[] {
  const rows = db.raw
    .prepare<[], { sha256: string }>(
      `SELECT DISTINCT json_extract(image.value, '$.sha256') AS sha256
       FROM run_events,
         json_each(CASE WHEN json_valid(run_events.body) THEN run_events.body ELSE '{}' END, '$.result.images') AS image
       WHERE run_events.type = 'tool_finished'`,
    )
    .all()
  return rows.map(({ sha256 }) => sha256)
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
