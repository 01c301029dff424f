import { AppError, toAppError } from '../../shared/errors'
import type { RecognitionLanguage } from '../../shared/recognition'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { BEFORE_ANY_TIME } from '../db/before-any-time'
import type { StageEntry } from '../db/document-stages'
import { exchangeVersion } from '../db/document-versions'
import {
  changeDocument,
  changeIngesting,
  type DocumentRow,
  documentByNumber,
  documentWithContent,
  nextOutdated,
  succeedDocument,
} from '../db/documents'
import { insertDocument } from '../db/insert-document'
import type { Database } from '../db/open'
import { isWatchedDocument } from '../db/watched-folders'
import { newId } from '../identifier'
import type { FileContent } from '../workers/index-protocol'
import type { IngestProgress } from './document-view'
import { whyFailed } from './document-view'
import type { ExtractPool } from './extract-pool'
import { CURRENT_EXTRACTORS, wasRecognized } from './extractors/versions'
import { cleanTitle, titleFromPath } from './find-files'
import type { IndexClient } from './index-client'
import { createReading, readingFailure } from './reading'
import { createStageWriter } from './stage-writer'

/** Takes documents from `pending` to `complete`; the row is the job, so that nothing is lost by a crash. */
export type Ingest = {
  /** Starts a pending document as soon as there is room; a password is forgotten with the work that it is for. */
  enqueue(number: number, password?: string): void
  /** Brings the index up to a new title, in the background. */
  retitle(number: number): void
  /** Reads documents again that an older extractor read, one at a time and only while nothing else waits. */
  readOutdated(): void
  /** Ends the work on a document without touching its row. */
  abandon(number: number): void
  progress(number: number): IngestProgress | undefined
  /** Ends all work; the rows stay as they are, for the next start. */
  close(): Promise<void>
}

/** What ingestion is made of. */
export type IngestParts = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly pool: ExtractPool
  readonly index: IndexClient
  readonly now: () => number
  /** Whether text in pictures is read, and in which languages: a document may ask for it itself. */
  readonly recognition: () => RecognitionChoice
  /** Told of each change of a document; `final` when it came to rest. */
  readonly onChange: (number: number, final: boolean) => void
  /** Told of failures that no document can show. */
  readonly report: (error: unknown) => void
}

/** What a person has set about text in pictures. */
export type RecognitionChoice = {
  readonly on: boolean
  readonly languages: readonly RecognitionLanguage[]
}

type Job = {
  readonly stop: AbortController
  /** Bytes of its file until it is read. */
  bytes: number
  progress: IngestProgress | undefined
  readonly password: string | undefined
}

/** Two files are read at a time; a third is copied meanwhile. */
const JOBS_AT_WORK = 3
/** As many small ones as have so many bytes are copied and read together. */
const SMALL_JOBS_AT_WORK = 128
const SMALL_JOBS_BYTES = 1024 * 1024
/** What was read and waits for the index goes there together; it is in memory (bytes). */
const WAITING_BYTES = 16 * 1024 * 1024
const WAITING_MOST = 200

/** Starts ingestion with an empty queue. */
export function createIngest(parts: IngestParts): Ingest {
  const { db, blobs, pool, index, now, onChange, report } = parts
  const queue = new Set<number>()
  /** Documents whose pictures are to be read, one after the other and beside the others. */
  const pictures = new Set<number>()
  const recognizing = new Set<number>()
  const jobs = new Map<number, Job>()
  /** Of those that wait; nowhere else, and never stored. */
  const passwords = new Map<number, string>()
  const running = new Set<Promise<unknown>>()
  const atIndex = { documents: 0, bytes: 0 }
  let bytesAtWork = 0
  const enterStage = createStageWriter(db)
  const reading = createReading(parts)
  let closed = false
  /** The last document that was looked at for an older extractor; null before that is asked for. */
  let outdatedAfter: number | null = null

  const track = (work: Promise<unknown>) => {
    const tracked = work
      .catch((error: unknown) => {
        // Closing ends everything under way; the rows say where to go on.
        if (!closed) report(error)
      })
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  const pump = () => {
    for (const number of queue) {
      if (closed || !hasRoomFor(number)) break
      // Its last job is still ending; it starts when that is gone.
      if (jobs.has(number)) continue
      queue.delete(number)
      start(number, ingest)
    }
    const picture = [...pictures].find((number) => !jobs.has(number))
    if (!closed && recognizing.size === 0 && picture !== undefined) {
      pictures.delete(picture)
      recognizing.add(picture)
      start(picture, ingest)
    }
    if (closed || outdatedAfter === null || jobs.size > 0) return
    const outdated = nextOutdated(db, outdatedAfter, CURRENT_EXTRACTORS)
    outdatedAfter = outdated ?? null
    if (outdated !== undefined) start(outdated, readAgain)
  }

  function hasRoomFor(number: number): boolean {
    if (atIndex.bytes > WAITING_BYTES || atIndex.documents >= WAITING_MOST) return false
    const atWork = jobs.size - atIndex.documents - recognizing.size
    if (atWork < JOBS_AT_WORK) return true
    if (atWork >= SMALL_JOBS_AT_WORK) return false
    return bytesAtWork + (documentByNumber(db, number)?.size ?? 0) <= SMALL_JOBS_BYTES
  }

  function start(number: number, work: (number: number, job: Job) => Promise<void>): void {
    const { size: bytes = 0 } = documentByNumber(db, number) ?? {}
    const password = passwords.get(number)
    const job: Job = { stop: new AbortController(), progress: undefined, password, bytes }
    passwords.delete(number)
    jobs.set(number, job)
    bytesAtWork += bytes
    track(
      work(number, job).finally(() => {
        noLongerReads(job)
        jobs.delete(number)
        recognizing.delete(number)
        pump()
        if (jobs.size === 0 && !closed) index.merge()
      }),
    )
  }

  function noLongerReads(job: Job): void {
    bytesAtWork -= job.bytes
    job.bytes = 0
  }

  /**
   * Reads a complete document anew beside itself, where nobody sees it; then the new one takes the old one's
   * place. What can't be read any more stays as it was read before.
   */
  async function readAgain(number: number, job: Job): Promise<void> {
    const row = documentByNumber(db, number)
    if (row === undefined || row.sha256 === null || !(await blobs.has(row.sha256))) return
    const { signal } = job.stop
    try {
      const packed = await reading.read(row, row.sha256, wasRecognized(row.extractor), { signal })
      signal.throwIfAborted()
      if (wasRecognized(row.extractor) && packed.picturePages > row.picturePages) {
        throw new AppError('corrupt', say('document.recognized_less'))
      }
      const { number: _, ...copied } = row
      const next = insertDocument(db, {
        ...copied,
        id: newId(),
        // What it is called stays, whatever its new text says.
        titleChosen: 1,
        status: 'processing',
        stage: 'extract',
        deletedAt: BEFORE_ANY_TIME,
      })
      const { extractor } = packed
      const stored = { document: next.number, sha256: row.sha256, title: row.title, extractor }
      await index.store({ ...stored, at: now(), packed: packed.bytes }, signal, () => {})
      signal.throwIfAborted()
      if (succeedDocument(db, number, next.number)) {
        onChange(next.number, true)
        if (documentByNumber(db, next.number)?.stage === 'index') retitle(next.number)
      }
    } catch (error) {
      if (signal.aborted || closed) return
      // Not tried again at each start: the same version would fail the same way.
      const recognized = wasRecognized(row.extractor)
      const current = CURRENT_EXTRACTORS.find(
        ({ mime, extractor }) => mime === row.mime && wasRecognized(extractor) === recognized,
      )
      changeDocument(db, number, { extractor: current?.extractor ?? row.extractor })
      report(error)
    }
    if (!closed) await index.purge(BEFORE_ANY_TIME + 1)
  }

  async function ingest(number: number, job: Job): Promise<void> {
    try {
      const row = documentByNumber(db, number)
      if (row === undefined) return
      // A version that a crash cut off between reading and taking its place is complete already.
      if (row.status !== 'complete') {
        if ((await extractAndStore(row, await acquire(row, job), job)) === 'later') return
      }
      job.progress = undefined
      if (row.versionOf !== null) takePlace(row.versionOf, row.id)
      onChange(number, true)
    } catch (error) {
      // Whoever stopped it has said in the row what it is now.
      if (job.stop.signal.aborted || closed) return
      job.progress = undefined
      fail(number, toAppError(error))
    }
  }

  /** Gives a version that is read the place of its document. */
  function takePlace(document: string, version: string): void {
    const row = exchangeVersion(db, document, version, now())
    if (row?.stage === 'index') retitle(row.number)
  }

  function fail(number: number, error: AppError): void {
    const { code, message } = error
    const failed = changeIngesting(db, number, {
      status: 'error',
      errorCode: code,
      errorMessage: message,
      warnings: whyFailed(error),
      picturePages: code === 'no_text' ? 1 : 0,
      updatedAt: now(),
    })
    if (failed) onChange(number, true)
  }

  async function enter(
    number: number,
    job: Job,
    stage: StageEntry['stage'],
    original?: FileContent,
  ): Promise<void> {
    job.stop.signal.throwIfAborted()
    const known = original === undefined ? {} : { original }
    if (!(await enterStage({ number, stage, at: now(), ...known }))) job.stop.abort()
    job.stop.signal.throwIfAborted()
    show(number, job, { stage, done: 0, total: null })
  }

  function show(number: number, job: Job, progress: IngestProgress): void {
    if (job.stop.signal.aborted) return
    job.progress = progress
    onChange(number, false)
  }

  /** Makes sure that the original is kept; answers what it is. */
  async function acquire(row: DocumentRow, job: Job): Promise<FileContent> {
    await enter(row.number, job, 'acquire')
    const known = row.sha256 === null ? null : { sha256: row.sha256, size: row.size }
    const file = { path: row.source, size: row.size, known }
    const { sha256, size, copied } = await index.acquire(file, job.stop.signal)
    if (!copied) return { sha256, size }
    if (row.sha256 !== null && row.sha256 !== sha256) {
      throw new AppError('conflict', say('document.changed_since'))
    }
    const same = documentWithContent(db, sha256, row.collectionId, row.number)
    // What comes from a watched folder was compared with the others already, by what they are about to become.
    if (same !== undefined && row.versionOf === null && !isWatchedDocument(db, row.id)) {
      throw new AppError('already_exists', say('document.same_content', { title: same.title }))
    }
    return { sha256, size }
  }

  /** Puts a document into the other queue where its pictures are to be read; false where nobody wants that. */
  function leaveForRecognition({ number }: DocumentRow, job: Job): boolean {
    const wanted = parts.recognition().on || documentByNumber(db, number)?.recognize === 1
    if (!wanted || recognizing.has(number)) return false
    job.stop.signal.throwIfAborted()
    if (!changeIngesting(db, number, { status: 'pending', stage: 'waiting' })) job.stop.abort()
    job.stop.signal.throwIfAborted()
    if (job.password !== undefined) passwords.set(number, job.password)
    pictures.add(number)
    job.progress = undefined
    onChange(number, false)
    return true
  }

  /** `later` where it goes on in the queue of those whose pictures are read. */
  async function extractAndStore(
    row: DocumentRow,
    original: FileContent,
    job: Job,
  ): Promise<'stored' | 'later'> {
    const { number } = row
    const { signal } = job.stop
    await enter(number, job, 'extract', original)
    const packed = await reading
      .readOrRatherPlain(row, original.sha256, recognizing.has(number), {
        signal,
        password: job.password,
        size: original.size,
        onProgress: ({ stage, done, total }) => {
          if (stage === 'extracting') show(number, job, { stage: 'extract', done, total })
        },
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'no_text' && leaveForRecognition(row, job))
          return null
        throw readingFailure(error)
      })
    if (packed === null) return 'later'
    signal.throwIfAborted()
    if (packed.picturePages > 0 && leaveForRecognition(row, job)) return 'later'
    recognizing.delete(number)
    noLongerReads(job)
    pump()
    show(number, job, { stage: 'index', done: 0, total: null })
    // Its file may have been renamed while it was read.
    const { source } = documentByNumber(db, number) ?? row
    const title = cleanTitle(packed.title ?? '') || titleFromPath(source)
    const document = {
      document: number,
      sha256: original.sha256,
      title: row.titleChosen === 1 ? row.title : title,
      extractor: packed.extractor,
      at: now(),
      packed: packed.bytes,
    }
    const { completed } = await atTheIndex(packed.bytes.byteLength, () =>
      index.store(document, signal, (done, total) => show(number, job, { stage: 'index', done, total })),
    )
    if (!completed) job.stop.abort()
    signal.throwIfAborted()
    const stored = documentByNumber(db, number)
    if (stored?.status === 'complete' && stored.stage === 'index') retitle(number)
    return 'stored'
  }

  /** While one waits for the index, others are read. */
  async function atTheIndex<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    atIndex.documents++
    atIndex.bytes += bytes
    pump()
    return work().finally(() => {
      atIndex.documents--
      atIndex.bytes -= bytes
    })
  }

  function retitle(number: number): void {
    if (closed) return
    const once = async () => {
      await index.retitle(number)
      onChange(number, true)
    }
    track(once())
  }

  return {
    enqueue(number, password) {
      if (password !== undefined) passwords.set(number, password)
      queue.add(number)
      // Whoever asks may be in the middle of a transaction, which the work is no part of.
      queueMicrotask(pump)
    },
    retitle,
    readOutdated() {
      outdatedAfter = 0
      pump()
    },
    abandon(number) {
      queue.delete(number)
      pictures.delete(number)
      passwords.delete(number)
      jobs.get(number)?.stop.abort()
    },
    progress: (number) => jobs.get(number)?.progress,
    async close() {
      closed = true
      queue.clear()
      pictures.clear()
      passwords.clear()
      for (const job of jobs.values()) job.stop.abort()
      await Promise.all([index.close(), pool.close()])
      await Promise.all(running)
    },
  }
}
