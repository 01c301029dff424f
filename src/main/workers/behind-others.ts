import { constants, setPriority } from 'node:os'

/**
 * Makes the calling thread give way to all others that want a processor, so that the window answers while a folder is
 * read. Threads have priorities of their own on Linux alone, where 0 is the calling thread (setpriority(2), “C library/
 * kernel differences”); elsewhere this would slow the whole process, and nothing is done.
 */
export function goBehindOthers(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it: documents are then read beside the others.
  }
}
