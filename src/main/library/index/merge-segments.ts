import type { FileStream } from './file-stream'
import { compareKeys, copyKey, createKey, type Key, readUtf8 } from './key'
import { openInOrder } from './key-order'
import { type DecodedTerms, decodeTerms } from './passage-terms'
import { createPassageList, type PassageTable } from './passages'
import { appendPostings, GONE, type PostingList } from './postings'
import { type PutPage, type SegmentFacts, segmentFiles } from './segment-files'
import type { SegmentSource } from './segment-reader'
import { createSegmentWriter, STEP_ENTRIES, TERMS_BLOCK } from './segment-writer'
import { hashKey } from './term-mark'

/** Tells whether passages of a document count, by the indexing that made them. */
export type IsPresent = (document: number, indexing: number) => boolean

/** Bytes of a number at most. */
const NUMBER_BYTES = 8

/** What the parts of a merge share. */
type Merging = {
  readonly segments: readonly SegmentSource[]
  readonly writer: ReturnType<typeof createSegmentWriter>
  /** Of each segment, where its passages went. */
  readonly places: readonly Int32Array[]
  /** Of each segment's terms, in order, where they went. */
  readonly newPlaces: readonly Int32Array[]
  /** Hashes of the terms that are left; null where all are. */
  readonly kept: Set<number> | null
}

/**
 * Writes one segment with the passages of several that are still present, and hands over now and then (by `yield`)
 * so that others have their turn. The result is what indexing the same passages in the same order gives.
 */
export function* mergeSegments(
  segments: readonly SegmentSource[],
  isPresent: IsPresent,
  put: PutPage,
): Generator<void, SegmentFacts> {
  const list = createPassageList()
  const places = segments.map((segment) => keepPresent(segment, isPresent, list))
  const table = list.table()
  const before = segments.reduce((sum, segment) => sum + segment.passages.count, 0)
  const merging: Merging = {
    segments,
    writer: createSegmentWriter(put),
    places,
    newPlaces: segments.map(({ terms }) => new Int32Array(terms)),
    kept: table.count === before ? null : new Set<number>(),
  }
  yield* mergeTerms(merging, table)
  yield* mergeForms(merging)
  yield* mergePassageTerms(merging)
  return merging.writer.finish(table, languagesOf(segments, places))
}

/** How many passages of each language are kept: of which language those are that are dropped, a segment does not say. */
function languagesOf(
  segments: readonly SegmentSource[],
  places: readonly Int32Array[],
): ReadonlyMap<string, number> {
  const languages = new Map<string, number>()
  for (const [index, { facts }] of segments.entries()) {
    const kept = places[index]?.filter((place) => place !== GONE).length ?? 0
    for (const [language, count] of Object.entries(facts.languages)) {
      const share = Math.ceil((count * kept) / facts.passages)
      if (share > 0) languages.set(language, (languages.get(language) ?? 0) + share)
    }
  }
  return languages
}

function* mergeTerms(
  { segments, writer, places, newPlaces, kept }: Merging,
  table: PassageTable,
): Generator<void> {
  const order = openInOrder(segments.map(({ stream }) => stream(segmentFiles.terms)))
  const postings = segments.map(({ stream }) => stream(segmentFiles.postings))
  const taken = new Int32Array(segments.length)
  const list: PostingList = { passages: new Int32Array(4096), codes: new Uint8Array(4096), count: 0 }
  const key = createKey()
  for (let entries = 1; order.source() !== -1; entries++) {
    copyKey(order.key(), key)
    list.count = 0
    do {
      const source = order.source()
      const stream = order.stream()
      const count = stream.varint()
      // Lists follow each other as their terms do: where this one begins is known.
      stream.varint()
      const bytes = stream.varint()
      // How often it is at most, and the shortest of its passages: told anew.
      stream.at += 2
      appendPostings(list, postings[source] as FileStream, count, bytes, places[source] as Int32Array)
      const place = taken[source] as number
      taken[source] = place + 1
      ;(newPlaces[source] as Int32Array)[place] = writer.terms()
      order.next()
    } while (order.source() !== -1 && compareKeys(order.key(), key) === 0)
    if (list.count > 0) {
      writer.term(key, list.passages, list.codes, 0, list.count, table.body)
      kept?.add(hashKey(key))
    }
    if (entries % STEP_ENTRIES === 0) yield
  }
}

function* mergeForms({ segments, writer, kept }: Merging): Generator<void> {
  const order = openInOrder(segments.map(({ stream }) => stream(segmentFiles.forms)))
  const term = createKey()
  for (let entries = 1; order.source() !== -1; entries++) {
    const form = order.key()
    const stream = order.stream()
    for (const end = order.end(); stream.at < end; ) {
      readFormTerm(stream, form, term)
      if (kept === null || kept.has(hashKey(term))) writer.form(form, term)
    }
    order.next()
    if (entries % STEP_ENTRIES === 0) yield
  }
}

/** Reads a term of a form. */
function readFormTerm(stream: FileStream, form: Key, term: Key): void {
  const shared = stream.varint()
  const bytes = stream.varint()
  copyKey(form, term)
  readUtf8(term, shared, stream.bytes, stream.at, stream.at + bytes)
  stream.at += bytes
}

function* mergePassageTerms({ segments, writer, places, newPlaces }: Merging): Generator<void> {
  const said: DecodedTerms = {
    places: new Int32Array(1024),
    times: new Uint8Array(1024),
    count: 0,
    isListing: false,
  }
  let entries = 0
  for (const [source, segment] of segments.entries()) {
    const place = places[source] as Int32Array
    const renumbered = newPlaces[source] as Int32Array
    const stream = segment.stream(segmentFiles.passageTerms)
    for (let passage = 0; passage < place.length; passage++) {
      if (passage % TERMS_BLOCK === 0) needBlock(stream, Math.min(TERMS_BLOCK, place.length - passage))
      stream.at = decodeTerms(stream.bytes, stream.at, segment.terms, said)
      if (++entries % STEP_ENTRIES === 0) yield
      if (place[passage] === GONE) continue
      renumber(said, renumbered)
      writer.passageTerms(said.places, said.times, 0, said.count, said.isListing)
    }
  }
}

function renumber({ places, count }: DecodedTerms, renumbered: Int32Array): void {
  for (let at = 0; at < count; at++) places[at] = renumbered[places[at] as number] as number
}

/** Lets a block of passages lie in its stream, at what the first of them says. */
function needBlock(stream: FileStream, passages: number): void {
  stream.need(passages * NUMBER_BYTES)
  let bytes = 0
  for (let left = passages; left > 0; left--) bytes += stream.varint()
  stream.need(bytes)
}

/** Adds the present passages of a segment to the list; answers where each went. */
function keepPresent(
  { passages }: SegmentSource,
  isPresent: IsPresent,
  list: ReturnType<typeof createPassageList>,
): Int32Array {
  const places = new Int32Array(passages.count).fill(GONE)
  const { body, title, section } = passages
  let next = list.count()
  let at = 0
  for (const run of passages.runs) {
    const present = isPresent(run.document, run.indexing)
    for (let index = 0; index < run.count; index++, at++) {
      if (!present) continue
      places[at] = next++
      list.addCodes(run.document, run.indexing, run.firstOrdinal + index, [
        body[at] as number,
        title[at] as number,
        section[at] as number,
      ])
    }
  }
  return places
}
