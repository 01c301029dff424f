import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { documentTitleLimit } from '../../shared/contract/document'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { RENEWED } from './document-standing'
import type { Database } from './open'
import { prepared, preparedOnce } from './prepared'
import { collections, documents } from './schema'

/** A row of the documents table. */
export type DocumentRow = typeof documents.$inferSelect
type Changes = Partial<Omit<DocumentRow, 'number' | 'id'>>

const present = and(isNull(documents.deletedAt), isNull(collections.deletedAt))

/** What is asked for each document many times. */
const queries = preparedOnce((orm) => ({
  byNumber: orm
    .select()
    .from(documents)
    .where(eq(documents.number, sql.placeholder('number')))
    .prepare(),
  present: orm
    .select({ document: documents })
    .from(documents)
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(and(eq(documents.id, sql.placeholder('id')), present))
    .prepare(),
  titled: orm
    .select({ document: documents })
    .from(documents)
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(and(eq(documents.titleOrder, sql`order_of_title(${sql.placeholder('title')})`), present))
    .orderBy(asc(documents.number))
    .prepare(),
}))

/** No document has this number. */
const NO_DOCUMENT = -1

/** A document by id, deleted or not; undefined when there never was one. */
export function findDocument(db: Database, id: string): DocumentRow | undefined {
  return db.orm.select().from(documents).where(eq(documents.id, id)).get()
}

/** A document that is in the library: neither it nor its collection was deleted. */
export function findPresentDocument(db: Database, id: string): DocumentRow | undefined {
  return queries(db).present.get({ id })?.document
}

/** The same; throws `not_found`. */
export function presentDocument(db: Database, id: string): DocumentRow {
  const found = findPresentDocument(db, id)
  if (found === undefined) throw new AppError('not_found', say('document.none', { id }))
  return found
}

/** The documents in the library that have this title, in any case of letters; the oldest first. */
export function documentsTitled(db: Database, title: string): DocumentRow[] {
  const lowered = (text: string) => text.trim().toLowerCase()
  const wanted = title.trim()
  if (wanted.length > documentTitleLimit) return []
  return queries(db)
    .titled.all({ title: wanted })
    .map(({ document }) => document)
    .filter((document) => lowered(document.title) === lowered(wanted))
}

/** Whether {@link findPresentDocument} finds one. */
export function isDocumentThere(db: Database, id: string): boolean {
  return findPresentDocument(db, id) !== undefined
}

/** A document by its number. */
export function documentByNumber(db: Database, number: number): DocumentRow | undefined {
  return queries(db).byNumber.get({ number })
}

/** Documents by their numbers, in that order; those that are gone are left out. */
export function documentsByNumbers(db: Database, numbers: readonly number[]): DocumentRow[] {
  const rows = db.orm
    .select()
    .from(documents)
    .where(sql`${documents.number} IN (SELECT value FROM json_each(${JSON.stringify(numbers)}))`)
    .all()
  const found = new Map(rows.map((row) => [row.number, row]))
  return numbers.flatMap((number) => found.get(number) ?? [])
}

/** Changes a document in any state. */
export function changeDocument(db: Database, number: number, changes: Changes): void {
  db.orm.update(documents).set(changes).where(eq(documents.number, number)).run()
}

/** Changes a document that is still being ingested; false when it no longer is. */
export function changeIngesting(db: Database, number: number, changes: Changes): boolean {
  const { changes: rows } = db.orm
    .update(documents)
    .set(changes)
    .where(and(eq(documents.number, number), inArray(documents.status, ['pending', 'processing'])))
    .run()
  return rows === 1
}

/** Changes a document whose text is not being written yet; false once it is. */
export function changeBeforeIndexing(db: Database, number: number, changes: Changes): boolean {
  const { changes: rows } = db.orm
    .update(documents)
    .set(changes)
    .where(
      and(
        eq(documents.number, number),
        inArray(documents.status, ['pending', 'processing']),
        ne(documents.stage, 'index'),
      ),
    )
    .run()
  return rows === 1
}

/**
 * Whether a document has the whole of what was read of its content: it is complete, or was and is to be read again,
 * however far that is and however it ended. What is read anew takes the place of that in one step.
 */
export function isRead({ status, extractor, sha256 }: DocumentRow): boolean {
  return status === 'complete' || (extractor !== null && sha256 !== null)
}

/** The document of a collection that has this content and did not fail. */
export function documentWithContent(
  db: Database,
  sha256: string,
  collectionId: string,
  except: number | null = null,
): DocumentRow | undefined {
  // Asked several times for each of thousands of files, of which most are new.
  const number = prepared(db.raw, withContent)
    .pluck()
    .get(sha256, collectionId, except ?? NO_DOCUMENT)
  return typeof number === 'number' ? documentByNumber(db, number) : undefined
}

const withContent = `SELECT number FROM documents
  WHERE sha256 = ? AND collection_id = ? AND deleted_at IS NULL
    AND status IN ('pending', 'processing', 'complete') AND number <> ?
  ORDER BY number LIMIT 1`

/** The document of a collection that was made from a file or the page at an address; of several the newest. */
export function documentFromSource(
  db: Database,
  source: string,
  collectionId: string,
): DocumentRow | undefined {
  // Asked for each of thousands of files, of which most are new.
  const number = prepared(db.raw, fromSource).pluck().get(collectionId, source)
  return typeof number === 'number' ? documentByNumber(db, number) : undefined
}

const fromSource = `SELECT number FROM documents
  WHERE collection_id = ? AND source = ? AND deleted_at IS NULL ORDER BY number DESC LIMIT 1`

/** Where a document of a collection was made from. */
export type DocumentSource = { readonly number: number; readonly source: string }

/** The sources of a collection's documents between two others, in their order, without both; at most `limit`. */
export function sourcesBetween(
  db: Database,
  collectionId: string,
  { after, before, limit }: { readonly after: string; readonly before: string; readonly limit: number },
): DocumentSource[] {
  return db.orm
    .select({ number: documents.number, source: documents.source })
    .from(documents)
    .where(
      and(
        eq(documents.collectionId, collectionId),
        isNull(documents.deletedAt),
        gt(documents.source, after),
        lt(documents.source, before),
      ),
    )
    .orderBy(documents.source)
    .limit(limit)
    .all()
}

/** What a list of documents shows. */
export type DocumentQuery = {
  readonly collectionId?: string | undefined
  readonly status: 'pending' | 'complete' | 'error' | 'all'
  readonly title?: string | undefined
  readonly limit: number
  /** Only documents that were added before this one, or at the same time and have a smaller number. */
  readonly before?: { readonly addedAt: number; readonly number: number } | undefined
}

/** Documents, newest first, and how many there are without the limit. */
export function listDocuments(db: Database, query: DocumentQuery): { rows: DocumentRow[]; total: number } {
  const filter = and(
    present,
    statusFilter(query.status),
    query.collectionId === undefined ? undefined : eq(documents.collectionId, query.collectionId),
    query.title === undefined ? undefined : titleContains(query.title),
  )
  const joined = eq(collections.id, documents.collectionId)
  const rows = db.orm
    .select({ document: documents })
    .from(documents)
    .innerJoin(collections, joined)
    .where(and(filter, query.before === undefined ? undefined : addedBefore(query.before)))
    .orderBy(desc(documents.addedAt), desc(documents.number))
    .limit(query.limit)
    .all()
  const total = db.orm
    .select({ total: count() })
    .from(documents)
    .innerJoin(collections, joined)
    .where(filter)
    .get()
  return { rows: rows.map(({ document }) => document), total: total?.total ?? 0 }
}

function addedBefore({ addedAt, number }: { addedAt: number; number: number }): SQL {
  return sql`(${documents.addedAt}, ${documents.number}) < (${addedAt}, ${number})`
}

function statusFilter(status: DocumentQuery['status']): SQL | undefined {
  switch (status) {
    case 'all':
      return undefined
    case 'complete':
      return and(eq(documents.status, 'complete'), sql`${documents.number} NOT IN (${renewed})`)
    case 'pending':
      return or(
        inArray(documents.status, ['pending', 'processing']),
        sql`${documents.number} IN (${renewed})`,
      )
    case 'error':
      return inArray(documents.status, ['error', 'cancelled'])
    default:
      return assertNever(status)
  }
}

const renewed = sql.raw(RENEWED)

function titleContains(part: string): SQL {
  return sql`${like(documents.title, `%${part.replace(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\'`
}

/** Ids of all documents of a collection, in order. */
export function documentIds(db: Database, collectionId: string): string[] {
  return db.orm
    .select({ id: documents.id })
    .from(documents)
    .where(and(eq(documents.collectionId, collectionId), isNull(documents.deletedAt)))
    .orderBy(asc(documents.number))
    .all()
    .map(({ id }) => id)
}

/**
 * What an interrupted ingestion left: documents and new versions to go on with, and those whose index has an old
 * title.
 */
export function unfinishedDocuments(db: Database): { ingest: number[]; retitle: number[] } {
  const rows = db.orm
    .select({ number: documents.number, status: documents.status, versionOf: documents.versionOf })
    .from(documents)
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(
      and(
        isNull(collections.deletedAt),
        or(
          and(isNull(documents.deletedAt), inArray(documents.status, ['pending', 'processing'])),
          and(isNull(documents.deletedAt), eq(documents.status, 'complete'), eq(documents.stage, 'index')),
          and(
            isNotNull(documents.versionOf),
            inArray(documents.status, ['pending', 'processing', 'complete']),
          ),
        ),
      ),
    )
    .orderBy(asc(documents.number))
    .all()
  const retitles = ({ status, versionOf }: (typeof rows)[number]) =>
    status === 'complete' && versionOf === null
  return {
    ingest: rows.filter((row) => !retitles(row)).map(({ number }) => number),
    retitle: rows.filter(retitles).map(({ number }) => number),
  }
}

/**
 * The first document after a number that is complete and was read by another version of its format's extractor;
 * undefined when there is none.
 */
export function nextOutdated(
  db: Database,
  after: number,
  extractors: readonly { readonly mime: string; readonly extractor: string }[],
): number | undefined {
  const current = extractors.map(({ mime, extractor }) => sql`(${mime}, ${extractor})`)
  const found = db.orm
    .select({ number: documents.number })
    .from(documents)
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(
      and(
        present,
        gt(documents.number, after),
        eq(documents.status, 'complete'),
        eq(documents.stage, 'done'),
        sql`(${documents.mime}, coalesce(${documents.extractor}, '')) NOT IN (VALUES ${sql.join(current, sql`, `)})`,
      ),
    )
    .orderBy(asc(documents.number))
    .limit(1)
    .get()
  return found?.number
}

/** Gives each of two documents the other's id; inside a transaction. */
export function exchangeIds(db: Database, one: string, other: string): void {
  // Ids are unique at each moment, so one of the two stands aside.
  changeById(db, other, `${other} `)
  changeById(db, one, other)
  changeById(db, `${other} `, one)
}

function changeById(db: Database, from: string, to: string): void {
  db.orm.update(documents).set({ id: to }).where(eq(documents.id, from)).run()
}

/** Whether any document is being read, or waits for it. */
export function anyIngesting(db: Database): boolean {
  const found = db.orm
    .select({ number: documents.number })
    .from(documents)
    .innerJoin(collections, eq(collections.id, documents.collectionId))
    .where(and(present, inArray(documents.status, ['pending', 'processing'])))
    .limit(1)
    .get()
  return found !== undefined
}

/** Whether any document can be found by a search. */
export function anyIndexed(db: Database): boolean {
  const found = db.orm
    .select({ number: documents.number })
    .from(documents)
    .where(and(isNull(documents.deletedAt), gt(documents.indexing, 0)))
    .limit(1)
    .get()
  return found !== undefined
}

/** Whether any complete document has no entries in the index. */
export function anyToIndex(db: Database): boolean {
  const found = db.orm
    .select({ number: documents.number })
    .from(documents)
    .where(and(eq(documents.status, 'complete'), eq(documents.indexing, 0)))
    .limit(1)
    .get()
  return found !== undefined
}
