import type { IngestProgress } from '../document-view'
import { createBacklog } from './backlog'
import { createCapacity, SMALL_JOBS_BYTES } from './capacity'
import { createRetries } from './retries'

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

/**
 * Starts an empty queue. Documents are worked on in the order in which they came, but for one: the largest of those
 * whose sizes are known, so that it is not left for the end, when all readers but one have nothing to do.
 */
export function createIngestQueue(parts: IngestQueueParts): IngestQueue {
  const backlog = createBacklog(parts.sizeOf, SMALL_JOBS_BYTES)
  const capacity = createCapacity(parts.sizeOf)
  /** Documents whose pictures are to be read, one after the other and beside the others. */
  const pictures = new Set<number>()
  const recognizing = new Set<number>()
  const atWork = new Map<number, { readonly job: Job; readonly stop: AbortController }>()
  /** Of those that wait; nowhere else, and never stored. */
  const passwords = new Map<number, string>()
  const running = new Set<Promise<unknown>>()
  const retries = createRetries(add)
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
    backlog.lookAtSome()
    const largest = backlog.takeLargest(isAtWork, hasRoomFor)
    if (largest !== undefined) start(largest, parts.ingest)
    for (const number of backlog.inOrder()) {
      if (!hasRoomFor(number)) break
      // Its last job is still ending; it starts when that is gone.
      if (isAtWork(number)) continue
      backlog.leave(number)
      start(number, parts.ingest)
    }
    startPicture()
    startOutdated()
  }

  function startPicture(): void {
    const picture = [...pictures].find((number) => !isAtWork(number))
    if (recognizing.size > 0 || picture === undefined) return
    pictures.delete(picture)
    recognizing.add(picture)
    start(picture, parts.ingest)
  }

  function startOutdated(): void {
    if (outdatedAfter === null || atWork.size > 0) return
    const outdated = parts.nextOutdated(outdatedAfter)
    outdatedAfter = outdated ?? null
    if (outdated !== undefined) start(outdated, parts.readAgain)
  }

  function isAtWork(number: number): boolean {
    return atWork.has(number)
  }

  function hasRoomFor(number: number): boolean {
    return capacity.hasRoomFor(number, atWork.size - recognizing.size)
  }

  function start(number: number, work: (job: Job) => Promise<void>): void {
    const stop = new AbortController()
    const password = passwords.get(number)
    // The text in pictures is read beside the others.
    const noLongerReads = recognizing.has(number) ? () => {} : capacity.beginReading(number)
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
        const leaveIndex = capacity.enterIndex(packed)
        pump()
        return store().finally(leaveIndex)
      },
    }
    passwords.delete(number)
    atWork.set(number, { job, stop })
    track(
      work(job)
        .then(retries.shorten, (error: unknown) => {
          if (work === parts.ingest && !closed && !stop.signal.aborted) {
            if (password !== undefined) passwords.set(number, password)
            retries.add(number)
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
    backlog.add(number)
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
      backlog.leave(number)
      retries.drop(number)
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
      for (const number of backlog.inOrder()) backlog.leave(number)
      retries.close()
      pictures.clear()
      passwords.clear()
      for (const { stop } of atWork.values()) stop.abort()
    },
    async ended() {
      await Promise.all(running)
    },
  }
}
