import { setTimeout as sleep } from 'node:timers/promises'
import { toErrorShape } from '../../../shared/errors'
import type { RetryPolicy } from '../../model/port'
import type { Recorder } from './recorder'

/** How often a request is sent while a person looks on and can say "now" or stop: two minutes of waits in all. */
const attendedAttempts = 9

/** The longest wait that is counted down, in milliseconds; a server that asks for more is told to the person. */
const longestCountdownMs = 600_000

/** A wait looks at the clock this often: while the machine sleeps timers stand still, but the countdown goes on. */
const lookMs = 1000

/** Where a run waits until its model's server can be asked again. */
export interface RetryDesk {
  /** Until a moment (milliseconds since 1970). */
  wait(until: number, signal: AbortSignal): Promise<void>
  /** Ends the wait; false where there is none. */
  goNow(): boolean
}

/** One for each run: a person ends the waits of that run alone. */
export function createRetryDesk(now: () => number): RetryDesk {
  let waiting: AbortController | null = null
  return {
    async wait(until, signal) {
      const asked = new AbortController()
      waiting = asked
      const either = AbortSignal.any([signal, asked.signal])
      try {
        let left = until - now()
        while (left > 0) {
          const slept = Math.min(left, lookMs)
          await sleep(slept, undefined, { signal: either })
          // A clock that is set back meanwhile does not make the wait longer.
          left = Math.min(left - slept, until - now())
        }
      } catch (error) {
        if (!asked.signal.aborted || signal.aborted) throw error
      } finally {
        waiting = null
      }
    },
    goNow() {
      waiting?.abort()
      return waiting !== null
    },
  }
}

/** Patience with a countdown: each wait is an event of the run. */
export function countedRetries(recorder: Recorder, desk: RetryDesk, now: () => number): RetryPolicy {
  return {
    attempts: attendedAttempts,
    longestWaitMs: longestCountdownMs,
    async wait({ attempt, attempts, waitMs, error }, signal) {
      const until = now() + waitMs
      recorder.record([{ type: 'retry_waiting', attempt, attempts, until, error: toErrorShape(error) }])
      await desk.wait(until, signal)
      recorder.record([{ type: 'retry_started' }])
    },
  }
}
