import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'

/** How often a server failed since it last answered, and how long it is left alone for that. */
export interface FailurePauses {
  failed(): void
  /** It answered, or a person wants it anew. */
  forget(): void
  /** Throws while it is left alone: `busy` for a while, `unavailable` until a person wants it. */
  requireOver(): void
}

/** Starts without a failure; after each one comes the next of these pauses, in milliseconds. */
export function createFailurePauses(server: string, pausesMs: readonly number[]): FailurePauses {
  let failures = 0
  let failedAt = 0
  return {
    failed() {
      failures += 1
      failedAt = performance.now()
    },
    forget() {
      failures = 0
    },
    requireOver() {
      if (failures === 0) return
      const pause = pausesMs[failures - 1]
      if (pause === undefined)
        throw new AppError('unavailable', say('mcp.often_failed', { server }), { sources: [] })
      const passed = performance.now() - failedAt
      if (passed >= pause) return
      const seconds = Math.ceil((pause - passed) / 1000)
      throw new AppError('busy', say('mcp.pausing', { server, seconds }), { sources: [] })
    },
  }
}
