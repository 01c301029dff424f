import { parsedJson } from '../../shared/json/parsed-json'
import {
  placeOfPage,
  type SegmentFacts,
  type SegmentFile,
  segmentFactsSchema,
  segmentOfPlace,
} from '../library/index/segment-files'
import { BEFORE_ANY_TIME } from './before-any-time'
import { prepared } from './prepared'
import { forAWhile, type Turn, unsynced } from './short-transactions'
import type { WorkerConnection } from './worker-connection'

/** A finished segment of the index. */
export type SegmentRow = { readonly number: number; readonly facts: SegmentFacts }

/** A page to be stored. */
export type NewPage = { readonly file: SegmentFile; readonly page: number; readonly data: Buffer }

/** Begins a segment for a document, or, without one, to merge others into; answers its number, which never comes again. */
export function beginSegment(connection: WorkerConnection, document: number | null): number {
  return unsynced(connection, () =>
    Number(
      prepared(connection, "INSERT INTO index_segments (state, document_number) VALUES ('building', ?)").run(
        document,
      ).lastInsertRowid,
    ),
  )
}

/** Stores some pages from an iterator. */
export function putSomePages(connection: WorkerConnection, segment: number, pages: Iterator<NewPage>): Turn {
  const insert = prepared(connection, 'INSERT INTO index_pages (place, data) VALUES (?, ?)')
  return forAWhile(connection, () => {
    const next = pages.next()
    if (next.done === true) return false
    const { file, page, data } = next.value
    insert.run(placeOfPage(segment, file, page), data)
    return true
  })
}

/** Says what is known of a segment whose pages are all stored; it becomes visible later. */
export function setSegmentFacts(connection: WorkerConnection, segment: number, facts: SegmentFacts): void {
  unsynced(connection, () =>
    prepared(connection, 'UPDATE index_segments SET facts = ? WHERE number = ?').run(
      JSON.stringify(facts),
      segment,
    ),
  )
}

/** Makes segments visible; part of the transaction that makes what they hold count. */
export function publishSegments(connection: WorkerConnection, segments: readonly number[]): void {
  const publish = prepared(connection, "UPDATE index_segments SET state = 'live' WHERE number = ?")
  for (const segment of segments) publish.run(segment)
}

/** In one transaction, a merged segment takes the place of those it was made from; their pages go later. */
export function replaceSegments(
  connection: WorkerConnection,
  replaced: readonly number[],
  merged: number | null,
): void {
  connection
    .transaction(() => {
      const remove = connection.prepare('DELETE FROM index_segments WHERE number = ?')
      for (const segment of replaced) remove.run(segment)
      if (merged !== null) publishSegments(connection, [merged])
    })
    .immediate()
}

/** The segments that count, oldest first. */
export function liveSegments(connection: WorkerConnection): SegmentRow[] {
  const rows = connection
    .prepare("SELECT number, facts FROM index_segments WHERE state = 'live' ORDER BY number")
    .all() as { number: number; facts: string }[]
  return rows.map(({ number, facts }) => ({ number, facts: segmentFactsSchema.parse(parsedJson(facts)) }))
}

/**
 * Forgets the index where a later version wrote a part of it in a way that this one does not know: it is made of the
 * stored passages, which stay, and is made anew of them. Answers whether it did.
 */
export function forgetUnknownIndex(connection: WorkerConnection): boolean {
  const facts = connection.prepare("SELECT facts FROM index_segments WHERE state = 'live'").pluck()
  const isKnown = (stored: unknown) => segmentFactsSchema.safeParse(parsedJson(String(stored))).success
  if (facts.all().every(isKnown)) return false
  forgetIndex(connection)
  return true
}

/** Reads pages of segments. */
export function pageReader(
  connection: WorkerConnection,
): (segment: number, file: SegmentFile, page: number) => Buffer {
  const read = connection.prepare('SELECT data FROM index_pages WHERE place = ?').pluck()
  return (segment, file, page) => {
    const data = read.get(placeOfPage(segment, file, page))
    if (Buffer.isBuffer(data)) return data
    throw new Error(`The search index lacks page ${page} of file ${file} of segment ${segment}.`)
  }
}

/** Forgets segments that an interrupted job left half made. */
export function forgetUnfinished(connection: WorkerConnection, of: 'documents' | 'merges'): void {
  const which = of === 'merges' ? 'IS NULL' : 'IS NOT NULL'
  unsynced(connection, () =>
    connection
      .prepare(`DELETE FROM index_segments WHERE state = 'building' AND document_number ${which}`)
      .run(),
  )
}

/** Removes some pages that no segment has any more. */
export function removeSomePages(connection: WorkerConnection): Turn {
  const first = connection.prepare('SELECT min(place) FROM index_pages WHERE place >= ?').pluck()
  const known = connection.prepare('SELECT 1 FROM index_segments WHERE number = ?').pluck()
  const remove = connection.prepare('DELETE FROM index_pages WHERE place = ?')
  const firstFrom = (segment: number) => first.get(placeOfPage(segment, 0, 0)) as number | null
  let place = firstFrom(0)
  while (place !== null && known.get(segmentOfPlace(place)) !== undefined) {
    place = firstFrom(segmentOfPlace(place) + 1)
  }
  if (place === null) return { more: false, locked: 0, released: 0 }
  const orphan = segmentOfPlace(place)
  const turn = forAWhile(connection, () => {
    const next = firstFrom(orphan)
    if (next === null || segmentOfPlace(next) !== orphan) return false
    remove.run(next)
    return true
  })
  return { ...turn, more: true }
}

/** Which indexing counts of each document that has any, deleted or not. */
export function indexingsOfDocuments(connection: WorkerConnection): Map<number, number> {
  const rows = connection
    .prepare('SELECT number, indexing FROM documents WHERE indexing > 0')
    .raw()
    .all() as [number, number][]
  return new Map(rows)
}

/** Complete, without entries, and not about to be removed for good. */
const toIndex = `status = 'complete' AND indexing = 0 AND coalesce(deleted_at > ${BEFORE_ANY_TIME}, 1)`

/** Documents that are complete and have no entries in the index. */
export function documentsToIndex(connection: WorkerConnection, limit: number): number[] {
  return connection
    .prepare(`SELECT number FROM documents WHERE ${toIndex} ORDER BY number LIMIT ?`)
    .pluck()
    .all(limit) as number[]
}

/** Tells how many complete documents wait for their entries in the index. */
export function waitingCounter(connection: WorkerConnection): () => number {
  const count = connection.prepare(`SELECT count(*) FROM documents WHERE ${toIndex}`).pluck()
  return () => count.get() as number
}

/** How many documents are complete. */
export function countComplete(connection: WorkerConnection): number {
  return connection
    .prepare("SELECT count(*) FROM documents WHERE status = 'complete'")
    .pluck()
    .get() as number
}

/** Forgets the whole index; every document is then to be indexed anew. */
export function forgetIndex(connection: WorkerConnection): void {
  connection
    .transaction(() => {
      connection.prepare('DELETE FROM index_segments').run()
      connection.prepare('UPDATE documents SET indexing = 0').run()
    })
    .immediate()
}
