import { setImmediate as nextTurn } from 'node:timers/promises'
import { toTheEnd } from '../../async/stepwise'
import { indexedDocument } from '../../db/chunk-writes'
import {
  indexingsOfDocuments,
  liveSegments,
  type NewPage,
  pageReader,
  waitingCounter,
} from '../../db/index-segments'
import { readChunks } from '../../db/passages'
import type { WorkerConnection } from '../../db/worker-connection'
import { createAnalyzers } from '../analysis/analyze'
import { toLanguage } from '../analysis/languages'
import { fileNameText } from './file-name'
import { addMarkFrequencies, createMarkFrequencies } from './mark-frequencies'
import { createPageCache } from './page-cache'
import { eachPosting } from './postings'
import { createSegmentBuilder } from './segment-builder'
import { openSegment, type Segment } from './segment-reader'
import { readTermEntry } from './segment-writer'
import { hashTerm, MARKS, markOf } from './term-mark'

/** What a comparison of the index with the stored passages found. */
export type IndexCheck = {
  /** Documents that were compared, and their passages. */
  readonly documents: number
  readonly passages: number
  /** Titles of documents whose entries are not those of their passages. */
  readonly wrong: readonly string[]
  /** Complete documents that have no entries yet. */
  readonly waiting: number
}

const PAGE_CACHE_BYTES = 16 * 1024 * 1024

/** No passage is counted so. */
const NO_PASSAGE = -1

/** Terms of a segment between two turns of the event loop. */
const TERMS_A_TURN = 4096

/** Passages that are read at once. */
const READ_PASSAGES = 500

/**
 * Indexes the stored passages of so many documents, evenly chosen, or of all (null), once more in memory, and
 * compares what that gives with what the index has of them. All of it is as it was at one instant; the thread can be ended
 * in between.
 */
export async function checkIndex(
  connection: WorkerConnection,
  documents: number | null,
): Promise<IndexCheck> {
  connection.exec('BEGIN')
  try {
    return await compare(connection, documents)
  } finally {
    if (connection.inTransaction) connection.exec('COMMIT')
  }
}

async function compare(connection: WorkerConnection, most: number | null): Promise<IndexCheck> {
  const cached = createPageCache(pageReader(connection), PAGE_CACHE_BYTES)
  const indexings = indexingsOfDocuments(connection)
  const entries = new Map<number, Map<number, string>>()
  for (const { number, facts } of liveSegments(connection)) {
    const segment = openSegment(number, facts, (file, page) => cached(number, file, page))
    await gather(segment, entries, (document, indexing) => indexings.get(document) === indexing)
    // Then it ranks wrongly whatever is asked: none of its documents is right.
    if (await countsRightly(segment)) continue
    for (const { document } of segment.passages.runs) entries.get(document)?.set(NO_PASSAGE, 'miscounted')
  }
  const analyzerFor = createAnalyzers()
  const wrong: string[] = []
  let passages = 0
  let compared = 0
  for (const number of evenly([...indexings.keys()], most)) {
    const document = indexedDocument(connection, number)
    // One that is being read again has entries that no search looks at.
    if (document === undefined) continue
    // A new title is on its way to the index; the next start goes on with it if need be.
    if (document.stage === 'index') continue
    compared++
    const analyzer = analyzerFor(toLanguage(document.language) ?? 'en')
    const fileName = fileNameText(document.source)
    const expected = new Map<number, string>()
    for (let from = 0; ; from += READ_PASSAGES) {
      const stored = readChunks(connection, number, from, READ_PASSAGES)
      const builder = createSegmentBuilder()
      for (const { ordinal, section, text } of stored) {
        const { title, indexing } = document
        builder.add({ document: number, indexing, ordinal, title, fileName, section, text }, analyzer)
      }
      await gather(inMemory(builder), new Map([[number, expected]]), () => true)
      if (stored.length < READ_PASSAGES) break
    }
    passages += expected.size
    const found = entries.get(number) ?? new Map<number, string>()
    const same =
      found.size === expected.size && [...expected].every(([ordinal, print]) => found.get(ordinal) === print)
    if (!same) wrong.push(document.title)
  }
  return { documents: compared, passages, wrong, waiting: waitingCounter(connection)() }
}

function inMemory(builder: ReturnType<typeof createSegmentBuilder>): Segment {
  const pages: NewPage[] = []
  const facts = toTheEnd(builder.write((file, page, data) => pages.push({ file, page, data })))
  const find = (file: number, page: number) => pages.find((each) => each.file === file && each.page === page)
  return openSegment(0, facts, (file, page) => find(file, page)?.data ?? Buffer.alloc(0))
}

/** Goes over all terms of a segment, some at a time: the segment of a large library has millions. */
async function eachTerm(
  segment: Segment,
  use: (hash: number, entry: ReturnType<typeof readTermEntry>) => void,
): Promise<void> {
  let left = TERMS_A_TURN
  for (const at = segment.termsFrom(''); at.key !== undefined; at.next()) {
    use(hashTerm(at.key), readTermEntry(at.payload))
    if (--left > 0) continue
    left = TERMS_A_TURN
    await nextTurn()
  }
  await nextTurn()
}

/** Whether a segment says of each mark in how many passages its terms stand. */
async function countsRightly(segment: Segment): Promise<boolean> {
  const counted = createMarkFrequencies()
  await eachTerm(segment, (hash, { count }) => counted.add(markOf(hash), count))
  const sums = new Uint32Array(MARKS)
  addMarkFrequencies(counted.encode(), sums, 1)
  segment.addFrequencies(sums, -1)
  return sums.every((sum) => sum === 0)
}

/** Adds a print of each present passage of a segment: it is the same when terms, times and lengths are, and what the passage says. */
async function gather(
  segment: Segment,
  into: Map<number, Map<number, string>>,
  isPresent: (document: number, indexing: number) => boolean,
): Promise<void> {
  const { passages } = segment
  const sums = new Uint32Array(passages.count)
  const products = new Uint32Array(passages.count)
  const terms = new Uint32Array(passages.count)
  await eachTerm(segment, (hash, entry) =>
    eachPosting(segment.postings(entry), (passage, code) => {
      const mixed = Math.imul(hash ^ Math.imul(code + 1, 0x9e3779b1), 0x85ebca6b)
      sums[passage] = (sums[passage] ?? 0) + mixed
      products[passage] = (products[passage] ?? 0) + Math.imul(mixed, mixed ^ (mixed >>> 15))
      terms[passage] = (terms[passage] ?? 0) + 1
    }),
  )
  for (const [index, { document, indexing, firstOrdinal, count }] of passages.runs.entries()) {
    if (!isPresent(document, indexing)) continue
    const prints = into.get(document) ?? new Map<number, string>()
    into.set(document, prints)
    const start = passages.starts[index] ?? 0
    for (let place = start; place < start + count; place++) {
      const ordinal = firstOrdinal + place - start
      const print = [sums, products, terms, passages.body, passages.title, passages.section]
        .map((numbers) => numbers[place])
        .join(' ')
        .concat(' ', saidBy(segment, place))
      // A passage that is there twice is as wrong as one that is not.
      prints.set(ordinal, prints.has(ordinal) ? 'twice' : print)
    }
  }
}

/** A print of the terms of a passage as the segment keeps them by passage. */
function saidBy(segment: Segment, passage: number): string {
  const { places, times, isListing } = segment.passageTerms(passage)
  let hash = places.length
  for (const [index, mark] of segment.marksAt(places).entries()) {
    hash = Math.imul(hash ^ mark, 0x01000193) + (times[index] ?? 0)
  }
  return `${hash} ${isListing}`
}

function evenly(numbers: readonly number[], most: number | null): readonly number[] {
  if (most === null || numbers.length <= most) return numbers
  return Array.from({ length: most }, (_, index) => numbers[Math.floor((index * numbers.length) / most)] ?? 0)
}
