import type { IngestProgress } from '../documents/document-view'
import { createBacklog } from './backlog'
import { SMALL_JOBS_BYTES } from './capacity'
import { createJobsAtWork, type Job } from './jobs-at-work'
import { createRetries } from './retries'

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
  const jobs = createJobsAtWork({ ...parts, onRoom: pump })
  /** Documents whose pictures are to be read, one after the other and beside the others. */
  const pictures = new Set<number>()
  /** Of those that wait; nowhere else, and never stored. */
  const passwords = new Map<number, string>()
  const retries = createRetries(add)
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
    if (jobs.closed) return
    backlog.lookAtSome()
    const largest = backlog.takeLargest(jobs.has, jobs.hasRoomFor)
    if (largest !== undefined) start(largest)
    for (const number of backlog.inOrder()) {
      if (!jobs.hasRoomFor(number)) break
      // Its last job is still ending; it starts when that is gone.
      if (jobs.has(number)) continue
      backlog.leave(number)
      start(number)
    }
    startPicture()
    startOutdated()
  }

  function startPicture(): void {
    const picture = [...pictures].find((number) => !jobs.has(number))
    if (jobs.isRecognizing || picture === undefined) return
    pictures.delete(picture)
    start(picture, { recognizing: true })
  }

  function startOutdated(): void {
    if (outdatedAfter === null || !jobs.isIdle) return
    const outdated = parts.nextOutdated(outdatedAfter)
    outdatedAfter = outdated ?? null
    if (outdated !== undefined) start(outdated, { work: parts.readAgain })
  }

  function start(number: number, { work = parts.ingest, recognizing = false } = {}): void {
    const password = passwords.get(number)
    passwords.delete(number)
    const keepPassword = () => {
      if (password !== undefined) passwords.set(number, password)
    }
    jobs.start({
      ...{ number, password, recognizing, work },
      leaveForRecognition() {
        keepPassword()
        pictures.add(number)
      },
      done: retries.shorten,
      failed(wanted) {
        if (work !== parts.ingest || !wanted) return
        keepPassword()
        retries.add(number)
      },
    })
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
      jobs.stop(number)
    },
    progress: jobs.progress,
    track: jobs.track,
    get closed() {
      return jobs.closed
    },
    close() {
      for (const number of backlog.inOrder()) backlog.leave(number)
      retries.close()
      pictures.clear()
      passwords.clear()
      jobs.close()
    },
    ended: jobs.ended,
  }
}
