import { describe, expect, it } from 'vitest'
import type { AppEvent } from '../../shared/contract/events'
import { createEventHub } from '../publish'
import { unreadLimit, watchEvents } from './watch-events'

const event: AppEvent = { type: 'document_removed', id: 'a' }

function open() {
  let listeners = 0
  const inner = createEventHub((error) => {
    throw error
  })
  const hub = {
    publish: inner.publish,
    subscribe(listener: (event: AppEvent) => void) {
      listeners += 1
      const leave = inner.subscribe(listener)
      return () => {
        listeners -= 1
        leave()
      }
    },
  }
  const gone = new AbortController()
  const closing = new AbortController()
  return {
    hub,
    gone,
    closing,
    listeners: () => listeners,
    stream: watchEvents(hub, gone.signal, closing.signal),
  }
}

describe('a stream of events', () => {
  it('begins with ready and misses nothing after it', async () => {
    const { hub, stream } = open()
    expect((await stream.next()).value).toEqual({ type: 'ready' })
    hub.publish(event)
    expect((await stream.next()).value).toEqual(event)
  })

  it('is forgotten when its reader goes while it waits', async () => {
    const { stream, gone, listeners } = open()
    await stream.next()
    const waiting = stream.next()
    expect(listeners()).toBe(1)
    gone.abort()
    expect((await waiting).done).toBe(true)
    expect(listeners()).toBe(0)
  })

  it('keeps no more than its limit for a reader that stands still, and tells it so', async () => {
    const { hub, stream, listeners } = open()
    await stream.next()
    for (let count = 0; count <= unreadLimit; count += 1) hub.publish(event)
    await expect(stream.next()).rejects.toMatchObject({ code: 'busy' })
    expect(listeners()).toBe(0)
  })

  it('tells what is left and ends when the core closes', async () => {
    const { hub, stream, closing, listeners } = open()
    await stream.next()
    hub.publish(event)
    closing.abort()
    expect((await stream.next()).value).toEqual(event)
    expect((await stream.next()).done).toBe(true)
    expect(listeners()).toBe(0)
  })
})
