import { createORPCClient } from '@orpc/client'
import { wasNotTaken } from './calls-under-way'
import type { Client, Link } from './client'

/** One way to the core, for as long as its holder is there. */
export interface Reach {
  readonly link: Link
  /** Resolves when the core at the other end is gone. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** A client that goes on through whoever holds the data folder next. */
export interface Following {
  readonly client: Client
  close(): Promise<void>
}

/**
 * Makes a client that reaches the core anew when its holder ended. A call that the ending holder did not take is made
 * again; one that it took and did not answer fails, because what it did is not known. `stop` ends calls that bring no
 * signal of their own.
 */
export function followCore(first: Reach, reach: () => Promise<Reach>, stop: AbortSignal): Following {
  let current: Promise<Reach> | null = null
  const follow = (reached: Reach, through: Promise<Reach>): void => {
    void reached.ended.then(() => {
      if (current === through) current = null
    })
  }
  const use = (next: Promise<Reach>): Promise<Reach> => {
    current = next
    next.then(
      (reached) => follow(reached, next),
      () => {
        // The caller is told; the next call tries anew.
        if (current === next) current = null
      },
    )
    return next
  }
  current = Promise.resolve(first)
  follow(first, current)
  const link: Link = {
    async call(path, input, options) {
      while (true) {
        const reached = await (current ?? use(reach()))
        try {
          return await reached.link.call(path, input, { ...options, signal: options.signal ?? stop })
        } catch (error) {
          if (!wasNotTaken(error)) throw error
          await reached.ended
        }
      }
    },
  }
  return {
    client: createORPCClient(link),
    async close() {
      await (await current)?.close()
    },
  }
}
