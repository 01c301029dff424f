import { describe, expect, it } from 'vitest'
import { createCallsUnderWay, wasNotTaken } from './calls-under-way'

describe('calls under way', () => {
  it('are awaited when the core closes, and new ones are refused as not taken', async () => {
    const calls = createCallsUnderWay(60_000)
    const leave = calls.enter()
    let closed = false
    const closing = calls.close().then(() => {
      closed = true
    })
    expect(() => calls.enter()).toThrow(expect.toSatisfy(wasNotTaken))
    await Promise.resolve()
    expect(closed).toBe(false)
    leave()
    await closing
    expect(calls.ended.aborted).toBe(true)
  })

  it('are broken off past the limit, and their last answer is still awaited', async () => {
    const calls = createCallsUnderWay(1)
    const leave = calls.enter()
    calls.signalOf(undefined).addEventListener('abort', leave)
    await calls.close()
    expect(calls.signalOf(undefined).aborted).toBe(true)
  })
})
