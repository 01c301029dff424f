import {
  and,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { z } from 'zod'
import type { Change, ChangeLine } from '../../shared/contract/changes'
import { parsedJson } from '../../shared/json/parsed-json'
import { recoverySchema, type Target, targetSchema } from '../../shared/tool/preview'
import type { Database } from './open'
import { insertOnce, preparedOnce } from './prepared'
import { changes } from './schema'
import { partOf, storedActor, storedClass, storedPreview, storedSaid } from './stored-json'

/** An entry of the ledger as it is stored: with what undoes it, without what the catalog says of its tool. */
export interface StoredChange
  extends Omit<Change, 'toolTitle' | 'module' | 'undoEnded' | 'undoneInPart' | 'goesOn'> {
  readonly inverse: unknown
}

/** An entry that is about to be stored, before its effect begins. */
export type NewChange = Omit<StoredChange, 'number' | 'status' | 'undoneBy'>

const insert = insertOnce(changes)

/** Stores an entry as `applying`. */
export function insertChange(db: Database, change: NewChange): void {
  insert(db, {
    ...change,
    preview: JSON.stringify(change.preview),
    inverse: JSON.stringify(change.inverse ?? null),
    status: 'applying',
    actor: JSON.stringify(change.actor),
    approvedBy: JSON.stringify(change.approvedBy),
  })
}

const readableTargets = z.array(targetSchema).nullable().catch(null)

/**
 * What each change touched that was made without a decision of a person since a proposal was applied; since ever, where
 * it was not. Null for one that can't be read.
 */
export function touchedUnseenSince(db: Database, proposalId: string): (Target[] | null)[] {
  const since = db.orm
    .select({ number: sql<number>`coalesce(max(${changes.number}), 0)` })
    .from(changes)
    .where(eq(changes.proposalId, proposalId))
  return db.orm
    .select({
      targets: partOf(changes.preview, '$.targets'),
    })
    .from(changes)
    .where(
      and(
        gt(changes.number, sql`(${since})`),
        inArray(changes.approval, ['standing', 'grant', 'policy']),
        ne(changes.status, 'rolled_back'),
      ),
    )
    .all()
    .map(({ targets }) => readableTargets.parse(targets === null ? null : parsedJson(targets)))
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

const entries = preparedOnce((orm) => ({
  byId: orm
    .select()
    .from(changes)
    .where(eq(changes.id, sql.placeholder('id')))
    .prepare(),
  byNumber: orm
    .select()
    .from(changes)
    .where(eq(changes.number, sql.placeholder('number')))
    .prepare(),
}))

/** Finds an entry by its id or its short number, with or without `#`. */
export function findChange(db: Database, idOrNumber: string): StoredChange | null {
  const number = /^#?(\d{1,15})$/.exec(idOrNumber.trim())?.[1]
  const { byId, byNumber } = entries(db)
  const row = number === undefined ? byId.get({ id: idOrNumber }) : byNumber.get({ number: Number(number) })
  return row === undefined ? null : fromRow(row)
}

/** The number of the entry that undid one; null while that stands, and where it never took effect. */
export function undoneByNumber(db: Database, id: string): number | null {
  return undoers(db).get({ id })?.number ?? null
}

const undo = alias(changes, 'undo')
const undoers = preparedOnce((orm) =>
  orm
    .select({ number: undo.number })
    .from(changes)
    .innerJoin(undo, eq(changes.undoneBy, undo.id))
    .where(and(eq(changes.id, sql.placeholder('id')), eq(changes.status, 'undone')))
    .prepare(),
)

/** Entries that took back some things of another, and still do; oldest first. */
export function undoersInPart(db: Database, id: string): readonly Pick<StoredChange, 'number' | 'preview'>[] {
  return inPart(db)
    .all({ id })
    .map(({ number, preview }) => ({ number, preview: storedPreview.parse(parsedJson(preview)) }))
}

const inPart = preparedOnce((orm) =>
  orm
    .select({ number: changes.number, preview: changes.preview })
    .from(changes)
    .where(and(eq(changes.undoesPartOf, sql.placeholder('id')), eq(changes.status, 'applied')))
    .orderBy(changes.number)
    .prepare(),
)

/** What undoes an entry, without the rest of it; null when there is no such entry. */
export function inverseOf(db: Database, id: string): unknown {
  const row = db.orm.select({ inverse: changes.inverse }).from(changes).where(eq(changes.id, id)).get()
  return row === undefined ? null : parsedJson(row.inverse)
}

/** What the ledger is asked for; what is absent does not narrow it. */
export interface ChangesQuery {
  readonly before?: number | undefined
  readonly runId?: string | undefined
  readonly conversationId?: string | undefined
  readonly tools?: readonly string[] | undefined
  readonly class?: Change['class'] | undefined
  readonly status?: Change['status'] | undefined
  readonly actor?: Change['actor']['kind'] | 'mission' | undefined
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** Words, each of which is looked for in summaries, tool names and every text that an entry shows. */
  readonly search?: string | undefined
  readonly limit: number
}

/** Newest first. */
export function listChanges(db: Database, query: ChangesQuery): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(matching(query))
    .orderBy(desc(changes.number))
    .limit(query.limit)
    .all()
    .map(fromRow)
}

/** A line of the ledger as it is stored, without what the catalog says of its tool. */
export type StoredChangeLine = Omit<ChangeLine, 'toolTitle' | 'module' | 'undoEnded' | 'goesOn'>

/** The same without what only an opened entry shows: previews can be long, and are neither read nor checked. */
export function listChangeLines(db: Database, query: ChangesQuery): StoredChangeLine[] {
  const { preview, inverse: _inverse, ...columns } = getTableColumns(changes)
  return db.orm
    .select({
      ...columns,
      recovery: partOf(preview, '$.recovery'),
      said: partOf(preview, '$.said'),
      undoneInPart: sql<number>`EXISTS (SELECT 1 FROM changes AS part WHERE part.undoes_part_of = changes.id AND part.status = 'applied')`,
      detailed: sql<number>`CASE WHEN json_valid(${preview}) THEN json_array_length(${preview}, '$.changes') > 0 ELSE 0 END`,
    })
    .from(changes)
    .where(matching(query))
    .orderBy(desc(changes.number))
    .limit(query.limit)
    .all()
    .map((row) => ({
      ...row,
      class: storedClass.parse(row.class),
      actor: storedActor.parse(parsedJson(row.actor)),
      approvedBy: storedActor.parse(parsedJson(row.approvedBy)),
      recovery: storedRecovery.parse(row.recovery),
      said: storedSaid.parse(parsedJson(row.said ?? '{}')),
      undoneInPart: row.undoneInPart === 1,
      detailed: row.detailed === 1,
    }))
}

const storedRecovery = recoverySchema.catch('none')

function matching(query: ChangesQuery): SQL | undefined {
  const words = query.search?.split(/\s+/).filter((word) => word !== '') ?? []
  return and(
    query.before === undefined ? undefined : lt(changes.number, query.before),
    query.runId === undefined ? undefined : eq(changes.runId, query.runId),
    query.conversationId === undefined ? undefined : eq(changes.conversationId, query.conversationId),
    query.tools === undefined ? undefined : inArray(changes.tool, [...query.tools]),
    query.class === undefined ? undefined : eq(changes.class, query.class),
    query.status === undefined ? undefined : eq(changes.status, query.status),
    // What can't be read any more is nobody's, and keeps nothing else from being found.
    query.actor === undefined ? undefined : isBy(query.actor),
    query.since === undefined ? undefined : gte(changes.at, query.since),
    query.until === undefined ? undefined : lt(changes.at, query.until),
    ...words.slice(0, mostWords).map(mentions),
  )
}

function isBy(actor: NonNullable<ChangesQuery['actor']>): SQL {
  const part = (path: string) => partOf(changes.actor, path)
  return actor === 'mission' ? sql`${part('$.mission.id')} IS NOT NULL` : sql`${part('$.kind')} = ${actor}`
}

/** Words that a search looks for; more are left out of it. */
const mostWords = 20

/** SQLite takes only the letters of English for the same in either case, and no letter for itself and its mark. */
function mentions(word: string): SQL | undefined {
  const lower = word.normalize('NFC').toLowerCase()
  const [first = ''] = lower
  const spellings = new Set([
    word,
    lower,
    word.toUpperCase(),
    first.toUpperCase() + lower.slice(first.length),
  ])
  if (/^[\x20-\x7e]*$/.test(word)) return mentionsAs(word)
  const forms = [...spellings].flatMap((spelling) => [spelling.normalize('NFC'), spelling.normalize('NFD')])
  return or(...[...new Set(forms)].map(mentionsAs))
}

/** Names of the preview's own members are no words of the change; `kind`, `recovery` and `said` hold none either. */
function mentionsAs(words: string): SQL | undefined {
  const pattern = patternOf(words)
  // As it stands in JSON: entries without it need not be taken apart.
  const raw = patternOf(JSON.stringify(words).slice(1, -1))
  return or(
    sql`${changes.summary} LIKE ${pattern} ESCAPE '\\'`,
    sql`${changes.tool} LIKE ${pattern} ESCAPE '\\'`,
    sql`${changes.preview} LIKE ${raw} ESCAPE '\\' AND json_valid(${changes.preview}) AND EXISTS (SELECT 1 FROM json_tree(${changes.preview}) AS part
      WHERE part.type = 'text' AND part.key NOT IN ('kind', 'recovery') AND part.fullkey NOT LIKE '$.said.%'
      AND part.value LIKE ${pattern} ESCAPE '\\')`,
  )
}

function patternOf(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
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

/** What was done in a conversation and still holds, newest first. */
export function appliedOfConversation(db: Database, conversationId: string): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(
      and(eq(changes.conversationId, conversationId), eq(changes.status, 'applied'), isNull(changes.undoes)),
    )
    .orderBy(desc(changes.number))
    .all()
    .map(fromRow)
}

/** Those of these that still hold, newest first. */
export function appliedOf(db: Database, ids: readonly string[]): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(and(inArray(changes.id, [...ids]), eq(changes.status, 'applied')))
    .orderBy(desc(changes.number))
    .all()
    .map(fromRow)
}

/** What one undo of several changes did and what still holds, newest first. */
export function appliedOfBatch(db: Database, batch: string): StoredChange[] {
  return db.orm
    .select()
    .from(changes)
    .where(and(eq(changes.batch, batch), eq(changes.status, 'applied')))
    .orderBy(desc(changes.number))
    .all()
    .map(fromRow)
}

/** The entry that did a change again after it was undone, where that is what holds now. */
export function standingRedo(db: Database, id: string): StoredChange | null {
  const row = redoers(db).get({ id })
  return row === undefined ? null : fromRow(row.redo)
}

const redoers = preparedOnce((orm) =>
  orm
    .select({ redo: changes })
    .from(changes)
    .innerJoin(undo, eq(changes.undoes, undo.id))
    .where(and(eq(undo.undoes, sql.placeholder('id')), eq(changes.status, 'applied')))
    .orderBy(desc(changes.number))
    .prepare(),
)

function fromRow(row: typeof changes.$inferSelect): StoredChange {
  return {
    ...row,
    class: storedClass.parse(row.class),
    preview: storedPreview.parse(parsedJson(row.preview)),
    inverse: parsedJson(row.inverse),
    actor: storedActor.parse(parsedJson(row.actor)),
    approvedBy: storedActor.parse(parsedJson(row.approvedBy)),
  }
}
