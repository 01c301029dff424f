import type { DocumentFacets, DocumentFilter } from '../../shared/contract/document-table'
import { fromErrorShape, toErrorShape } from '../../shared/errors'
import type { RowsQuery } from '../db/document-rows'
import type { ChunkRow } from '../db/passages'
import { DATABASE_GRACE_MS } from '../db/worker-connection'
import type {
  FileContent,
  IndexRequest,
  IndexResponse,
  IndexValues,
  KeySentence,
  PackedDocument,
} from '../workers/index-protocol'
import type { KeptContent, WantedFile } from './acquire'
import type { UnpackedArchive } from './archive'
import { askUntilCancelled, askWorker } from './ask-worker'
import type { IndexCheck } from './index/check-index'
import type { StoreOutcome } from './index-document'
import type { SearchAnswer, SearchRequest } from './search/search'
import { createTogetherQueue, type Outcome } from './together-queue'
import type { InspectedFile } from './tool-service'
import { createWorkerLane, type WorkerLane } from './worker-lane'

/** A file to copy, with its size (bytes) as it was last seen. */
type AcquiredFile = WantedFile & { readonly size: number }

type Asked<Kind extends IndexRequest['kind']> = Omit<
  Extract<IndexRequest, { kind: Kind }>,
  'id' | 'kind' | 'path'
> & { readonly kind: Kind; readonly path: string }

/** What the service asks of the index workers. */
export type IndexClient = {
  hash(path: string, signal: AbortSignal): Promise<FileContent>
  /** Finds the file that a path leads to, and tells what it is; never waits for a copy. */
  inspect(path: string, signal: AbortSignal): Promise<InspectedFile>
  /** The same for several: for the first, or as many as are quickly looked at, in their order. */
  inspectSome(paths: readonly string[], signal: AbortSignal): Promise<readonly Outcome<InspectedFile>[]>
  /** Copies a file of about so many bytes into the blob store, unless it has what is known of it. */
  acquire(file: AcquiredFile, signal: AbortSignal): Promise<KeptContent>
  /** Unpacks an archive of documents: into the blob store with `keep` (all, or these hashes), else only to tell what is in it. */
  unpack(
    path: string,
    how: { readonly withPictures: boolean; readonly keep: boolean | readonly string[] },
    signal: AbortSignal,
  ): Promise<UnpackedArchive>
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
export type IndexClientOptions = {
  /** The built `workers/index.js`. */
  readonly workerUrl: URL | string
  readonly database: string
  /** The blob store's folder. */
  readonly blobs: string
  /** The largest file that the library takes (bytes). */
  readonly maxFileBytes: number
  /** Told of failures that nobody waits for. */
  readonly report: (error: unknown) => void
}

/**
 * So many times documents are stored before their segments are merged while more are on their way: the more segments
 * one merge takes, the fewer times each passage is written. At rest there are fewer anyway.
 */
const STORES_BEFORE_MERGE = 32

const MEMORY_MB = 1024
/** A copy waits for the disk most of the time. */
const COPIES_AT_ONCE = 2
/** A large file that is hashed leaves room for another. */
const LOOKS_AT_ONCE = 2
/** Small files are copied together: each waits no longer for the others than for the disk. */
const COPIES_TOGETHER = { mostTogether: 64, bytesTogether: 1024 * 1024, atOnce: COPIES_AT_ONCE }
/** Documents that are stored together at most, and their bytes: none waits long for the others. */
const STORED_TOGETHER = { mostTogether: 100, bytesTogether: 4 * 1024 * 1024 }
const IDLE_MS = 30_000
/** Somebody who asks again after reading an answer finds the thread there, with what it remembers. */
const SEARCH_IDLE_MS = 5 * 60_000

// Generous: these end what hangs, on a network folder for instance, not what is slow.
const FILE_TIME_LIMIT_MS = 10 * 60_000
/** Of several small files; one that hangs is then waited for alone. */
const FILES_TIME_LIMIT_MS = 30_000
const WRITE_TIME_LIMIT_MS = 30 * 60_000
const SEARCH_TIME_LIMIT_MS = 30_000

/** Starts the client; each kind of work has a thread or two, so that a search never waits for a copy or for indexing. */
export function createIndexClient(options: IndexClientOptions): IndexClient {
  const { workerUrl } = options
  const memoryMb = MEMORY_MB
  const lane = (size = 1, idleMs = IDLE_MS) =>
    createWorkerLane({ workerUrl, size, memoryMb, idleMs, graceMs: DATABASE_GRACE_MS })
  // These never load the database, and a file that they read may be long or on a slow disk.
  const fileLane = (size: number) => createWorkerLane({ workerUrl, size, memoryMb, idleMs: IDLE_MS })
  const files = fileLane(COPIES_AT_ONCE)
  const looks = fileLane(LOOKS_AT_ONCE)
  const writes = lane()
  const searches = lane(1, SEARCH_IDLE_MS)
  const merges = lane()
  const checks = lane()
  const listings = lane()
  let merging: Promise<void> | null = null
  let mergeAgain = false
  /** Since the last merge. */
  let stores = 0
  let closed = false
  const path = options.database
  const { maxFileBytes: maxBytes, blobs } = options
  const mergeOnce = async () => {
    try {
      do {
        mergeAgain = false
        await ask(merges, { kind: 'merge', path }, WRITE_TIME_LIMIT_MS)
      } while (mergeAgain && !closed)
    } catch (error) {
      // Closing ends a merge; the next start begins it anew.
      if (!closed) options.report(error)
    }
  }
  const merge = () => {
    stores = 0
    if (merging !== null) {
      mergeAgain = true
      return
    }
    merging = mergeOnce().finally(() => {
      merging = null
    })
  }
  /** What makes the worker fail must not take the others with it: the first is then looked at alone. */
  const inspectSome = async (
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Outcome<InspectedFile>[]> => {
    const [first] = paths
    if (first === undefined) return []
    const limit = paths.length === 1 ? FILE_TIME_LIMIT_MS : FILES_TIME_LIMIT_MS
    try {
      const request = { kind: 'inspect' as const, path: first, paths: [...paths], maxBytes }
      return await ask(looks, request, limit, signal)
    } catch (error) {
      signal.throwIfAborted()
      return paths.length === 1 ? [{ error: toErrorShape(error) }] : await inspectSome([first], signal)
    }
  }
  const copying = createTogetherQueue<AcquiredFile, KeptContent>({
    ...COPIES_TOGETHER,
    bytesOf: ({ size }) => size,
    send(wanted, signal) {
      const sources = wanted.map(({ path: file, known }) => ({ path: file, known }))
      const request = { kind: 'acquire' as const, path: blobs, files: sources, maxBytes }
      const limit = wanted.length === 1 ? FILE_TIME_LIMIT_MS : FILES_TIME_LIMIT_MS
      return ask(files, request, limit, signal)
    },
  })
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
    hash: (file, signal) => ask(looks, { kind: 'hash', path: file, maxBytes }, FILE_TIME_LIMIT_MS, signal),
    inspectSome,
    async inspect(file, signal) {
      const [looked] = await inspectSome([file], signal)
      if (looked === undefined) throw new Error(`What ${file} is was not told.`)
      if ('error' in looked) throw fromErrorShape(looked.error)
      return looked
    },
    acquire(file, signal) {
      openForStoring()
      return copying.run(file, signal)
    },
    unpack(file, { withPictures, keep }, signal) {
      const only = typeof keep === 'boolean' ? null : [...keep]
      const kept = keep === false ? null : blobs
      const request = { kind: 'unpack' as const, path: file, blobs: kept, only, withPictures }
      return ask(files, request, FILE_TIME_LIMIT_MS, signal)
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
      copying.close()
      storing.close()
      await Promise.all(
        [files, looks, writes, searches, merges, checks, listings].map((each) => each.close()),
      )
      await merging
    },
  }
}

type Meanwhile = Extract<IndexResponse, { kind: 'progress' }>

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

function ask<Kind extends IndexRequest['kind']>(
  lane: WorkerLane,
  request: Asked<Kind>,
  timeLimitMs: number,
  signal?: AbortSignal,
  onProgress?: (request: number, done: number, total: number) => void,
): Promise<IndexValues[Kind]> {
  return askWorker<IndexValues[Kind], Meanwhile>(lane, {
    ...{ request, timeLimitMs, signal },
    onTold: (told) => onProgress?.(told.request, told.done, told.total),
  })
}
