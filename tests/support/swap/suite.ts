import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { otherDisk as memory } from '../other-disk'
import { type Calls, type Swap, swapAtCall, swaps } from './at-calls'
import { swappedChanges } from './changes'

const limitMs = 10 * 60_000

/**
 * Swaps before each call of each change, or before each `stride`-th; `calls` is filled by the mock of
 * node:fs/promises that the test file makes.
 */
export function describeSwaps(calls: Calls, stride: number): void {
  const apart = memory === null ? null : tmpdir()
  // In memory it takes a fraction of the time, and nothing here rests on what a sync does.
  if (memory !== null) vi.stubEnv('TMPDIR', memory)
  const cases = Object.keys(swappedChanges).flatMap((change) => [
    { change, disk: 'the same disk', other: null },
    ...(/trash/.test(change) && apart !== null ? [{ change, disk: 'another disk', other: apart }] : []),
  ])

  // On Linux alone a checked folder can be worked in by its handle.
  describe.runIf(process.platform === 'linux').each(cases)(
    'while $change is applied, with the data on $disk',
    ({ change, other }) => {
      it.each(Object.keys(swaps) as Swap[])(
        'swapping %s touches nothing outside',
        { timeout: limitMs },
        async (swap) => {
          let applied = 0
          for (const back of [true, false]) {
            for (let call = 0, reached = true; reached; call += stride) {
              const outcome = await swapAtCall({ change, swap, call, back, otherDisk: other, calls })
              reached = outcome.reached
              if (outcome.applied) applied++
            }
          }
          // The swap that came too late, at least.
          expect(applied).toBeGreaterThan(0)
        },
      )
    },
  )
}
