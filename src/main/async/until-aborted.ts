import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'

/** Resolves when the signal is aborted, at once where it is already. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/**
 * What work answers; rejects with `cancelled` as soon as its caller stops. Work that does not listen itself goes on, so it
 * is such as only reads, or as may be done to its end without anybody waiting for it.
 */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(stopped(signal.reason))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** That the caller stopped, and why. */
export function stopped(cause: unknown): AppError {
  return new AppError('cancelled', say('error.stopped'), { cause })
}

/** What an abort breaks off fails in many ways; its caller is told that it was stopped. */
export function asStopped(error: unknown): AppError {
  // An AppError says more: that a rollback failed, for example.
  return error instanceof AppError ? error : stopped(error)
}
