import { closeSync, openSync, writeSync } from 'node:fs'
import { devNull } from 'node:os'

/** Files that may have to be opened beside those of Node: of the database, of threads, sockets and documents. */
const NEEDED_DESCRIPTORS = 32

/**
 * Ends a program that may open next to no files by a sentence: it would fail at whatever comes first, in words that have
 * nothing to do with it. Some limit of the system is the reason, of which 256 is the lowest that is usual.
 */
export function requireDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < NEEDED_DESCRIPTORS) opened.push(openSync(devNull, 'r'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EMFILE')) throw error
    writeSync(
      2,
      `Countersign may open too few files at once here: it needs ${NEEDED_DESCRIPTORS} more, and there are ${opened.length}. Allow more and start again, for example: ulimit -n 1024\n`,
    )
    process.exit(1)
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
