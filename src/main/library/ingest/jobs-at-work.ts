import type { IngestProgress } from '../documents/document-view'
import { createCapacity } from './capacity'

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

/** What a job is begun with. */
export type JobStart = Pick<Job, 'number' | 'password' | 'recognizing' | 'leaveForRecognition'> & {
  readonly work: (job: Job) => Promise<void>
  readonly done: () => void
  /** Told of work that rejected; `wanted` unless it was stopped. */
  readonly failed: (wanted: boolean) => void
}

/** The jobs that are at work, and how much more there is room for beside them. */
export type JobsAtWork = {
  has(number: number): boolean
  readonly isIdle: boolean
  /** Whether the text in pictures is being read. */
  readonly isRecognizing: boolean
  hasRoomFor(number: number): boolean
  start(begun: JobStart): void
  progress(number: number): IngestProgress | undefined
  stop(number: number): void
  /** Has `ended` wait also for this. */
  track(work: Promise<unknown>): void
  readonly closed: boolean
  /** Ends all work, and reports nothing more. */
  close(): void
  /** Resolves once all that was started has ended. */
  ended(): Promise<void>
}

/** Starts with none. */
export function createJobsAtWork(parts: {
  /** Bytes of a document's file. */
  readonly sizeOf: (number: number) => number
  /** Told each time that there is more room than before. */
  readonly onRoom: () => void
  /** Told each time that nothing is worked on any more. */
  readonly onIdle: () => void
  /** Told of failures that no document can show. */
  readonly report: (error: unknown) => void
}): JobsAtWork {
  const { onRoom, onIdle, report } = parts
  const capacity = createCapacity(parts.sizeOf)
  const atWork = new Map<number, { readonly job: Job; readonly stop: AbortController }>()
  /** Of these, those in whose pictures text is being read, which is done beside the others. */
  const recognizing = new Set<number>()
  const running = new Set<Promise<unknown>>()
  let closed = false

  function track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => {
        // Closing ends everything under way; the rows say where to go on.
        if (!closed) report(error)
      })
      .finally(() => running.delete(tracked))
    running.add(tracked)
  }

  function start({ number, work, done, failed, ...begun }: JobStart): void {
    const stop = new AbortController()
    const noLongerReads = begun.recognizing ? () => {} : capacity.beginReading(number)
    if (begun.recognizing) recognizing.add(number)
    const job: Job = {
      ...{ ...begun, number },
      signal: stop.signal,
      stop: () => stop.abort(),
      progress: undefined,
      wasRead() {
        recognizing.delete(number)
        noLongerReads()
        onRoom()
      },
      async atTheIndex(packed, store) {
        const leaveIndex = capacity.enterIndex(packed)
        onRoom()
        return store().finally(leaveIndex)
      },
    }
    atWork.set(number, { job, stop })
    track(
      work(job)
        .then(done, (error: unknown) => {
          failed(!closed && !stop.signal.aborted)
          throw error
        })
        .finally(() => {
          noLongerReads()
          atWork.delete(number)
          recognizing.delete(number)
          onRoom()
          if (atWork.size === 0 && !closed) onIdle()
        }),
    )
  }

  return {
    has: (number) => atWork.has(number),
    get isIdle() {
      return atWork.size === 0
    },
    get isRecognizing() {
      return recognizing.size > 0
    },
    hasRoomFor: (number) => capacity.hasRoomFor(number, atWork.size - recognizing.size),
    start,
    progress: (number) => atWork.get(number)?.job.progress,
    stop: (number) => atWork.get(number)?.stop.abort(),
    track,
    get closed() {
      return closed
    },
    close() {
      closed = true
      for (const { stop } of atWork.values()) stop.abort()
    },
    async ended() {
      await Promise.all(running)
    },
  }
}
