import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'

/** Those who wait until a proposal is decided. */
export interface Waiting {
  /** Resolves at the next `wake` of this id; rejects with `cancelled` on abort. */
  wait(id: string, signal: AbortSignal): Promise<void>
  wake(id: string): void
}

/** Makes an empty waiting room. */
export function createWaiting(): Waiting {
  const waiting = new Map<string, Set<() => void>>()
  return {
    wait(id, signal) {
      return new Promise((resolve, reject) => {
        const leave = () => {
          const others = waiting.get(id)
          others?.delete(wake)
          if (others?.size === 0) waiting.delete(id)
          signal.removeEventListener('abort', abort)
        }
        const wake = () => {
          leave()
          resolve()
        }
        const abort = () => {
          leave()
          reject(stopped(signal.reason))
        }
        if (signal.aborted) {
          reject(stopped(signal.reason))
          return
        }
        signal.addEventListener('abort', abort)
        waiting.set(id, (waiting.get(id) ?? new Set()).add(wake))
      })
    },
    wake(id) {
      for (const wake of [...(waiting.get(id) ?? [])]) wake()
    },
  }
}

/** Lets go of work that only reads as soon as its caller stops, also when the work itself does not listen. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(stopped(signal.reason))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function stopped(cause: unknown): AppError {
  return new AppError('cancelled', say('error.stopped'), { cause })
}
