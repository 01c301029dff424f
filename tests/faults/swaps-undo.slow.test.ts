import { vi } from 'vitest'
import { swappedChanges } from '../support/swap/changes'
import { describeUndoSwaps } from '../support/swap/undo-suite'

// Whoever swaps does so between two calls of the application: here before one chosen call.
const calls = vi.hoisted(() => ({ made: 0, before: null as ((call: number) => void) | null }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const wrapped = Object.entries(real).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call]
    const counted = (...values: unknown[]): unknown => {
      calls.before?.(calls.made++)
      return Reflect.apply(call, undefined, values)
    }
    return [name, counted]
  })
  return { ...real, ...Object.fromEntries(wrapped) }
})

// Prime, so that the calls of different rounds of a loop are met.
describeUndoSwaps(calls, Object.keys(swappedChanges), 151)
