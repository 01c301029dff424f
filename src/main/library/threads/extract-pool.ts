import type { PlacedText } from '../../../shared/contract/document-layout'
import type { RecognitionLanguage } from '../../../shared/recognition'
import type { DrawnPicture, DrawOptions } from '../../pictures/draw'
import type {
  ExtractRequest,
  ExtractResponse,
  ExtractResult,
  ExtractValues,
  PackedExtract,
} from '../../workers/extract-protocol'
import type { OnExtractProgress } from '../extractors/types'
import type { ExtractedPage, PagePassages, PageRect } from '../pdf/rects'
import type { RenderedPage, RenderOptions } from '../pdf/render'
import type { PagesOffer } from '../pdf/shared-pages'
import { askUntilCancelled, askWorker } from './ask-worker'
import { createTogetherQueue } from './together-queue'
import { createWorkerLane, type WorkerLane } from './worker-lane'

/** How one extraction runs. */
export type ExtractJobOptions = {
  readonly signal?: AbortSignal
  readonly onProgress?: OnExtractProgress
  readonly timeLimitMs?: number
}

/** How one page job runs. */
export type PageJobOptions = { readonly signal?: AbortSignal; readonly timeLimitMs?: number }

/** Reads documents and draws pages and pictures in worker threads; every failure is an AppError and costs one job only. */
export type ExtractPool = {
  /** Reads a file, whose `name` may differ from its path, and cuts it into passages. */
  extract(path: string, name: string, options?: ExtractJobOptions): Promise<ExtractResult>
  /**
   * As `extract`, with the result as bytes for another worker: taking a long document apart would block main. Files
   * whose size (bytes) is told and small are read together, without telling of progress.
   */
  extractPacked(
    path: string,
    name: string,
    options?: ExtractJobOptions & { readonly password?: string | undefined; readonly size?: number },
  ): Promise<PackedExtract>
  /**
   * As `extractPacked`, and reads the text in pictures too. One file at a time: others that have text do not wait for it.
   * A page that takes longer than `pageTimeLimitMs` ends it.
   */
  recognizePacked(
    path: string,
    name: string,
    languages: readonly RecognitionLanguage[],
    options?: ExtractJobOptions & {
      readonly password?: string | undefined
      readonly pageTimeLimitMs?: number
    },
  ): Promise<PackedExtract>
  /** Resolves when a password opens a PDF, else fails with `locked`; never waits for an extraction. */
  tryPassword(path: string, password: string, options?: PageJobOptions): Promise<unknown>
  /** Draws a page of a PDF; never waits for an extraction. */
  render(path: string, page: number, options?: RenderOptions & PageJobOptions): Promise<RenderedPage>
  /** Draws a picture anew from the bytes of a file; never waits for an extraction. */
  picture(bytes: Uint8Array, options: DrawOptions & PageJobOptions): Promise<DrawnPicture>
  /** Where passages stand on their page. */
  rects(
    path: string,
    passages: PagePassages,
    options?: PageJobOptions,
  ): Promise<readonly (readonly PageRect[])[]>
  /** Where the words of a page stand. */
  words(path: string, page: ExtractedPage, options?: PageJobOptions): Promise<readonly PlacedText[]>
  /** Has a thread ready for a file that is about to come. */
  warm(): void
  /** Threads that are alive. */
  workers(): { readonly extract: number; readonly view: number }
  close(): Promise<void>
}

/** How the pool runs its workers. */
export type ExtractPoolOptions = {
  /** The built `workers/extract.js`. */
  readonly workerUrl: URL | string
  /** Files read at the same time. */
  readonly size?: number
  /** JavaScript memory of one worker (mebibytes); PDFium's heap of at most 2 GiB comes on top. */
  readonly memoryMb?: number
  /** After this time without work a thread ends and its memory is free again. */
  readonly idleMs?: number
}

const DEFAULT_SIZE = 2
const DEFAULT_MEMORY_MB = 1024
const DEFAULT_IDLE_MS = 30_000

/** Small files that are read together at most, and their bytes: few enough that each reader has some. */
const READ_TOGETHER = { mostTogether: 16, bytesTogether: 128 * 1024 }
/** Larger files (bytes) are read alone. */
const SMALL_FILE_BYTES = 64 * 1024
/** Several small ones take milliseconds; one that hangs is then waited for alone. */
const TOGETHER_TIME_LIMIT_MS = 30_000

/** The slowest PDFs here read 40 pages a second: this is enough for every page that the limits allow. */
const EXTRACT_TIME_LIMIT_MS = 10 * 60_000

/** A page of small print takes some ten seconds on a slow machine, with two languages twice that. */
const RECOGNIZED_PAGE_TIME_LIMIT_MS = 3 * 60_000

/** Some two thousand pages of small print: more is no document that is read as pictures. */
const RECOGNITION_TIME_LIMIT_MS = 6 * 60 * 60_000

/** A page that draws longer than this is a trap; a person has long gone on by then. */
const PAGE_TIME_LIMIT_MS = 30_000

/** Starts a pool; its threads start with the first jobs. */
export function createExtractPool(options: ExtractPoolOptions): ExtractPool {
  const limits = {
    workerUrl: options.workerUrl,
    memoryMb: options.memoryMb ?? DEFAULT_MEMORY_MB,
    idleMs: options.idleMs ?? DEFAULT_IDLE_MS,
  }
  const { size: atOnce = DEFAULT_SIZE } = options
  const extraction = createWorkerLane({ ...limits, size: atOnce })
  const together = createTogetherQueue<SmallFile, PackedExtract>({
    ...READ_TOGETHER,
    atOnce,
    bytesOf: ({ size }) => size,
    send(wanted, signal) {
      const files = wanted.map(({ path, name }) => ({ path, name }))
      const timeLimitMs = wanted.length === 1 ? EXTRACT_TIME_LIMIT_MS : TOGETHER_TIME_LIMIT_MS
      return request(extraction, { kind: 'extract_together', files }, { timeLimitMs, signal })
    },
  })
  /** What has a file read with pages of it by other threads that have nothing to do, as long as it is read. */
  const readTogether = (file: { path: string; password?: string | undefined; timeLimitMs: number }) => {
    const ended = new AbortController()
    const { path, password, timeLimitMs } = file
    return {
      onEnd: () => ended.abort(),
      onOffer(offer: PagesOffer) {
        askUntilCancelled(extraction, (cancelled) => ({
          request: { kind: 'read_offered', path, password, offer, cancelled },
          ...{ transfer: [offer.port], spare: true, timeLimitMs, signal: ended.signal },
        })).catch(() => {
          // What was not read, for whatever reason, is read by whoever offered it.
        })
      },
    }
  }
  // A page that a person waits for must not queue behind a folder that is being added.
  const view = createWorkerLane({ ...limits, size: 1 })
  // Seconds a page: files that have their text must not queue behind a folder of scans.
  const recognition = createWorkerLane({ ...limits, size: 1 })
  return {
    extract: (path, name, { timeLimitMs = EXTRACT_TIME_LIMIT_MS, ...job } = {}) =>
      request(
        extraction,
        { kind: 'extract', path, name },
        { timeLimitMs, ...job, ...readTogether({ path, timeLimitMs }) },
      ),
    extractPacked(path, name, options = {}) {
      const { timeLimitMs = EXTRACT_TIME_LIMIT_MS, password, size, ...job } = options
      if (
        password === undefined &&
        job.signal !== undefined &&
        size !== undefined &&
        size <= SMALL_FILE_BYTES
      ) {
        return together.run({ path, name, size }, job.signal)
      }
      const body = { kind: 'extract_packed' as const, path, name, password }
      const sharing = readTogether({ path, password, timeLimitMs })
      return request(extraction, body, { timeLimitMs, ...job, ...sharing })
    },
    recognizePacked: (path, name, languages, options = {}) => {
      const { timeLimitMs = RECOGNITION_TIME_LIMIT_MS, password, ...rest } = options
      const { pageTimeLimitMs: silenceLimitMs = RECOGNIZED_PAGE_TIME_LIMIT_MS, ...job } = rest
      const body = { kind: 'extract_packed' as const, path, name, password, languages: [...languages] }
      return request(recognition, body, { timeLimitMs, silenceLimitMs, ...job })
    },
    tryPassword: (path, password, { signal, timeLimitMs = PAGE_TIME_LIMIT_MS } = {}) =>
      request(view, { kind: 'try_password', path, password }, { signal, timeLimitMs }),
    render: (path, page, { scale, maxWidth, signal, timeLimitMs = PAGE_TIME_LIMIT_MS } = {}) =>
      request(view, { kind: 'render', path, page, scale, maxWidth }, { signal, timeLimitMs }),
    picture: (bytes, { longEdge, limitBytes, signal, timeLimitMs = PAGE_TIME_LIMIT_MS }) =>
      request(view, { kind: 'picture', bytes, longEdge, limitBytes }, { signal, timeLimitMs }),
    rects: (path, { page, pageText, ranges }, { signal, timeLimitMs = PAGE_TIME_LIMIT_MS } = {}) =>
      request(view, { kind: 'rects', path, page, pageText, ranges: [...ranges] }, { signal, timeLimitMs }),
    words: (path, { page, pageText }, { signal, timeLimitMs = PAGE_TIME_LIMIT_MS } = {}) =>
      request(view, { kind: 'words', path, page, pageText }, { signal, timeLimitMs }),
    warm: extraction.warm,
    workers: () => ({
      extract: extraction.workers() + recognition.workers(),
      view: view.workers(),
    }),
    async close() {
      together.close()
      await Promise.all([extraction.close(), view.close(), recognition.close()])
    },
  }
}

type SmallFile = { readonly path: string; readonly name: string; readonly size: number }

type Meanwhile = Extract<ExtractResponse, { kind: 'progress' | 'offer' }>

type RequestOf<Kind extends ExtractRequest['kind']> = Omit<Extract<ExtractRequest, { kind: Kind }>, 'id'>

type RequestOptions = ExtractJobOptions & {
  readonly timeLimitMs: number
  readonly silenceLimitMs?: number
  readonly onOffer?: (offer: PagesOffer) => void
  readonly onEnd?: () => void
}

function request<Kind extends ExtractRequest['kind']>(
  lane: WorkerLane,
  body: RequestOf<Kind> & { kind: Kind },
  { onProgress, onOffer, ...limits }: RequestOptions,
): Promise<ExtractValues[Kind]> {
  return askWorker<ExtractValues[Kind], Meanwhile>(lane, {
    request: body,
    ...limits,
    onTold: (told) => (told.kind === 'offer' ? onOffer?.(told.offer) : onProgress?.(told.progress)),
  })
}
