import { setImmediate as nextTurn } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type RetentionLimits, retentionLimitsSchema } from '../../shared/contract/retention'
import { eachIn, partIn } from './json-in-sql'
import type { Database } from './open'
import { changes, documents, proposals } from './schema'
import { storedValue, storeValue } from './stored-value'

/** Something in the ledger that may need stored bytes to be undone. */
export interface StoredNeed {
  readonly id: string
  readonly tool: string
  readonly at: number
  readonly summary: string
  /** False once it was undone or rolled back. */
  readonly stands: boolean
  /** The JSON of what undoes it. */
  readonly inverse: string
  /** All of its JSON: the names of what it needs are somewhere in it. */
  readonly text: string
}

const appliedAtKey = 'retention_applied_at'
const limitsKey = 'retention_limits'
const horizonKey = 'retention_horizon'

/** What stands in the library complete, with its title: the original of each is stored. */
export function storedOriginals(db: Database): { readonly sha256: string; readonly title: string }[] {
  const rows = db.orm
    .select({ sha256: documents.sha256, title: documents.title })
    .from(documents)
    .where(and(eq(documents.status, 'complete'), isNull(documents.deletedAt)))
    .orderBy(asc(documents.number))
    .all()
  return rows.flatMap(({ sha256, title }) => (sha256 === null ? [] : [{ sha256, title }]))
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

/** Entries of the ledger that are read before others have their turn: each may be as large as what it shows. */
const entriesAtOnce = 200

/** What undoes each change, and what shows it, oldest first; others have their turn between the parts. */
export async function* ledgerNeeds(db: Database): AsyncGenerator<readonly StoredNeed[]> {
  let last = 0
  for (;;) {
    const rows = db.orm
      .select({
        number: changes.number,
        id: changes.id,
        tool: changes.tool,
        at: changes.at,
        summary: changes.summary,
        status: changes.status,
        inverse: changes.inverse,
        preview: changes.preview,
      })
      .from(changes)
      .where(gt(changes.number, last))
      .orderBy(asc(changes.number))
      .limit(entriesAtOnce)
      .all()
    yield rows.map(({ id, tool, at, summary, status, inverse, preview }) => ({
      ...{ id, tool, at, summary, inverse },
      stands: status === 'applied',
      text: inverse + preview,
    }))
    if (rows.length < entriesAtOnce) return
    last = rows.at(-1)?.number ?? last
    await nextTurn()
  }
}

const ofImage = partIn('image.value', '$.sha256')
const ofAttached = `coalesce(${partIn('attached.value', '$.picture.sha256')}, ${ofImage})`

/** Pictures that conversations show, those in the trash too: they can be brought back. */
export function conversationPictures(db: Database): string[] {
  const rows = db.raw
    .prepare<[], { sha256: string }>(
      `SELECT DISTINCT ${ofImage} AS sha256
       FROM run_events, ${eachIn('run_events.body', '$.result.images')} AS image
       WHERE run_events.type = 'tool_finished' AND ${ofImage} IS NOT NULL
       UNION
       SELECT ${ofAttached}
       FROM run_events, ${eachIn('run_events.body', '$.attachments')} AS attached
         LEFT JOIN ${eachIn('attached.value', '$.read.images')} AS image
       WHERE run_events.type IN ('user_message', 'message_queued') AND ${ofAttached} IS NOT NULL`,
    )
    .all()
  return rows.map(({ sha256 }) => sha256)
}

/** When the retention was last applied (milliseconds since 1970); null before the first time. */
export function retentionAppliedAt(db: Database): number | null {
  return storedValue(db, appliedAtKey, z.number())
}

/** Remembers when the retention was applied. */
export function setRetentionAppliedAt(db: Database, at: number): void {
  storeValue(db, appliedAtKey, at)
}

/** The limits that a person chose; null while they are the usual ones. */
export function storedLimits(db: Database): RetentionLimits | null {
  return storedValue(db, limitsKey, retentionLimitsSchema)
}

/** Remembers the limits that a person chose. */
export function setStoredLimits(db: Database, limits: RetentionLimits): void {
  storeValue(db, limitsKey, limits)
}

/** Changes after this time (milliseconds since 1970) have lost nothing to the retention; null when none has. */
export function retentionHorizon(db: Database): number | null {
  return storedValue(db, horizonKey, z.number())
}

/** Moves the horizon forward; it never goes back. */
export function raiseRetentionHorizon(db: Database, at: number): void {
  storeValue(db, horizonKey, Math.max(at, retentionHorizon(db) ?? 0))
}
