import { describe, expect, it } from 'vitest'
import { answersOf, wordsOf } from '../../../tests/support/agent/bench'
import { setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, reset, status, text } from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'

const desk = setUpAgentDesk()

/** A wait that only a person's word ends within the time of a test. */
const later = { headers: { 'retry-after': '500' } }

describe('a server that can’t answer now', () => {
  it.each([
    [
      'is asked too often',
      status(429, 'rate_limit_error', 'Slow down.', later),
      /too often \(429\).*Slow down/,
    ],
    ['is overloaded', status(529, 'overloaded_error', 'Busy.', later), /overloaded \(529\).*Busy/],
  ])('because it %s is waited for with a countdown, until a person says now', async (_what, turn, why) => {
    desk.api.push(turn, answer([text('Here I am.')]))
    const before = Date.now()
    const { conversationId, runId } = await desk.bench.send('Hello')
    const waiting = await desk.bench.event(runId, 'retry_waiting')
    expect(waiting).toMatchObject({ attempt: 2, error: { code: 'unavailable' } })
    expect(waiting.error.message).toMatch(why)
    expect(waiting.until).toBeGreaterThanOrEqual(before + 500_000)
    expect(desk.bench.conversations.snapshot(conversationId).runs[runId]).toMatchObject({
      status: 'running',
      retry: { attempt: 2, until: waiting.until },
    })

    expect(desk.bench.conversations.tryNow(runId)).toBe(true)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    const state = desk.bench.conversations.snapshot(conversationId)
    expect(wordsOf(state)).toBe('Here I am.')
    expect(answersOf(state)).toHaveLength(1)
    expect(state.runs[runId]?.retry).toBeUndefined()
    expect(desk.bench.conversations.tryNow(runId)).toBe(false)
  })

  it.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is given a moment also where it says that it could answer at once (%s)',
    async (asked) => {
      const turn = status(429, 'rate_limit_error', 'Slow down.', { headers: { 'retry-after': asked } })
      desk.api.push(turn, turn, answer([text('Here I am.')]))
      const { runId } = await desk.bench.send('Hello')
      const began = Date.now()
      const second = await desk.bench.event(runId, 'retry_waiting', ({ attempt }) => attempt === 3)
      expect(second.until).toBeGreaterThanOrEqual(began + 1000)
      desk.bench.conversations.tryNow(runId)
      expect((await desk.bench.finished(runId)).end).toBe('completed')
    },
  )

  it('is waited for by itself when it says so in the stream before anything came, or cuts the connection', async () => {
    desk.api.push(
      answer([], { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      reset,
      answer([text('Here I am.')]),
    )
    const { end, state } = await desk.bench.run('Hello')
    expect(end.end).toBe('completed')
    expect(wordsOf(state)).toBe('Here I am.')
    expect(desk.api.created).toHaveLength(3)
  })

  it('is not asked again by itself once a part of the answer has come', async () => {
    desk.api.push(answer([text('Half')], { error: { type: 'overloaded_error', message: 'Overloaded' } }))
    const { end } = await desk.bench.run('Hello')
    expect(end).toMatchObject({ end: 'failed', retryable: true, error: { code: 'unavailable' } })
    expect(desk.api.created).toHaveLength(1)
  })

  it('is not waited for when it asks for longer than ten minutes', async () => {
    desk.api.push(status(429, 'rate_limit_error', 'Later.', { headers: { 'retry-after': '3600' } }))
    expect((await desk.bench.run('Hello')).end).toMatchObject({ end: 'failed', retryable: true })
    expect(desk.api.created).toHaveLength(1)
  })

  it('is waited for until the moment that it names', async () => {
    const until = new Date(Date.now() + 400_000)
    desk.api.push(
      status(529, 'overloaded_error', 'Busy.', { headers: { 'retry-after': until.toUTCString() } }),
      answer([text('Yes.')]),
    )
    const { runId } = await desk.bench.send('Hello')
    const waiting = await desk.bench.event(runId, 'retry_waiting')
    // A date has no fractions of a second, and the wait is counted from when it arrived.
    expect(Math.abs(waiting.until - until.getTime())).toBeLessThan(60_000)
    desk.bench.conversations.tryNow(runId)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
  })

  it('does not end the run when the application closes while it waits: it can go on afterwards', async () => {
    desk.api.push(status(529, 'overloaded_error', 'Busy.', later), answer([text('Yes.')]))
    const { conversationId, runId } = await desk.bench.send('Hello')
    await desk.bench.event(runId, 'retry_waiting')
    desk.bench.crash()
    desk.bench.conversations.resume()
    const state = desk.bench.conversations.snapshot(conversationId)
    expect(state.runs[runId]).toMatchObject({ status: 'failed', retryable: true })
    expect(state.runs[runId]?.retry).toBeUndefined()
    const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
    expect((await desk.bench.finished(again.runId)).end).toBe('completed')
  })
})

describe('is asked once only', () => {
  it.each([
    ['a refused key', status(401, 'authentication_error', 'No.'), /refused the key/],
    ['a refused right', status(403, 'permission_error', 'No.'), /refused the key/],
    ['a refused request', status(400, 'invalid_request_error', 'No.'), /refused the request/],
    [
      'a spend limit',
      status(429, 'rate_limit_error', 'Limit.', { errorCode: 'enforced_spend_limit_reached' }),
      /spend limit of this key is reached/,
    ],
    [
      'a request that is too large',
      status(413, 'request_too_large', 'Request exceeds the maximum size'),
      /longer than the model takes.*maximum size.*Nothing of it is lost.*new conversation/,
    ],
    [
      'a prompt that is too long for the vendor',
      status(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      /longer than the model takes.*Nothing of it is lost/,
    ],
  ])('after %s', async (_what, turn, words) => {
    desk.api.push(turn)
    const { end } = await desk.bench.run('Hello')
    expect(end.error?.message).toMatch(words)
    expect(end.end).toBe('failed')
    expect(desk.api.created).toHaveLength(1)
  })
})
