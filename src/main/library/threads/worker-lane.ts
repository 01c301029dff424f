import { type MessagePort, type Transferable, Worker } from 'node:worker_threads'
import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { endThread } from '../../workers/end-thread'
import { documentStopped } from '../documents/document-failure'

/** One piece of work for a worker: it gets `request` with an id, and answers by messages with that id. */
export type LaneJob = {
  readonly request: { readonly kind: string }
  /** What of the request moves to the thread instead of being copied. */
  readonly transfer?: readonly Transferable[]
  /** Done only while nothing else waits, and interrupted as soon as something does. */
  readonly spare?: boolean
  readonly timeLimitMs: number
  /** How long it may say nothing, for work that tells of each page. */
  readonly silenceLimitMs?: number
  readonly signal?: AbortSignal
  /** Asks a running job to end by itself when it is cancelled; without it its thread is ended. */
  readonly interrupt?: () => void
  /** Told that it no longer runs, however it ended and before anything else begins; never where it did not begin. */
  readonly onEnd?: () => void
  /** Takes a message; true when it was the last of this job. */
  onMessage(message: unknown): boolean
  onFailure(error: AppError): void
}

/** Workers of one kind behind one queue; a worker does one job at a time. */
export type WorkerLane = {
  run(job: LaneJob): void
  /** Starts a thread for work that is about to come, unless one is free: to start takes as long as to read some pages. */
  warm(): void
  /** How many worker threads are alive. */
  workers(): number
  /** Fails what is queued or running with `cancelled` and ends every thread. */
  close(): Promise<void>
}

/** How a lane runs its workers. */
export type WorkerLaneOptions = {
  readonly workerUrl: URL | string
  readonly size: number
  /** JavaScript memory of one worker (mebibytes). */
  readonly memoryMb: number
  /** An idle worker ends after this time. */
  readonly idleMs: number
  /**
   * How long a thread may take to end by itself (milliseconds) before it is ended by force, which is done at once where
   * this is absent. Threads with the database need `DATABASE_GRACE_MS`.
   */
  readonly graceMs?: number
  /** Makes the end of a channel that each new thread gets as its `workerData`. */
  readonly port?: () => MessagePort
}

type QueuedJob = { readonly job: LaneJob; readonly leave: () => void }
type Slot = {
  readonly worker: Worker
  job: LaneJob | null
  /** Begins the time anew for which the job may say nothing. */
  heard: () => void
  /** Has a spare job end. */
  callAway: () => void
  release: () => void
  idle?: NodeJS.Timeout
}

/** By itself each thread takes up to 48 MB for young objects, and reads no faster for it; 8 took 11 MB more than 4. */
const YOUNG_MEMORY_MB = 4

/** How long a spare job may take to end once it is called away (milliseconds): a page that takes longer is hardly one. */
const CALLED_AWAY_MS = 1000

/** Starts a lane; threads start with the first jobs, and one that dies or is ended is replaced on demand. */
export function createWorkerLane(options: WorkerLaneOptions): WorkerLane {
  const queue: QueuedJob[] = []
  const slots = new Set<Slot>()
  const ending = new Set<Promise<unknown>>()
  let nextId = 1
  let closed = false

  const start = (): Slot => {
    const port = options.port?.()
    const worker = new Worker(options.workerUrl, {
      ...(port === undefined ? {} : { workerData: port, transferList: [port] }),
      // Documents are other people's: their reader gets no secrets, and a limit.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
      // Standard output belongs to the command line's answers; what a parser prints goes to the log.
      stdout: true,
    })
    worker.stdout.on('data', (text: Buffer) => process.stderr.write(text))
    const slot: Slot = { worker, job: null, heard: () => {}, callAway: () => {}, release: () => {} }
    worker.on('message', (message: unknown) => {
      if (slot.job?.onMessage(message) !== true) return slot.heard()
      finish(slot)
      pump()
    })
    worker.on('error', (error) => drop(slot, crashError(error)))
    worker.on('exit', () => drop(slot, crashError(null)))
    slots.add(slot)
    return slot
  }

  const finish = (slot: Slot) => {
    leave(slot)
    rest(slot)
  }

  /** Takes the job from a thread; answers it. */
  const leave = (slot: Slot): LaneJob | null => {
    const { job } = slot
    slot.release()
    Object.assign(slot, { job: null, release: () => {}, heard: () => {}, callAway: () => {} })
    job?.onEnd?.()
    return job
  }

  const rest = (slot: Slot) => {
    // An idle thread must not keep a finished command alive.
    slot.worker.unref()
    slot.idle = setTimeout(() => drop(slot, null), options.idleMs)
    slot.idle.unref()
  }

  /** Ends a thread for good; its job, if any, fails with `error`. */
  const drop = (slot: Slot, error: AppError | null) => {
    if (!slots.delete(slot)) return
    clearTimeout(slot.idle)
    const job = leave(slot)
    const ended = end(slot.worker).finally(() => ending.delete(ended))
    ending.add(ended)
    if (job !== null && error !== null) job.onFailure(error)
    pump()
  }

  const end = (worker: Worker): Promise<unknown> => {
    if (options.graceMs === undefined || hasExited(worker)) return worker.terminate()
    const { promise, resolve } = Promise.withResolvers<void>()
    // Again while it goes on: a loop over calls of the system was seen to outlive the first time.
    const timer = setInterval(() => void worker.terminate(), options.graceMs)
    worker.once('exit', () => {
      clearInterval(timer)
      resolve()
    })
    worker.ref()
    worker.postMessage(endThread)
    return promise
  }

  const pump = () => {
    while (queue.length > 0 && !closed) {
      const free = [...slots].find((slot) => slot.job === null)
      const wanted = queue.findIndex(({ job }) => job.spare !== true)
      if (free === undefined && slots.size >= options.size) {
        if (wanted !== -1) for (const slot of slots) if (slot.job?.spare === true) slot.callAway()
        return
      }
      const [next] = queue.splice(Math.max(0, wanted), 1)
      next?.leave()
      if (next !== undefined) assign(free ?? start(), next.job)
    }
  }

  const assign = (slot: Slot, job: LaneJob) => {
    clearTimeout(slot.idle)
    slot.job = job
    slot.worker.ref()
    let grace: NodeJS.Timeout | undefined
    slot.callAway = () => {
      job.interrupt?.()
      grace ??= setTimeout(() => drop(slot, documentStopped()), CALLED_AWAY_MS)
    }
    const stop = job.interrupt ?? (() => drop(slot, documentStopped()))
    const onAbort = job.spare === true ? slot.callAway : stop
    const timer = setTimeout(() => drop(slot, timedOut(job.timeLimitMs)), job.timeLimitMs)
    job.signal?.addEventListener('abort', onAbort, { once: true })
    const limitMs = job.silenceLimitMs
    let silence: NodeJS.Timeout | undefined
    slot.heard = () => {
      clearTimeout(silence)
      if (limitMs !== undefined) silence = setTimeout(() => drop(slot, pageTimedOut(limitMs)), limitMs)
    }
    slot.heard()
    slot.release = () => {
      clearTimeout(timer)
      clearTimeout(silence)
      clearTimeout(grace)
      job.signal?.removeEventListener('abort', onAbort)
    }
    try {
      slot.worker.postMessage({ ...job.request, id: nextId++ }, job.transfer ?? [])
    } catch (error) {
      // What was to move with it is gone by now.
      finish(slot)
      job.onFailure(toAppError(error))
    }
  }

  return {
    run(job) {
      if (closed || job.signal?.aborted === true) return job.onFailure(documentStopped())
      const onAbort = () => {
        queue.splice(queue.indexOf(queued), 1)
        job.onFailure(documentStopped())
      }
      const queued = { job, leave: () => job.signal?.removeEventListener('abort', onAbort) }
      job.signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(queued)
      pump()
    },
    warm() {
      const isFree = [...slots].some(({ job }) => job === null)
      if (!closed && !isFree && slots.size < options.size) rest(start())
    },
    workers: () => slots.size,
    async close() {
      closed = true
      for (const { job, leave } of queue.splice(0)) {
        leave()
        job.onFailure(documentStopped())
      }
      for (const slot of [...slots]) {
        slot.job?.interrupt?.()
        drop(slot, documentStopped())
      }
      await Promise.all(ending)
    },
  }
}

const hasExited = ({ threadId }: Worker): boolean => threadId === -1

function timedOut(limitMs: number): AppError {
  const seconds = Math.ceil(limitMs / 1000)
  return new AppError('timeout', say('document.took_too_long', { seconds }))
}

function pageTimedOut(limitMs: number): AppError {
  const seconds = Math.ceil(limitMs / 1000)
  return new AppError('timeout', say('document.page_took_too_long', { seconds }))
}

function crashError(error: Error | null): AppError {
  if (error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new AppError('too_large', say('document.too_much_memory'), { cause: error })
  }
  return new AppError('corrupt', say('document.crashed'), {
    ...(error === null ? {} : { cause: error }),
  })
}
