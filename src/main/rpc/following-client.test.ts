import { describe, expect, it } from 'vitest'
import { notTaken } from './calls-under-way'
import { followCore, type Reach } from './following-client'

type Call = Reach['link']['call']

function holder(call: Call) {
  const gone = Promise.withResolvers<void>()
  const reach: Reach = { link: { call }, ended: gone.promise, close: async () => gone.resolve() }
  return { reach, end: () => gone.resolve() }
}

const never = new AbortController().signal

describe('a client that follows the core', () => {
  it('makes a call again that the ending holder did not take, and only once', async () => {
    const calls: string[] = []
    const second = holder(async (path) => {
      calls.push(`second ${path.join('.')}`)
      return { url: 'second' }
    })
    const first = holder(async (path) => {
      calls.push(`first ${path.join('.')}`)
      first.end()
      throw notTaken()
    })
    const following = followCore(first.reach, async () => second.reach, never)
    expect(await following.client.system.focus()).toEqual({ url: 'second' })
    expect(calls).toEqual(['first system.focus', 'second system.focus'])
  })

  it('never repeats a call whose holder ended before it answered', async () => {
    let calls = 0
    const first = holder(async () => {
      calls += 1
      first.end()
      throw new Error('cut')
    })
    const following = followCore(first.reach, async () => first.reach, never)
    await expect(following.client.system.focus()).rejects.toThrow('cut')
    expect(calls).toBe(1)
  })

  it('reaches the next holder for calls that come after the end', async () => {
    const first = holder(async () => ({ url: 'first' }))
    const second = holder(async () => ({ url: 'second' }))
    const following = followCore(first.reach, async () => second.reach, never)
    expect(await following.client.system.focus()).toEqual({ url: 'first' })
    first.end()
    await first.reach.ended
    expect(await following.client.system.focus()).toEqual({ url: 'second' })
    await following.close()
    await second.reach.ended
  })

  it('tries again when nobody could be reached before', async () => {
    const first = holder(async () => ({ url: 'first' }))
    const second = holder(async () => ({ url: 'second' }))
    let tries = 0
    const following = followCore(
      first.reach,
      async () => {
        tries += 1
        if (tries === 1) throw new Error('held')
        return second.reach
      },
      never,
    )
    first.end()
    await first.reach.ended
    await expect(following.client.system.focus()).rejects.toThrow('held')
    expect(await following.client.system.focus()).toEqual({ url: 'second' })
  })

  it('gives calls the command’s signal unless they bring their own', async () => {
    const seen: (AbortSignal | undefined)[] = []
    const first = holder(async (_path, _input, options) => {
      seen.push(options.signal)
      return { url: null }
    })
    const stop = new AbortController().signal
    const own = new AbortController().signal
    const { client } = followCore(first.reach, async () => first.reach, stop)
    await client.system.focus()
    await client.system.focus(undefined, { signal: own })
    expect(seen).toEqual([stop, own])
  })
})
