import { expect, it } from 'vitest'
import { usualTimes } from './limits'
import { createLiveServer } from './live-server'

const hour = 3_600_000
const { signal } = new AbortController()

/** A server that counts how often it is reached and asked what it offers. */
function server({ reachable = true } = {}) {
  let clock = 10 * hour
  const counts = { opened: 0, listed: 0 }
  const live = createLiveServer({
    server: { name: 'Files' },
    times: usualTimes,
    took: () => undefined,
    changed: () => undefined,
    now: () => clock,
    async open() {
      counts.opened++
      if (!reachable) throw new Error('refused')
      return {
        failure: () => null,
        connection: {
          async list() {
            counts.listed++
            return { tools: [], leftOut: 0 }
          },
          call: () => Promise.reject(new Error('not called')),
          close: async () => undefined,
        },
      }
    },
  })
  return { live, counts, set: (to: number) => (clock = to) }
}

it('asks again what is offered where the clock was set back since it did', async () => {
  const { live, counts, set } = server()
  await live.ready(signal)
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 1 })
  set(9 * hour)
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 2 })
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 2 })
  set(9 * hour + usualTimes.freshMs + 1)
  await live.ready(signal)
  expect(counts).toEqual({ opened: 1, listed: 3 })
})

it('does not pause for hours where the clock was set back since it failed', async () => {
  const { live, counts, set } = server({ reachable: false })
  await expect(live.ready(signal)).rejects.toThrow('refused')
  await expect(live.ready(signal)).rejects.toThrow('refused')
  await expect(live.ready(signal)).rejects.toMatchObject({ code: 'busy' })
  expect(counts.opened).toBe(2)
  set(9 * hour)
  await expect(live.ready(signal)).rejects.toThrow('refused')
  expect(counts.opened).toBe(3)
})
