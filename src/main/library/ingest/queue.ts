import type { IngestProgress } from '../document-view'

/** The work on one document, and what it tells the queue of how far it is. */
export type Job = {
  readonly number: number
  /** Aborted when the work on it is no longer wanted. */
  readonly signal: AbortSignal
  /** Ends it from within: the row says that it is something else now. */
  stop(): void
  readonly password: string | undefined
  /** Whether the text in its pictures is to be read; else what has such text is left for those jobs. */
  readonly recognizing: boolean
  progress: IngestProgress | undefined
  /** Has it worked on again with the text in its pictures, once this work has ended. */
  leaveForRecognition(): void
  /** Lets others be read: this one is. */
  wasRead(): void
  /** While one waits for the index, others are read; `bytes` is what waits. */
  atTheIndex<T>(bytes: number, work: () => Promise<T>): Promise<T>
}

/** Decides which document is worked on when; knows nothing of the work. */
export type IngestQueue = {
  /** Starts it as soon as there is room; a password is forgotten with the work that it is for. */
  add(number: number, password?: string): void
  /** Begins with what is outdated, one at a time and only while nothing else waits. */
  beginOutdated(): void
  /** Takes it out of the queue, and ends the work on it. */
  abandon(number: number): void
  progress(number: number): IngestProgress | undefined
  /** Has `ended` wait also for this. */
  track(work: Promise<unknown>): void
  readonly closed: boolean
  /** Starts nothing any more, and ends all work. */
  close(): void
  /** Resolves once all that was started has ended. */
  ended(): Promise<void>
}

/** What is worked on, and who is told. */
export type IngestQueueParts = {
  /** Bytes of a document's file. */
  readonly sizeOf: (number: number) => number
  readonly ingest: (job: Job) => Promise<void>
  /** The next document after this number that is to be read anew. */
  readonly nextOutdated: (after: number) => number | undefined
  readonly readAgain: (job: Job) => Promise<void>
  /** Told each time that nothing is worked on any more. */
  readonly onIdle: () => void
  /** Told of failures that no document can show. */
  readonly report: (error: unknown) => void
}

/** Two files are read at a time; a third is copied meanwhile. */
const JOBS_AT_WORK = 3
/** As many small ones as have so many bytes are copied and read together. */
const SMALL_JOBS_AT_WORK = 128
const SMALL_JOBS_BYTES = 1024 * 1024
/**
 * What was read and waits for the index goes there together; it is in memory. So many bytes of it take the place of a
 * file that is read: the next one is begun each time that room is made, and not several at once whenever all is gone.
 */
const BYTES_FOR_A_JOB = 12 * 1024 * 1024
const WAITING_MOST = 200

/** Documents whose size is looked up at a time: thousands may come at once, and main has other work. */
const LOOKED_AT_ONCE = 32

/**
 * Starts an empty queue. Documents are worked on in the order in which they came, but for one: the largest of all, so
 * that it is not left for the end, when all readers but one have nothing to do.
 */
export function createIngestQueue(parts: IngestQueueParts): IngestQueue {
  const waiting = new Set<number>()
  /** Of those that wait, whose sizes are not known yet. */
  const unsized = new Set<number>()
  /** Of those that wait, the sizes (bytes) of those that are not small. */
  const large = new Map<number, number>()
  /** The sizes (bytes) of those that are being read. */
  const reading = new Map<number, number>()
  /** Documents whose pictures are to be read, one after the other and beside the others. */
  const pictures = new Set<number>()
  const recognizing = new Set<number>()
  const atWork = new Map<number, { readonly job: Job; readonly stop: AbortController }>()
  /** Of those that wait; nowhere else, and never stored. */
  const passwords = new Map<number, string>()
  const running = new Set<Promise<unknown>>()
  const atIndex = { documents: 0, bytes: 0 }
  let bytesBeingRead = 0
  let closed = false
  /** The last document that was looked at for an older extractor; null before that is asked for. */
  let outdatedAfter: number | null = null

  let isPumpNear = false
  function pumpSoon(): void {
    if (isPumpNear) return
    isPumpNear = true
    queueMicrotask(() => {
      isPumpNear = false
      pump()
    })
  }

  function pump(): void {
    lookAtSome()
    const largest = largestOfAll()
    if (largest !== undefined && !closed && hasRoomFor(largest)) {
      leave(largest)
      start(largest, parts.ingest)
    }
    for (const number of waiting) {
      if (closed || !hasRoomFor(number)) break
      // Its last job is still ending; it starts when that is gone.
      if (atWork.has(number)) continue
      leave(number)
      start(number, parts.ingest)
    }
    const picture = [...pictures].find((number) => !atWork.has(number))
    if (!closed && recognizing.size === 0 && picture !== undefined) {
      pictures.delete(picture)
      recognizing.add(picture)
      start(picture, parts.ingest)
    }
    if (closed || outdatedAfter === null || atWork.size > 0) return
    const outdated = parts.nextOutdated(outdatedAfter)
    outdatedAfter = outdated ?? null
    if (outdated !== undefined) start(outdated, parts.readAgain)
  }

  function lookAtSome(): void {
    let left = LOOKED_AT_ONCE
    for (const number of unsized) {
      if (left-- === 0) break
      unsized.delete(number)
      const size = parts.sizeOf(number)
      if (size > SMALL_JOBS_BYTES) large.set(number, size)
    }
  }

  /** The first of the largest that can start; undefined while one as large is being read. */
  function largestOfAll(): number | undefined {
    let largest: number | undefined
    let most = Math.max(0, ...reading.values())
    for (const [number, size] of large) {
      if (size <= most || atWork.has(number)) continue
      largest = number
      most = size
    }
    return largest
  }

  function leave(number: number): void {
    waiting.delete(number)
    unsized.delete(number)
    large.delete(number)
  }

  function hasRoomFor(number: number): boolean {
    const jobs = JOBS_AT_WORK - Math.floor(atIndex.bytes / BYTES_FOR_A_JOB)
    if (jobs <= 0 || atIndex.documents >= WAITING_MOST) return false
    const beingRead = atWork.size - atIndex.documents - recognizing.size
    if (beingRead < jobs) return true
    if (beingRead >= SMALL_JOBS_AT_WORK) return false
    return bytesBeingRead + parts.sizeOf(number) <= SMALL_JOBS_BYTES
  }

  function start(number: number, work: (job: Job) => Promise<void>): void {
    const stop = new AbortController()
    const password = passwords.get(number)
    const bytes = parts.sizeOf(number)
    const noLongerReads = () => {
      if (reading.delete(number)) bytesBeingRead -= bytes
    }
    const job: Job = {
      number,
      signal: stop.signal,
      stop: () => stop.abort(),
      password,
      recognizing: recognizing.has(number),
      progress: undefined,
      leaveForRecognition() {
        if (password !== undefined) passwords.set(number, password)
        pictures.add(number)
      },
      wasRead() {
        recognizing.delete(number)
        noLongerReads()
        pump()
      },
      async atTheIndex(packed, store) {
        atIndex.documents++
        atIndex.bytes += packed
        pump()
        return store().finally(() => {
          atIndex.documents--
          atIndex.bytes -= packed
        })
      },
    }
    passwords.delete(number)
    atWork.set(number, { job, stop })
    // The text in pictures is read beside the others.
    reading.set(number, recognizing.has(number) ? 0 : bytes)
    bytesBeingRead += bytes
    track(
      work(job).finally(() => {
        noLongerReads()
        atWork.delete(number)
        recognizing.delete(number)
        pump()
        if (atWork.size === 0 && !closed) parts.onIdle()
      }),
    )
  }

  function track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => {
        // Closing ends everything under way; the rows say where to go on.
        if (!closed) parts.report(error)
      })
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  return {
    add(number, password) {
      if (password !== undefined) passwords.set(number, password)
      waiting.add(number)
      unsized.add(number)
      // Whoever asks may be in the middle of a transaction, which the work is no part of.
      pumpSoon()
    },
    beginOutdated() {
      outdatedAfter = 0
      pump()
    },
    abandon(number) {
      leave(number)
      pictures.delete(number)
      passwords.delete(number)
      atWork.get(number)?.stop.abort()
    },
    progress: (number) => atWork.get(number)?.job.progress,
    track,
    get closed() {
      return closed
    },
    close() {
      closed = true
      for (const number of waiting) leave(number)
      pictures.clear()
      passwords.clear()
      for (const { stop } of atWork.values()) stop.abort()
    },
    async ended() {
      await Promise.all(running)
    },
  }
}
