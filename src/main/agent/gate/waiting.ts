import type { Usage } from '../../../shared/run/blocks'
import { stopped } from '../../async/until-aborted'

/** Takes what carrying out a proposal had a model do. */
export type TakeUsage = (usage: Usage) => void

/** Those who wait until a proposal is decided. */
export interface Waiting {
  /** Resolves at the next `wake` of this id; rejects with `cancelled` on abort. */
  wait(id: string, signal: AbortSignal, used?: TakeUsage | undefined): Promise<void>
  wake(id: string): void
  /** Tells what carrying it out had a model do: it counts where it was called. */
  used(id: string, usage: Usage): void
}

/** Makes an empty waiting room. */
export function createWaiting(): Waiting {
  /** Each with what takes the usage that its call is to count. */
  const waiting = new Map<string, Map<() => void, TakeUsage>>()
  return {
    wait(id, signal, used = () => undefined) {
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
        waiting.set(id, (waiting.get(id) ?? new Map()).set(wake, used))
      })
    },
    wake(id) {
      for (const wake of [...(waiting.get(id)?.keys() ?? [])]) wake()
    },
    used(id, usage) {
      for (const take of waiting.get(id)?.values() ?? []) take(usage)
    },
  }
}
