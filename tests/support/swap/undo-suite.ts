import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OpenFiles, openFiles } from '../open-files'
import type { Calls } from './at-calls'
import { undoSwapped, type Way, ways } from './undo-at-calls'

const memory = '/dev/shm'
const limitMs = 10 * 60_000
/** After how many calls it is swapped back; null for after the undo. */
const backs = [1, 2, 5, 20, null]

/**
 * Undoes each change and swaps each of its names, in each way, before each `stride`-th call; `calls` is filled by the mock
 * of node:fs/promises that the test file makes. What is left out differs from one kind of swap to the next.
 */
export function describeUndoSwaps(calls: Calls, changes: readonly string[], stride: number): void {
  // In memory it takes a fraction of the time, and nothing here rests on what a sync does.
  if (existsSync(memory)) vi.stubEnv('TMPDIR', memory)

  // On Linux alone a checked folder can be worked in by its handle.
  describe.runIf(process.platform === 'linux').each(changes)('while %s is undone', (change) => {
    let open: OpenFiles
    beforeAll(async () => {
      open = openFiles()
      await open.grants.grant(open.docs, 'read_write', 'flag')
    })
    afterAll(() => open.close())

    it.each(Object.keys(ways) as Way[])(
      'swapping a name by %s leaves it undone, or refused and as it was',
      { timeout: limitMs },
      async (way) => {
        const ended = { done: 0, refused: 0 }
        let runs = 0
        for (let place = 0, places = 1; place < places; place++) {
          for (const back of backs) {
            for (let call = (runs * 7) % stride, reached = true; reached; call += stride) {
              const outcome = await undoSwapped(open, calls, { change, place, way, call, back })
              ended[outcome.done ? 'done' : 'refused']++
              ;({ reached, places } = outcome)
              runs++
            }
          }
        }
        // The swap that came too late, at least.
        expect(ended.done).toBeGreaterThan(0)
      },
    )
  })
}
