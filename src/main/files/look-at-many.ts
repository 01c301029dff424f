import { type BigIntStats, lstatSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { asError } from '../../shared/errors'

/** What a look at a path gave: a link is seen itself. */
export type Seen = BigIntStats | Error

/** What was seen at paths, each looked at once. */
export type SeenPaths = Map<string, Seen>

/** Milliseconds of looking after which others have their turn. */
const SLICE_MS = 8
/** A look that takes longer (milliseconds) was not answered from memory: the disk is slow or far away. */
const SLOW_MS = 4
/** Entries of a slow disk that are asked for at the same time. */
const LOOKS_AT_ONCE = 64

/**
 * Looks at many paths and gives each what is there, in their order, or what was seen there already. The system nearly
 * always answers from memory in less time than handing the question to a thread takes; where it does not, threads wait
 * for it.
 */
export async function lookAtMany(
  paths: readonly string[],
  signal: AbortSignal | null,
  take: (path: string, seen: Seen) => void,
  before: ReadonlyMap<string, Seen> = new Map(),
): Promise<void> {
  let sliceEnd = performance.now() + SLICE_MS
  for (let index = 0; index < paths.length; ) {
    if (performance.now() > sliceEnd) {
      await nextTurn()
      signal?.throwIfAborted()
      sliceEnd = performance.now() + SLICE_MS
    }
    const path = paths[index++] ?? ''
    const known = before.get(path)
    if (known !== undefined) {
      take(path, known)
      continue
    }
    if (lookAt(path, take)) continue
    const slow = paths.slice(index, index + LOOKS_AT_ONCE)
    const seen = await Promise.all(slow.map(lookInThread))
    signal?.throwIfAborted()
    for (const [offset, each] of slow.entries())
      take(each, seen[offset] ?? new Error('It was not looked at.'))
    index += slow.length
  }
}

/** Looks at one path at once; false where that was not answered from memory, and the next are for `lookAtMany`. */
export function lookAt(path: string, take: (path: string, seen: Seen) => void): boolean {
  const started = performance.now()
  const seen = lookNow(path)
  const quick = performance.now() - started <= SLOW_MS
  take(path, seen)
  return quick
}

function lookNow(path: string): Seen {
  try {
    return lstatSync(path, { bigint: true })
  } catch (error) {
    return asError(error)
  }
}

function lookInThread(path: string): Promise<Seen> {
  return lstat(path, { bigint: true }).catch(asError)
}
