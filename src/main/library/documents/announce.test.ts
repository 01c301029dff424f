import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createAnnouncer } from './announce'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('announces the first change at once, then at most ten a second, and the last one always', () => {
  const told: number[] = []
  const announcer = createAnnouncer((number) => told.push(number))
  for (let change = 0; change < 1000; change++) {
    announcer.changed(1, false)
    vi.advanceTimersByTime(1)
  }
  expect(told.length).toBeGreaterThanOrEqual(10)
  expect(told.length).toBeLessThanOrEqual(11)
  announcer.changed(1, true)
  const after = told.length
  vi.advanceTimersByTime(1000)
  expect(told).toHaveLength(after)
})

it('tells a change that came during the pause when the pause ends, and keeps documents apart', () => {
  const told: number[] = []
  const announcer = createAnnouncer((number) => told.push(number))
  announcer.changed(1, false)
  announcer.changed(1, false)
  announcer.changed(2, false)
  expect(told).toEqual([1, 2])
  vi.advanceTimersByTime(100)
  expect(told).toEqual([1, 2, 1])
  announcer.close()
})
