import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Change } from '../../shared/contract/changes'
import type { Database } from './open'
import { changes } from './schema'
import { parseStored, storedActor, storedClass, storedPreview } from './stored-json'

/** An entry of the ledger as it is stored: with what undoes it, without what the catalog says of its tool. */
export interface StoredChange extends Omit<Change, 'toolTitle' | 'module'> {
  readonly inverse: unknown
}

/** An entry that is about to be stored, before its effect begins. */
export type NewChange = Omit<StoredChange, 'number' | 'status' | 'undoneBy'>

/** Stores an entry as `applying`. */
export function insertChange(db: Database, change: NewChange): void {
  db.orm
    .insert(changes)
    .values({
      ...change,
      preview: JSON.stringify(change.preview),
      inverse: JSON.stringify(change.inverse ?? null),
      status: 'applying',
      actor: JSON.stringify(change.actor),
      approvedBy: JSON.stringify(change.approvedBy),
    })
    .run()
}

/** Moves an entry from one status to another and answers whether it was in the first. */
export function settleChange(
  db: Database,
  id: string,
  from: Change['status'],
  to: { readonly status: Change['status']; readonly undoneBy?: string | null },
): boolean {
  const { changes: moved } = db.orm
    .update(changes)
    .set(to)
    .where(and(eq(changes.id, id), eq(changes.status, from)))
    .run()
  return moved === 1
}

/** Finds an entry by its id or its short number, with or without `#`. */
export function findChange(db: Database, idOrNumber: string): StoredChange | null {
  const number = /^#?(\d{1,15})$/.exec(idOrNumber.trim())?.[1]
  const row = db.orm
    .select()
    .from(changes)
    .where(number === undefined ? eq(changes.id, idOrNumber) : eq(changes.number, Number(number)))
    .get()
  return row === undefined ? null : fromRow(row)
}

/** Newest first; `search` looks in summaries and tool names. */
export function listChanges(
  db: Database,
  query: {
    before?: number | undefined
    runId?: string | undefined
    search?: string | undefined
    limit: number
  },
): StoredChange[] {
  const conditions: (SQL | undefined)[] = []
  if (query.before !== undefined) conditions.push(lt(changes.number, query.before))
  if (query.runId !== undefined) conditions.push(eq(changes.runId, query.runId))
  if (query.search !== undefined && query.search.trim() !== '') {
    const pattern = `%${query.search.trim().replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      or(
        sql`${changes.summary} LIKE ${pattern} ESCAPE '\\'`,
        sql`${changes.tool} LIKE ${pattern} ESCAPE '\\'`,
      ),
    )
  }
  return db.orm
    .select()
    .from(changes)
    .where(and(...conditions))
    .orderBy(desc(changes.number))
    .limit(query.limit)
    .all()
    .map(fromRow)
}

/** Entries whose effect was under way, newest first: the order in which they are rolled back. */
export function changesUnderWay(db: Database): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(eq(changes.status, 'applying'))
    .orderBy(desc(changes.number))
    .all()
    .map(fromRow)
}

/** What a run did itself and what still holds, newest first. */
export function appliedOfRun(db: Database, runId: string): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(and(eq(changes.runId, runId), eq(changes.status, 'applied'), isNull(changes.undoes)))
    .orderBy(desc(changes.number))
    .all()
    .map(fromRow)
}

/** The entry that did a change again after it was undone, where that is what holds now. */
export function standingRedo(db: Database, id: string): StoredChange | null {
  const undo = alias(changes, 'undo')
  const row = db.orm
    .select({ redo: changes })
    .from(changes)
    .innerJoin(undo, eq(changes.undoes, undo.id))
    .where(and(eq(undo.undoes, id), eq(changes.status, 'applied')))
    .orderBy(desc(changes.number))
    .get()
  return row === undefined ? null : fromRow(row.redo)
}

function fromRow(row: typeof changes.$inferSelect): StoredChange {
  return {
    ...row,
    class: storedClass.parse(row.class),
    preview: storedPreview.parse(parseStored(row.preview)),
    inverse: parseStored(row.inverse),
    actor: storedActor.parse(parseStored(row.actor)),
    approvedBy: storedActor.parse(parseStored(row.approvedBy)),
  }
}
