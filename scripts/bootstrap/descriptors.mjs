import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { StepError } from './say.mjs'

// What is started may open no more files than this process; see src/main/start/require-descriptors.ts, which it begins with.
const NEEDED = 32

/** Refuses in one sentence where next to no files may be opened: Node itself would end without a word. */
export function requireDescriptors() {
  const opened = []
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, 'r'))
  } catch (error) {
    if (error.code !== 'EMFILE') throw error
    throw new StepError(
      `Countersign may open too few files at once here: it needs ${NEEDED} more, and there are ${opened.length}. Allow more and start again, for example: ulimit -n 1024`,
    )
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
