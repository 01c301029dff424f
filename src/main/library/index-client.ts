import { AppError } from '../../shared/errors'
import type {
  FileContent,
  IndexRequest,
  IndexResponse,
  IndexValues,
  KeySentence,
  PackedDocument,
} from '../workers/index-protocol'
import type { IndexCheck } from './index/check-index'
import type { SearchAnswer, SearchRequest } from './search/search'
import { createStoreQueue } from './store-queue'
import { createWorkerLane, type WorkerLane } from './worker-lane'

type Body<Kind extends IndexRequest['kind']> = Omit<
  Extract<IndexRequest, { kind: Kind }>,
  'id' | 'kind' | 'path'
>

/** What the service asks of the index workers. */
export type IndexClient = {
  hash(path: string, signal: AbortSignal): Promise<FileContent>
  acquire(path: string, signal: AbortSignal): Promise<FileContent>
  store(
    document: PackedDocument,
    signal: AbortSignal,
    onProgress: (done: number, total: number) => void,
  ): Promise<{ readonly completed: boolean }>
  retitle(document: number): Promise<{ readonly completed: boolean }>
  purge(before: number): Promise<{ readonly documents: number }>
  summarize(document: number, maxChunks: number, signal: AbortSignal): Promise<readonly KeySentence[]>
  /** Ends within one part of the index when it is cancelled; its thread, with what it remembers, lives on. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer>
  /** Indexes some documents that wait for it; answers how many. */
  indexWaiting(): Promise<number>
  /** Forgets the whole index; every document then waits for its entries. */
  forget(): Promise<void>
  /** Merges what became many; while one merge runs, others that are asked for become one more. */
  merge(): void
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

const MEMORY_MB = 1024
/** A copy waits for the disk most of the time. */
const COPIES_AT_ONCE = 2
const IDLE_MS = 30_000

// Generous: these end what hangs, on a network folder for instance, not what is slow.
const FILE_TIME_LIMIT_MS = 10 * 60_000
const WRITE_TIME_LIMIT_MS = 30 * 60_000
const SEARCH_TIME_LIMIT_MS = 30_000

/** Starts the client; each kind of work has a thread or two, so that a search never waits for a copy or for indexing. */
export function createIndexClient(options: IndexClientOptions): IndexClient {
  const lane = (size = 1) =>
    createWorkerLane({ workerUrl: options.workerUrl, size, memoryMb: MEMORY_MB, idleMs: IDLE_MS })
  const files = lane(COPIES_AT_ONCE)
  const writes = lane()
  const searches = lane()
  const merges = lane()
  const checks = lane()
  let merging: Promise<void> | null = null
  let mergeAgain = false
  let closed = false
  const path = options.database
  const never = () => {}
  const { maxFileBytes: maxBytes, blobs } = options
  const storing = createStoreQueue((documents, signal, onProgress) =>
    ask(writes, { kind: 'store', path, documents: [...documents] }, WRITE_TIME_LIMIT_MS, onProgress, signal),
  )
  const mergeOnce = async () => {
    try {
      do {
        mergeAgain = false
        await ask(merges, { kind: 'merge', path }, WRITE_TIME_LIMIT_MS, never)
      } while (mergeAgain && !closed)
    } catch (error) {
      // Closing ends a merge; the next start begins it anew.
      if (!closed) options.report(error)
    }
  }
  return {
    hash: (file, signal) =>
      ask(files, { kind: 'hash', path: file, maxBytes }, FILE_TIME_LIMIT_MS, never, signal),
    acquire: (file, signal) =>
      ask(files, { kind: 'acquire', path: file, blobs, maxBytes }, FILE_TIME_LIMIT_MS, never, signal),
    store: storing.store,
    retitle: (document) => ask(writes, { kind: 'retitle', path, document }, WRITE_TIME_LIMIT_MS, never),
    purge: (before) => ask(writes, { kind: 'purge', path, before }, WRITE_TIME_LIMIT_MS, never),
    summarize: (document, maxChunks, signal) =>
      ask(searches, { kind: 'summarize', path, document, maxChunks }, SEARCH_TIME_LIMIT_MS, never, signal),
    search({ filter, ...request }, signal) {
      const flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
      const { tags, types, ...rest } = filter
      const lists = {
        ...(tags === undefined ? {} : { tags: [...tags] }),
        ...(types === undefined ? {} : { types: [...types] }),
      }
      return ask(
        searches,
        { kind: 'search', path, ...request, filter: { ...rest, ...lists }, cancelled: flag },
        SEARCH_TIME_LIMIT_MS,
        never,
        signal,
        () => Atomics.store(new Int32Array(flag), 0, 1),
      )
    },
    async indexWaiting() {
      const { documents } = await ask(writes, { kind: 'index_waiting', path }, WRITE_TIME_LIMIT_MS, never)
      return documents
    },
    async forget() {
      await ask(writes, { kind: 'forget_index', path }, WRITE_TIME_LIMIT_MS, never)
    },
    merge() {
      if (merging !== null) {
        mergeAgain = true
        return
      }
      merging = mergeOnce().finally(() => {
        merging = null
      })
    },
    check: (documents) => ask(checks, { kind: 'check', path, documents }, WRITE_TIME_LIMIT_MS, never),
    async close() {
      closed = true
      storing.close()
      await Promise.all([files.close(), writes.close(), searches.close(), merges.close(), checks.close()])
      await merging
    },
  }
}

function ask<Kind extends IndexRequest['kind']>(
  lane: WorkerLane,
  request: Body<Kind> & { readonly kind: Kind; readonly path: string },
  timeLimitMs: number,
  onProgress: (request: number, done: number, total: number) => void,
  signal?: AbortSignal,
  interrupt?: () => void,
): Promise<IndexValues[Kind]> {
  return new Promise((resolve, reject) => {
    lane.run({
      request,
      timeLimitMs,
      ...(signal === undefined ? {} : { signal }),
      ...(interrupt === undefined ? {} : { interrupt }),
      onFailure: reject,
      onMessage(message) {
        // The worker is the same program, one thread away: its answers are typed, not parsed.
        const response = message as IndexResponse
        if (response.kind === 'progress') {
          onProgress(response.request, response.done, response.total)
          return false
        }
        if (response.kind === 'error') reject(new AppError(response.error.code, response.error.message))
        else resolve(response.value as IndexValues[Kind])
        return true
      },
    })
  })
}
