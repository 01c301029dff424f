import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usualTimes } from './limits'
import { createLiveServer } from './live-server'

const hour = 3_600_000
const { signal } = new AbortController()

// The clock of the machine can be set; what tells how much time went by can't.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const setClock = (byMs: number) => vi.setSystemTime(Date.now() + byMs)

/** A server that counts how often it is reached and asked what it offers; `list` comes before each answer. */
function server({ reachable = true, list = async (): Promise<void> => undefined } = {}) {
  const counts = { opened: 0, listed: 0, taken: 0 }
  let tellChanged = () => {}
  const live = createLiveServer({
    server: { name: 'Files' },
    times: usualTimes,
    took: () => counts.taken++,
    changed: () => undefined,
    async open(_, told) {
      counts.opened++
      if (!reachable) throw new Error('refused')
      tellChanged = told.listChanged
      return {
        failure: () => null,
        connection: {
          async list() {
            counts.listed++
            await nextTurn()
            await list()
            return { tools: [], leftOut: 0 }
          },
          call: () => Promise.reject(new Error('not called')),
          close: async () => undefined,
        },
      }
    },
  })
  return { live, counts, tellChanged: () => tellChanged() }
}

it('asks again what is offered once that was long ago, however the clock is set meanwhile', async () => {
  const { live, counts } = server()
  await live.ready(signal)
  setClock(hour)
  await live.ready(signal)
  setClock(-2 * hour)
  await live.ready(signal)
  expect(counts).toMatchObject({ opened: 1, listed: 1 })
  vi.advanceTimersByTime(usualTimes.freshMs + 1)
  await live.ready(signal)
  expect(counts).toMatchObject({ opened: 1, listed: 2 })
})

it('pauses after failures for as long as is said, however the clock is set meanwhile', async () => {
  const { live, counts } = server({ reachable: false })
  await expect(live.ready(signal)).rejects.toThrow('refused')
  await expect(live.ready(signal)).rejects.toThrow('refused')
  for (const byMs of [0, hour, -2 * hour]) {
    setClock(byMs)
    await expect(live.ready(signal)).rejects.toMatchObject({ code: 'busy' })
  }
  expect(counts.opened).toBe(2)
  vi.advanceTimersByTime(usualTimes.pausesMs[1] ?? 0)
  await expect(live.ready(signal)).rejects.toThrow('refused')
  expect(counts.opened).toBe(3)
})

it('asks again what is offered where the server says while it answers that this changed', async () => {
  let changes = 1
  const { live, counts, tellChanged } = server({
    async list() {
      if (changes-- > 0) tellChanged()
    },
  })
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 2, taken: 2 })
  await live.ready(signal)
  expect(counts.listed).toBe(2)

  changes = 1
  vi.advanceTimersByTime(usualTimes.freshMs + 1)
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 4, taken: 4 })
  await live.ready(signal)
  expect(counts.listed).toBe(4)

  tellChanged()
  await live.ready(signal)
  expect(counts.listed).toBe(5)
})

it('does not ask for ever a server that changes with each answer, and asks again before the next call', async () => {
  const { live, counts, tellChanged } = server({ list: async () => tellChanged() })
  await live.ready(signal)
  await live.ready(signal)
  const { listed } = counts
  expect(listed).toBeLessThan(10)
  await live.ready(signal)
  expect(counts.listed).toBeGreaterThan(listed)
  expect(counts.listed).toBeLessThan(20)
})

it('has done nothing of a call that comes once the connection is over', async () => {
  const { live } = server()
  await live.ready(signal)
  await live.stop()
  const call = { name: 'tides', arguments: {}, timeLimitMs: 1000, signal, progress: () => undefined }
  await expect(live.call(call)).rejects.toMatchObject({ code: 'unavailable', notBegun: true })
})
