import { liveSegments, pageReader, type SegmentRow } from '../../db/index-segments'
import { defineHoldsWords } from '../../db/row-conditions'
import {
  type DocumentFilter,
  searchableDocument,
  searchableDocuments,
  searchChangeReader,
} from '../../db/searchable-documents'
import type { WorkerConnection } from '../../db/worker-connection'
import { createRecent } from '../../recent'
import { type Language, toLanguage } from '../analysis/languages'
import { lengthOf } from '../index/fields'
import { createPageCache } from '../index/page-cache'
import { openSegment, type Segment } from '../index/segment-reader'
import type { TermEntry } from '../index/segment-writer'
import { createFrequencies, type Frequencies } from './frequencies'
import type { PassageMarks } from './numbered-marks'

/** A segment and where its passages begin among all. */
export type PlacedSegment = Segment & { readonly base: number }

/** A term in the index. */
export type FoundTerm = {
  /** Passages that it stands in, also those that no longer count. */
  readonly count: number
  readonly parts: readonly { readonly segment: PlacedSegment; readonly entry: TermEntry }[]
}

/** What stands at a place of the index. */
export type PlacedPassage = {
  readonly document: number
  readonly indexing: number
  readonly ordinal: number
}

/** The index as it is in one moment. */
export type IndexState = {
  readonly segments: readonly PlacedSegment[]
  /** Passages of all segments, also those that no longer count. */
  readonly passages: number
  /** Average words of each field. */
  readonly average: { readonly body: number; readonly title: number; readonly section: number }
  readonly languages: readonly Language[]
  /** Those that a good part of it is in: of others there are a few documents, or they were not told rightly. */
  readonly mainLanguages: readonly Language[]
  /** The part of it that is in a language, 0 to 1. */
  shareOf(language: Language): number
  readonly frequencies: Frequencies
  /** Where a term stands; what was looked up is remembered. */
  find(term: string): FoundTerm
  /** By place, 1 for each passage that the filter lets through; not to be changed. */
  allowed(filter: DocumentFilter): Uint8Array
  /** By document number, other than 0 for each document that the filter lets through; not to be changed. */
  documents(filter: DocumentFilter): Int32Array
  /** What a passage says, by its place; a term of its segment; how many words title and body have. */
  marksAt(place: number): PassageMarks
  termAt(place: number, termPlace: number): string
  wordsAt(place: number): number
  /** The document of a passage by its place, which indexing of it this is, and the passage's ordinal. */
  passageAt(place: number): PlacedPassage
}

/** Reads the index through one connection. */
export type LiveIndex = {
  /** Runs work that sees one state of index and documents, whatever is written meanwhile. */
  read<T>(work: (state: IndexState) => T): T
}

/** Decoded from SQLite; the operating system keeps the file itself (bytes). */
const PAGE_CACHE_BYTES = 64 * 1024 * 1024

/** The share of all passages from which on a language is a main one. */
const LEAST_MAIN_SHARE = 0.1

/** Terms whose places are remembered, about 1 kB each; then all are looked up anew. */
const REMEMBERED_TERMS = 4000

/** Filters whose documents are remembered. */
const REMEMBERED_FILTERS = 6

type Remembered = {
  readonly filter: DocumentFilter
  /** By document number: the indexing that counts, 0 for none. */
  indexings: Int32Array
  allowed: Uint8Array | null
}

/** Opens the index of a database; nothing is read before the first `read`. */
export function openLiveIndex(connection: WorkerConnection): LiveIndex {
  // What is looked for is remembered with its filter, and need not be ended.
  defineHoldsWords(connection, () => {})
  const pages = createPageCache(pageReader(connection), PAGE_CACHE_BYTES)
  const filters = createRecent<string, Remembered>(REMEMBERED_FILTERS)
  const readChanges = searchChangeReader(connection)
  const frequencies = createFrequencies()
  let segments: PlacedSegment[] = []
  let find = termFinder(segments)
  let seen: number | null = null

  const open = (row: SegmentRow): Segment => {
    const segment = openSegment(row.number, row.facts, (file, page) => pages(row.number, file, page))
    frequencies.add(segment)
    return segment
  }

  const loadSegments = () => {
    const rows = liveSegments(connection)
    const known = new Map(segments.map((segment) => [segment.number, segment]))
    let base = 0
    const next = rows.map((row) => {
      const segment = known.get(row.number) ?? open(row)
      known.delete(row.number)
      const placed = { ...segment, base }
      base += segment.passages.count
      return placed
    })
    for (const gone of known.values()) frequencies.remove(gone)
    segments = next
    find = termFinder(segments)
    for (const remembered of filters.values()) remembered.allowed = null
  }

  const refresh = () => {
    const changes = readChanges(seen)
    for (const { filter } of [...filters.values()]) {
      if (isByMore(filter)) filters.forget(JSON.stringify(filter))
    }
    if (changes.segments) loadSegments()
    if (changes.documents === 'all') filters.clear()
    else for (const number of changes.documents) for (const each of filters.values()) update(each, number)
    seen = changes.last
  }

  const update = (remembered: Remembered, number: number) => {
    const indexing = searchableDocument(connection, remembered.filter, number)?.indexing ?? 0
    remembered.indexings = roomFor(remembered.indexings, number)
    remembered.indexings[number] = indexing
    remembered.allowed = null
  }

  const remember = (filter: DocumentFilter): Remembered => {
    return filters.of(JSON.stringify(filter), () => ({
      filter,
      indexings: indexingsOf(searchableDocuments(connection, filter)),
      allowed: null,
    }))
  }
  const filtered = {
    allowed(filter: DocumentFilter): Uint8Array {
      const remembered = remember(filter)
      remembered.allowed ??= markAllowed(segments, remembered.indexings)
      return remembered.allowed
    },
    documents: (filter: DocumentFilter) => remember(filter).indexings,
  }

  return {
    read(work) {
      return connection
        .transaction(() => {
          refresh()
          return work(stateOf(segments, frequencies, find, filtered))
        })
        .deferred()
    },
  }
}

/** Whether a filter looks at what `search_changes` does not tell of: titles, sources, and pages that are pictures. */
function isByMore({ text, pictures, goneFrom }: DocumentFilter): boolean {
  return text !== undefined || pictures !== undefined || goneFrom !== undefined
}

function indexingsOf(documents: readonly { number: number; indexing: number }[]): Int32Array {
  const most = documents.reduce((most, { number }) => Math.max(most, number), 0)
  const indexings = new Int32Array(most + 1)
  for (const { number, indexing } of documents) indexings[number] = indexing
  return indexings
}

function roomFor(indexings: Int32Array, number: number): Int32Array {
  if (number < indexings.length) return indexings
  const grown = new Int32Array(Math.max(number + 1, indexings.length * 2))
  grown.set(indexings)
  return grown
}

function markAllowed(segments: readonly PlacedSegment[], indexings: Int32Array): Uint8Array {
  const last = segments.at(-1)
  const allowed = new Uint8Array(last === undefined ? 0 : last.base + last.passages.count)
  for (const { base, passages } of segments) {
    let start = base
    for (const { document, indexing, count } of passages.runs) {
      if (indexings[document] === indexing) allowed.fill(1, start, start + count)
      start += count
    }
  }
  return allowed
}

function stateOf(
  segments: readonly PlacedSegment[],
  frequencies: Frequencies,
  find: IndexState['find'],
  filtered: Pick<IndexState, 'allowed' | 'documents'>,
): IndexState {
  const sum = (of: (segment: PlacedSegment) => number) =>
    segments.reduce((total, segment) => total + of(segment), 0)
  const passages = sum((segment) => segment.passages.count)
  const average = (field: 'body' | 'title' | 'section') =>
    Math.max(1, sum(({ facts }) => facts.words[field]) / Math.max(1, passages))
  const languages = new Map<Language, number>()
  for (const [code, count] of segments.flatMap(({ facts }) => Object.entries(facts.languages))) {
    const language = toLanguage(code)
    if (language !== null) languages.set(language, (languages.get(language) ?? 0) + count)
  }
  const mainLanguages = [...languages].filter(([, count]) => count >= passages * LEAST_MAIN_SHARE)
  return {
    segments,
    passages,
    average: { body: average('body'), title: average('title'), section: average('section') },
    languages: [...languages.keys()],
    mainLanguages: mainLanguages.map(([language]) => language),
    shareOf: (language) => (languages.get(language) ?? 0) / Math.max(1, passages),
    frequencies,
    find,
    ...filtered,
    marksAt(place) {
      const segment = segmentAt(segments, place)
      const said = segment.passageTerms(place - segment.base)
      return { ...said, marks: segment.marksAt(said.places) }
    },
    termAt: (place, termPlace) => segmentAt(segments, place).termAt(termPlace),
    wordsAt(place) {
      const { base, passages } = segmentAt(segments, place)
      return lengthOf(passages.body[place - base] ?? 0) + lengthOf(passages.title[place - base] ?? 0)
    },
    passageAt: (place) => passageAt(segments, place),
  }
}

function segmentAt(segments: readonly PlacedSegment[], place: number): PlacedSegment {
  const segment = segments.findLast(({ base }) => base <= place)
  if (segment === undefined) throw new RangeError(`The search index has no passage ${place}.`)
  return segment
}

function passageAt(segments: readonly PlacedSegment[], place: number): PlacedPassage {
  const segment = segmentAt(segments, place)
  const { runs, starts } = segment.passages
  const within = place - segment.base
  let low = 0
  let high = runs.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= within) low = middle
    else high = middle - 1
  }
  const { document = 0, indexing = 0, firstOrdinal = 0 } = runs[low] ?? {}
  return { document, indexing, ordinal: firstOrdinal + within - (starts[low] ?? 0) }
}

function termFinder(segments: readonly PlacedSegment[]): IndexState['find'] {
  const known = new Map<string, FoundTerm>()
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    if (known.size >= REMEMBERED_TERMS) known.clear()
    const found = findTerm(segments, term)
    known.set(term, found)
    return found
  }
}

function findTerm(segments: readonly PlacedSegment[], term: string): FoundTerm {
  const parts = segments.flatMap((segment) => {
    const entry = segment.term(term)
    return entry === null ? [] : [{ segment, entry }]
  })
  return { parts, count: parts.reduce((sum, { entry }) => sum + entry.count, 0) }
}
