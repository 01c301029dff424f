import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RunEvent } from '../../shared/run/events'
import { batchMs, createRunEventBatches } from './run-event-batches'

let seq = 0
const event = (body: RunEvent['body']): RunEvent => ({
  seq: ++seq,
  conversationId: 'c',
  runId: 'r',
  at: 0,
  body,
})
const piece = (text: string) => event({ type: 'text_delta', messageId: 'm', block: 0, text })
const ended = () => event({ type: 'run_finished', end: 'completed', retryable: false })
const handed: string[] = []
let take: (event: RunEvent) => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  handed.length = 0
  take = createRunEventBatches((events) =>
    handed.push(events.map(({ body }) => (body.type === 'text_delta' ? body.text : body.type)).join('+')),
  )
})
afterEach(() => vi.useRealTimers())

it('hands on the first piece at once, and those that follow it together', () => {
  for (const text of ['a', 'b', 'c']) take(piece(text))
  expect(handed).toEqual(['a'])
  vi.advanceTimersByTime(batchMs)
  expect(handed).toEqual(['a', 'b+c'])
  vi.advanceTimersByTime(batchMs)
  take(piece('d'))
  expect(handed).toEqual(['a', 'b+c', 'd'])
})

it('hands on everything else at once, after the pieces before it, and each but once', () => {
  for (const text of ['a', 'b']) take(piece(text))
  take(ended())
  expect(handed).toEqual(['a', 'b+run_finished'])
  vi.advanceTimersByTime(10 * batchMs)
  expect(handed).toEqual(['a', 'b+run_finished'])
})
