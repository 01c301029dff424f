import type { DictionaryCursor } from './dictionary'
import { createPassageList } from './passages'
import { eachPosting } from './postings'
import type { PutPage, SegmentFacts } from './segment-files'
import type { Segment } from './segment-reader'
import { createSegmentWriter, readFormTerms, readTermEntry } from './segment-writer'
import { hashTerm } from './term-mark'

/** Tells whether passages of a document count, by the indexing that made them. */
export type IsPresent = (document: number, indexing: number) => boolean

/** Entries between two pauses. */
const STEP_ENTRIES = 500

/** A passage that the merged segment leaves out. */
const GONE = -1

/**
 * Writes one segment with the passages of several that are still present, and hands over now and then (by `yield`)
 * so that others have their turn. The result is what indexing the same passages in the same order gives.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  isPresent: IsPresent,
  put: PutPage,
): Generator<void, SegmentFacts> {
  const list = createPassageList()
  const places = segments.map((segment) => keepPresent(segment, isPresent, list))
  const table = list.table()
  const before = segments.reduce((sum, segment) => sum + segment.passages.count, 0)
  const kept = table.count === before ? null : new Set<number>()
  const writer = createSegmentWriter(put)
  let passages = new Int32Array(4096)
  let codes = new Uint8Array(4096)

  const termCursors = segments.map((segment) => segment.termsFrom(''))
  /** Of each segment's terms, in order, where they went. */
  const newPlaces = segments.map(({ terms }) => new Int32Array(terms))
  const termsTaken = segments.map(() => 0)
  let entries = 0
  for (const { key, sources } of inOrder(termCursors)) {
    let count = 0
    for (const source of sources) {
      const segment = segments[source]
      const place = places[source]
      const cursor = termCursors[source]
      if (segment === undefined || place === undefined || cursor === undefined) continue
      const entry = readTermEntry(cursor.payload)
      if (count + entry.count > passages.length) {
        ;[passages, codes] = grown(passages, codes, count + entry.count)
      }
      eachPosting(segment.postings(entry), (passage, code) => {
        const at = place[passage] ?? GONE
        if (at === GONE) return
        passages[count] = at
        codes[count] = code
        count++
      })
      const taken = termsTaken[source] ?? 0
      termsTaken[source] = taken + 1
      const renumbered = newPlaces[source]
      if (renumbered !== undefined) renumbered[taken] = writer.terms()
    }
    if (count > 0) {
      writer.term(key, passages, codes, 0, count, table.body)
      kept?.add(hashTerm(key))
    }
    if (++entries % STEP_ENTRIES === 0) yield
  }

  const formCursors = segments.map((segment) => segment.formsFrom(''))
  for (const { key, sources } of inOrder(formCursors)) {
    for (const source of sources) {
      const cursor = formCursors[source]
      if (cursor === undefined) continue
      for (const term of readFormTerms(key, cursor.payload, cursor.end)) {
        if (kept === null || kept.has(hashTerm(term))) writer.form(key, term)
      }
    }
    if (++entries % STEP_ENTRIES === 0) yield
  }
  for (const [source, segment] of segments.entries()) {
    const place = places[source] ?? new Int32Array(0)
    const renumbered = newPlaces[source] ?? new Int32Array(0)
    for (let passage = 0; passage < place.length; passage++) {
      if (++entries % STEP_ENTRIES === 0) yield
      if (place[passage] === GONE) continue
      const said = segment.passageTerms(passage)
      for (let at = 0; at < said.places.length; at++) said.places[at] = renumbered[said.places[at] ?? 0] ?? 0
      writer.passageTerms(said)
    }
  }
  return writer.finish(table, new Set(segments.flatMap(({ facts }) => facts.languages)))
}

/** Adds the present passages of a segment to the list; answers where each went. */
function keepPresent(
  { passages }: Segment,
  isPresent: IsPresent,
  list: ReturnType<typeof createPassageList>,
): Int32Array {
  const places = new Int32Array(passages.count).fill(GONE)
  let next = list.table().count
  let at = 0
  for (const run of passages.runs) {
    const present = isPresent(run.document, run.indexing)
    for (let index = 0; index < run.count; index++, at++) {
      if (!present) continue
      places[at] = next++
      list.addCodes(run.document, run.indexing, run.firstOrdinal + index, [
        passages.body[at] ?? 0,
        passages.title[at] ?? 0,
        passages.section[at] ?? 0,
      ])
    }
  }
  return places
}

/** Every key of some dictionaries once, in order, with which of them have it; moves their cursors. */
function* inOrder(
  cursors: readonly DictionaryCursor[],
): Generator<{ readonly key: string; readonly sources: readonly number[] }> {
  for (;;) {
    let least: string | undefined
    for (const { key } of cursors) if (key !== undefined && (least === undefined || key < least)) least = key
    if (least === undefined) return
    const sources: number[] = []
    for (let source = 0; source < cursors.length; source++) {
      if (cursors[source]?.key === least) sources.push(source)
    }
    yield { key: least, sources }
    for (const source of sources) cursors[source]?.next()
  }
}

function grown(
  passages: Int32Array<ArrayBuffer>,
  codes: Uint8Array<ArrayBuffer>,
  least: number,
): [Int32Array<ArrayBuffer>, Uint8Array<ArrayBuffer>] {
  const size = Math.max(passages.length * 2, least)
  const morePassages = new Int32Array(size)
  morePassages.set(passages)
  const moreCodes = new Uint8Array(size)
  moreCodes.set(codes)
  return [morePassages, moreCodes]
}
