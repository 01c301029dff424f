import { expect, it } from 'vitest'
import { createRetryDesk } from './retry-desk'

const hour = 3_600_000

function wait(signal = new AbortController().signal) {
  let clock = 0
  const desk = createRetryDesk(() => clock)
  const waiting = desk.wait(hour, signal)
  const sleepUntil = (time: number) => {
    // Timers stand still while a machine sleeps, its clock does not.
    clock = time
  }
  return { desk, waiting, sleepUntil }
}

it('is over soon where the machine slept past the moment that was named', async () => {
  const { desk, waiting, sleepUntil } = wait()
  sleepUntil(2 * hour)
  await waiting
  expect(desk.goNow()).toBe(false)
})

it('is over when a person says now, and throws when the run is stopped', async () => {
  const first = wait()
  expect(first.desk.goNow()).toBe(true)
  await first.waiting
  expect(first.desk.goNow()).toBe(false)

  const stop = new AbortController()
  const second = wait(stop.signal)
  stop.abort()
  await expect(second.waiting).rejects.toThrow()
})

it('is no longer where the clock is set back while it waits', async () => {
  let looks = 0
  // Each look finds the clock an hour further back.
  const desk = createRetryDesk(() => -hour * looks++)
  await desk.wait(50, new AbortController().signal)
  expect(looks).toBe(2)
})
