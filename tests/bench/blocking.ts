import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

/** How long a thread's event loop stood still at most, in milliseconds. */
export interface LongestBlock {
  /** By its own doing: computing, waiting for the disk or for a lock. */
  readonly own: number
  /** With the time in which it was ready but other threads and programs had the processors. */
  readonly withWaiting: number
}

/** The loop should come round this often, in milliseconds. */
const tickMs = 1
/** Three numbers of up to 20 digits. */
const statisticsBytes = 100
const nanosecondsPerMs = 1e6

/**
 * Watches the main thread's event loop until stopped. On a busy machine a loop is late without having been blocked:
 * Linux tells how long the thread waited for a processor (run_delay in /proc/…/schedstat), which is not its own doing.
 */
export function watchBlocking(): { stop(): LongestBlock } {
  const waited = openWaitingTime()
  let last = { at: performance.now(), waited: waited.ms() }
  let longest: LongestBlock = { own: 0, withWaiting: 0 }
  const look = () => {
    const now = { at: performance.now(), waited: waited.ms() }
    const late = now.at - last.at - tickMs
    longest = {
      own: Math.max(longest.own, late - (now.waited - last.waited)),
      withWaiting: Math.max(longest.withWaiting, late),
    }
    last = now
  }
  const timer = setInterval(look, tickMs)
  return {
    stop() {
      look()
      clearInterval(timer)
      waited.close()
      return longest
    },
  }
}

/** The time that this process's main thread has waited for a processor; always 0 where the system does not tell. */
function openWaitingTime(): { ms(): number; close(): void } {
  const path = `/proc/self/task/${process.pid}/schedstat`
  if (!existsSync(path)) return { ms: () => 0, close: () => {} }
  const descriptor = openSync(path, 'r')
  const buffer = Buffer.alloc(statisticsBytes)
  return {
    ms() {
      const length = readSync(descriptor, buffer, 0, statisticsBytes, 0)
      const [, waiting = '0'] = buffer.toString('latin1', 0, length).split(' ')
      return Number(waiting) / nanosecondsPerMs
    },
    close: () => closeSync(descriptor),
  }
}
