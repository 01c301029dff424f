import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

/** The argument of a thread that is to give way to whatever a person waits for. */
export const IN_BACKGROUND = '--in-background'

/** Nice value: such a thread gets a third of the time that one of the usual priority has beside it on one processor. */
const BACKGROUND_NICE = 5

/**
 * Lowers the priority of this thread alone where it was started with `IN_BACKGROUND`. Linux takes a thread's id where
 * others want that of a process (sched(7), "The nice value"); elsewhere nothing happens, and the thread is as the rest.
 * It can't be raised again: a thread that also answers a person must not be started so.
 */
export function giveWayInBackground(): void {
  if (process.platform !== 'linux' || !process.argv.includes(IN_BACKGROUND)) return
  // To be slower is no reason to fail, where `/proc` is hidden or the priority was lowered further already.
  const thread = threadId()
  if (thread !== null) tryToLower(thread)
}

/** The system's own id; `threadId` of `node:worker_threads` is Node's count. */
function threadId(): number | null {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')))
  } catch {
    return null
  }
}

function tryToLower(thread: number): void {
  try {
    setPriority(thread, BACKGROUND_NICE)
  } catch {
    // EACCES, or EPERM in a container.
  }
}
