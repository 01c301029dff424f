import type { IngestProgress } from '../document-view'
import { createHeldForLater } from './held-for-later'

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
  /** Rejects where it could not be written down how the work ended, or was kept from it; it is begun again after a while. */
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
/** So many documents at most wait there: the last of them is not to wait for long. */
const WAITING_MOST = 200

/** Documents whose size is looked up at a time: thousands may come at once, and main has other work. */
const LOOKED_AT_ONCE = 32

/**
 * Starts an empty queue. Documents are worked on in the order in which they came, but for one: the largest of those
 * whose sizes are known, so that it is not left for the end, when all readers but one have nothing to do.
 */
export function createIngestQueue(parts: IngestQueueParts): IngestQueue {
  const waiting = new Set<number>()
  /** Of those that wait, whose sizes are not known yet. */
  const unsized = new Set<number>()
  /** Of those that wait, the sizes (bytes) of those that are not small. */
  const large = new Map<number, number>()
  /** The one that was begun before its turn, with its size (bytes); until it is through, only a larger one is. */
  let early = { number: Number.NaN, size: 0 }
  /** Documents whose pictures are to be read, one after the other and beside the others. */
  const pictures = new Set<number>()
  const recognizing = new Set<number>()
  const atWork = new Map<number, { readonly job: Job; readonly stop: AbortController }>()
  /** Of those that wait; nowhere else, and never stored. */
  const passwords = new Map<number, string>()
  const running = new Set<Promise<unknown>>()
  const atIndex = { documents: 0, bytes: 0 }
  let bytesBeingRead = 0
  const held = createHeldForLater(add)
  let closed = false
  let pumpIsAskedFor = false
  /** The last document that was looked at for an older extractor; null before that is asked for. */
  let outdatedAfter: number | null = null

  function pumpSoon(): void {
    if (pumpIsAskedFor) return
    pumpIsAskedFor = true
    queueMicrotask(() => {
      pumpIsAskedFor = false
      pump()
    })
  }

  function pump(): void {
    if (closed) return
    lookAtSome()
    startLargest()
    for (const number of waiting) {
      if (!hasRoomFor(number)) break
      // Its last job is still ending; it starts when that is gone.
      if (atWork.has(number)) continue
      leave(number)
      start(number, parts.ingest)
    }
    const picture = [...pictures].find((number) => !atWork.has(number))
    if (recognizing.size === 0 && picture !== undefined) {
      pictures.delete(picture)
      recognizing.add(picture)
      start(picture, parts.ingest)
    }
    if (outdatedAfter === null || atWork.size > 0) return
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

  function startLargest(): void {
    let most = atWork.has(early.number) ? early.size : 0
    let largest: number | undefined
    for (const [number, size] of large) {
      if (size <= most || atWork.has(number)) continue
      largest = number
      most = size
    }
    if (largest === undefined || !hasRoomFor(largest)) return
    early = { number: largest, size: most }
    leave(largest)
    start(largest, parts.ingest)
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
    // The text in pictures is read beside the others.
    let bytes = recognizing.has(number) ? 0 : parts.sizeOf(number)
    const noLongerReads = () => {
      bytesBeingRead -= bytes
      bytes = 0
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
    bytesBeingRead += bytes
    track(
      work(job)
        .then(held.shorten, (error: unknown) => {
          if (work === parts.ingest && !closed && !stop.signal.aborted) {
            if (password !== undefined) passwords.set(number, password)
            held.add(number)
          }
          throw error
        })
        .finally(() => {
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

  function add(number: number, password?: string): void {
    if (password !== undefined) passwords.set(number, password)
    waiting.add(number)
    unsized.add(number)
    // Whoever asks may be in the middle of a transaction, which the work is no part of.
    pumpSoon()
  }

  return {
    add,
    beginOutdated() {
      outdatedAfter = 0
      pump()
    },
    abandon(number) {
      leave(number)
      held.drop(number)
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
      held.close()
      pictures.clear()
      passwords.clear()
      for (const { stop } of atWork.values()) stop.abort()
    },
    async ended() {
      await Promise.all(running)
    },
  }
}
