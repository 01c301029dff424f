import type { DocumentFacets, DocumentFilter } from '../../../shared/contract/document-table'
import type { RowsQuery } from '../../db/document-rows'
import type { ChunkRow } from '../../db/passages'
import { DATABASE_GRACE_MS } from '../../db/worker-connection'
import type { IndexValues, KeySentence, PackedDocument } from '../../workers/index-protocol'
import type { IndexCheck } from '../index/check-index'
import type { StoreOutcome } from '../index/index-document'
import type { SearchAnswer, SearchRequest } from '../search/search'
import { type Asked, ask, createIndexLane } from './ask-index-worker'
import { askUntilCancelled } from './ask-worker'
import { createFileClient, type FileClient, type FileClientOptions } from './file-client'
import { sharingTheNext } from './sharing-the-next'
import { createTogetherQueue } from './together-queue'
import type { WorkerLane } from './worker-lane'

/** What the service asks of the index workers. */
export type IndexClient = Omit<FileClient, 'close'> & {
  store(
    document: PackedDocument,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ readonly completed: boolean }>
  retitle(document: number): Promise<{ readonly completed: boolean }>
  purge(before: number): Promise<{ readonly documents: number }>
  summarize(document: number, maxChunks: number, signal: AbortSignal): Promise<readonly KeySentence[]>
  chunks(document: number, most: number, signal: AbortSignal): Promise<readonly ChunkRow[]>
  /** Ends within one part of the index when it is cancelled; its thread, with what it remembers, lives on. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer>
  /** Starts the thread of searches and opens the index in it, unless both is done: a search then has less to wait for. */
  openForSearches(): Promise<void>
  /** Reads the table of documents; an answer that is no longer wanted ends early, and none waits for a search. */
  readonly rows: {
    numbers(query: RowsQuery, signal?: AbortSignal): Promise<readonly number[]>
    ids(query: RowsQuery, signal?: AbortSignal): Promise<readonly string[]>
    count(filter: DocumentFilter, signal?: AbortSignal): Promise<number>
    facets(collectionId: string | undefined, signal?: AbortSignal): Promise<DocumentFacets>
  }
  /** Indexes some documents that wait for it; answers how many. */
  indexWaiting(): Promise<number>
  /** Forgets the whole index; every document then waits for its entries. */
  forget(): Promise<void>
  /** Merges what became many; while one merge runs, others that are asked for become one more. Storing much begins one. */
  merge(): void
  /** Writes over what is left in the database's file of documents that were purged; never beside a merge. */
  erase(): Promise<void>
  /** Compares the index with the passages of so many documents, or of all (null). */
  check(documents: number | null): Promise<IndexCheck>
  close(): Promise<void>
}

/** Where the workers find what they need. */
export type IndexClientOptions = FileClientOptions & {
  readonly database: string
  /** Told of failures that nobody waits for. */
  readonly report: (error: unknown) => void
}

/**
 * So many times documents are stored before their segments are merged while more are on their way: the more segments
 * one merge takes, the fewer times each passage is written. At rest there are fewer anyway.
 */
const STORES_BEFORE_MERGE = 32

/** Documents that are stored together at most, and their bytes: none waits long for the others. */
const STORED_TOGETHER = { mostTogether: 100, bytesTogether: 4 * 1024 * 1024 }
/** Somebody who asks again after reading an answer finds the thread there, with what it remembers. */
const SEARCH_IDLE_MS = 5 * 60_000

// Generous: these end what hangs, on a network folder for instance, not what is slow.
const WRITE_TIME_LIMIT_MS = 30 * 60_000
const SEARCH_TIME_LIMIT_MS = 30_000

/** Starts the client; each kind of work has a thread or two, so that a search never waits for a copy or for indexing. */
export function createIndexClient(options: IndexClientOptions): IndexClient {
  const { workerUrl } = options
  const lane = (how: { readonly idleMs?: number } = {}) =>
    createIndexLane(workerUrl, { ...how, graceMs: DATABASE_GRACE_MS })
  const files = createFileClient(options)
  const writes = lane()
  const searches = lane({ idleMs: SEARCH_IDLE_MS })
  const merges = lane()
  const checks = lane()
  const listings = lane()
  /** Since the last merge. */
  let stores = 0
  let closed = false
  const path = options.database
  const mergeNext = sharingTheNext(async () => {
    if (closed) return
    try {
      await ask(merges, { kind: 'merge', path }, WRITE_TIME_LIMIT_MS)
    } catch (error) {
      // Closing ends a merge; the next start begins it anew.
      if (!closed) options.report(error)
    }
  })
  let merging = Promise.resolve()
  const merge = () => {
    stores = 0
    merging = mergeNext()
  }
  /** Starts the thread that stores while a document is copied and read, so that it need not wait for it. */
  const openForStoring = () => {
    if (writes.workers() > 0) return
    ask(writes, { kind: 'open_database', path }, WRITE_TIME_LIMIT_MS).catch((error: unknown) => {
      if (!closed) options.report(error)
    })
  }
  const storing = createTogetherQueue<PackedDocument, StoreOutcome>({
    ...STORED_TOGETHER,
    bytesOf: ({ packed }) => packed.byteLength,
    async send(documents, signal, onProgress) {
      const request = { kind: 'store' as const, path, documents: [...documents] }
      const outcomes = await ask(writes, request, WRITE_TIME_LIMIT_MS, signal, onProgress)
      if (++stores >= STORES_BEFORE_MERGE) merge()
      return outcomes
    },
  })
  return {
    ...files,
    acquire(file, signal) {
      openForStoring()
      return files.acquire(file, signal)
    },
    store: storing.run,
    retitle: (document) => ask(writes, { kind: 'retitle', path, document }, WRITE_TIME_LIMIT_MS),
    purge: (before) => ask(writes, { kind: 'purge', path, before }, WRITE_TIME_LIMIT_MS),
    summarize: (document, maxChunks, signal) =>
      ask(searches, { kind: 'summarize', path, document, maxChunks }, SEARCH_TIME_LIMIT_MS, signal),
    chunks: (document, most, signal) =>
      ask(searches, { kind: 'chunks', path, document, most }, SEARCH_TIME_LIMIT_MS, signal),
    search({ filter, ...request }, signal) {
      const { tags, types, ...rest } = filter
      const lists = {
        ...(tags === undefined ? {} : { tags: [...tags] }),
        ...(types === undefined ? {} : { types: [...types] }),
      }
      const whole = { kind: 'search' as const, path, ...request, filter: { ...rest, ...lists } }
      return askReading(searches, (cancelled) => ({ ...whole, cancelled }), signal)
    },
    async openForSearches() {
      await ask(searches, { kind: 'open_index', path }, SEARCH_TIME_LIMIT_MS)
    },
    rows: {
      numbers: (query, signal) =>
        askReading(listings, (cancelled) => ({ kind: 'row_numbers', path, ...query, cancelled }), signal),
      ids: (query, signal) =>
        askReading(listings, (cancelled) => ({ kind: 'row_ids', path, ...query, cancelled }), signal),
      count: (filter, signal) =>
        askReading(listings, (cancelled) => ({ kind: 'count_rows', path, filter, cancelled }), signal),
      facets: (collectionId, signal) => {
        const of = collectionId === undefined ? {} : { collectionId }
        return askReading(listings, (cancelled) => ({ kind: 'facets', path, ...of, cancelled }), signal)
      },
    },
    async indexWaiting() {
      const { documents } = await ask(writes, { kind: 'index_waiting', path }, WRITE_TIME_LIMIT_MS)
      return documents
    },
    async forget() {
      await ask(writes, { kind: 'forget_index', path }, WRITE_TIME_LIMIT_MS)
    },
    merge,
    async erase() {
      await ask(merges, { kind: 'erase', path }, WRITE_TIME_LIMIT_MS)
    },
    check: (documents) => ask(checks, { kind: 'check', path, documents }, WRITE_TIME_LIMIT_MS),
    async close() {
      closed = true
      storing.close()
      await Promise.all([files, writes, searches, merges, checks, listings].map((each) => each.close()))
      await merging
    },
  }
}

type Reading = 'search' | 'row_numbers' | 'row_ids' | 'count_rows' | 'facets'

function askReading<Kind extends Reading>(
  lane: WorkerLane,
  request: (cancelled: SharedArrayBuffer) => Asked<Kind>,
  signal: AbortSignal | undefined,
): Promise<IndexValues[Kind]> {
  return askUntilCancelled<IndexValues[Kind]>(lane, (cancelled) => ({
    ...{ request: request(cancelled), timeLimitMs: SEARCH_TIME_LIMIT_MS, signal },
  }))
}
