import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../shared/errors'
import { createQueryVectors } from './query-vector'

const hour = 3_600_000
const awayMs = 30_000

// The clock of the machine can be set; what tells how much time went by can't.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('leaves a server that was away alone for half a minute, however the clock is set meanwhile', async () => {
  let asked = 0
  const { ask } = createQueryVectors({
    async embedTexts() {
      asked++
      throw new AppError('unavailable', 'Nobody answers.')
    },
    inUse: () => ({ set: { number: 1, dimensions: 3 } as never, model: async () => ({}) as never }),
  })
  await ask('tides')
  for (const byMs of [0, hour, -2 * hour]) {
    vi.setSystemTime(Date.now() + byMs)
    expect(await ask('tides')).toEqual({ notice: 'Only words were searched: Nobody answers.' })
  }
  expect(asked).toBe(1)
  vi.advanceTimersByTime(awayMs)
  await ask('tides')
  expect(asked).toBe(2)
})
