import { type AppError, type ErrorShape, fromErrorShape } from '../../../shared/errors'
import type { LaneJob, WorkerLane } from './worker-lane'

/** What workers tell before a request ends. */
type Meanwhile = { readonly kind: 'progress' | 'taken' | 'offer' }

type Choices = 'silenceLimitMs' | 'signal' | 'interrupt' | 'transfer' | 'spare' | 'onEnd'

/** One request with its limits, and who hears what of it. */
export type Question<Told extends Meanwhile, Failure extends ErrorShape> = Pick<
  LaneJob,
  'request' | 'timeLimitMs'
> & {
  readonly [Name in Choices]?: LaneJob[Name] | undefined
} & {
  readonly onTold?: ((told: Told) => void) | undefined
  /** What a failure that the worker tells of is for whoever asked. */
  readonly ofFailure?: (failure: Failure) => AppError
  /** The same of one of its thread. */
  readonly ofThread?: (error: AppError) => AppError
}

/** Asks a worker, and answers with the value that its protocol has for that request. */
export function askWorker<Value, Told extends Meanwhile = never, Failure extends ErrorShape = ErrorShape>(
  lane: WorkerLane,
  question: Question<Told, Failure>,
): Promise<Value> {
  const { request, timeLimitMs, silenceLimitMs, signal, interrupt, transfer, spare, onEnd } = question
  const { onTold, ofFailure = fromErrorShape, ofThread = (error) => error } = question
  return new Promise((resolve, reject) => {
    lane.run({
      ...{ request, timeLimitMs },
      ...(silenceLimitMs === undefined ? {} : { silenceLimitMs }),
      ...(signal === undefined ? {} : { signal }),
      ...(interrupt === undefined ? {} : { interrupt }),
      ...(transfer === undefined ? {} : { transfer }),
      ...(spare === undefined ? {} : { spare }),
      ...(onEnd === undefined ? {} : { onEnd }),
      onFailure: (error) => reject(ofThread(error)),
      onMessage(message) {
        // The worker is the same program, one thread away: its answers are typed, not parsed.
        const response = message as
          | Told
          | { readonly kind: 'done'; readonly value: Value }
          | { readonly kind: 'error'; readonly error: Failure }
        switch (response.kind) {
          case 'done':
            resolve(response.value)
            return true
          case 'error':
            reject(ofFailure(response.error))
            return true
          default:
            onTold?.(response)
            return false
        }
      },
    })
  })
}

/**
 * Asks for what ends by itself once it is no longer wanted, when the number in `cancelled` becomes other than 0: its
 * thread lives on, with what it remembers, and closes what it has open.
 */
export function askUntilCancelled<
  Value,
  Told extends Meanwhile = never,
  Failure extends ErrorShape = ErrorShape,
>(
  lane: WorkerLane,
  question: (cancelled: SharedArrayBuffer) => Omit<Question<Told, Failure>, 'interrupt'>,
): Promise<Value> {
  const cancelled = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const interrupt = () => void Atomics.store(new Int32Array(cancelled), 0, 1)
  return askWorker<Value, Told, Failure>(lane, { ...question(cancelled), interrupt })
}
