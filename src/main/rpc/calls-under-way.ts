import { ORPCError } from '@orpc/client'

/** Marks a call that was refused before anything of it was done, so that it can safely be made again elsewhere. */
const notTakenCode = 'SERVICE_UNAVAILABLE'

/** What a call is told that comes while the core closes. */
export function notTaken(): Error {
  return new ORPCError(notTakenCode, { message: 'Countersign is closing. Nothing was done; try again.' })
}

/**
 * Closes a connection on which every call that was begun has its answer: what has none was not begun (RFC 6455, 7.4.2:
 * codes from 4000 are an application's own).
 */
export const restWasNotTaken = 4000

/** Whether a call failed before anything of it was done. */
export function wasNotTaken(error: unknown): boolean {
  return error instanceof ORPCError && error.code === notTakenCode
}

/** The calls that the core is answering now, over whatever transport. */
export interface CallsUnderWay {
  /** Aborted once every call has ended: streams that are open then have nothing more to tell. */
  readonly ended: AbortSignal
  /** Aborted when the call's caller goes, and for calls that do not end within the limit of {@link close}. */
  signalOf(caller: AbortSignal | undefined): AbortSignal
  /** Counts a call until the returned function is called; throws {@link notTaken} once closing. */
  enter(): () => void
  /** Takes no more calls; resolves when the last one has its answer, which is broken off past the limit. */
  close(): Promise<void>
}

/** What reads takes less than this; a person who closes the window should not wait longer for another program. */
const answerLimitMs = 5000
/** How long a call that was broken off may take to say so. */
const breakLimitMs = 1000

/** Starts with none; `limitMs` is how long the last calls may take once it closes. */
export function createCallsUnderWay(limitMs: number = answerLimitMs): CallsUnderWay {
  const broken = new AbortController()
  const ended = new AbortController()
  let count = 0
  let closing = false
  let idle = () => {}
  const becomesIdle = (withinMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (count === 0) return resolve()
      const timer = setTimeout(resolve, withinMs)
      idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    ended: ended.signal,
    signalOf: (caller) => (caller === undefined ? broken.signal : AbortSignal.any([caller, broken.signal])),
    enter() {
      if (closing) throw notTaken()
      count += 1
      return () => {
        count -= 1
        if (count === 0) idle()
      }
    },
    async close() {
      closing = true
      await becomesIdle(limitMs)
      broken.abort()
      await becomesIdle(breakLimitMs)
      ended.abort()
    },
  }
}
