import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  collect,
  never,
  quick,
  request,
  setUpAnthropicDesk,
  textOf,
} from '../../../../tests/support/anthropic-desk'
import {
  answer,
  type FakeMessagesApi,
  html,
  reset,
  silence,
  startFakeMessagesApi,
  status,
  stream,
  type Turn,
  text,
  thinking,
  toolUse,
} from '../../../../tests/support/fake-messages-api'
import { listenOnLoopback } from '../../http/loopback'
import type { ModelEvent, RetryPolicy } from '../port'
import { createAnthropicModel } from './model'

const desk = setUpAnthropicDesk()
const { model } = desk

describe('fails clearly and keeps what came', () => {
  it('when an error event breaks the stream', async () => {
    desk.api.push(answer([text('Half')], { error: { type: 'overloaded_error', message: 'Overloaded' } }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Half')
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
  })

  it('when the answer ends without message_stop', async () => {
    desk.api.push(answer([text('Half')], { end: 'close' }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Half')
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
    expect(error?.message).toMatch(/ended its answer in the middle/)
  })

  it('when the connection is cut', async () => {
    desk.api.push(answer([text('Half')], { end: 'cut' }))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ retryable: true })
  })

  it('when it ends inside of a UTF-8 character', async () => {
    const withheld =
      Buffer.byteLength(
        '界"}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
      ) - 1
    desk.api.push(answer([text(['Whole', '世界'])], { end: 'close', withheld, chunking: 'byte' }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Whole')
    expect(error?.code).toBe('model_error')
  })

  it.each([
    ['in a status', status(401, 'authentication_error', 'No such key: sk-ant-very-secret')],
    [
      'in an event',
      answer([text('Half')], { error: { type: 'api_error', message: 'Not with sk-ant-very-secret' } }),
    ],
    [
      'at the end of what is shown of it',
      status(400, 'invalid_request_error', `${'x'.repeat(290)} sk-ant-very-secret`),
    ],
  ])('without the key, which a server repeats %s', async (_where, turn) => {
    desk.api.push(turn)
    const credential = { kind: 'key', secret: 'sk-ant-very-secret' } as const
    const asked = createAnthropicModel({
      model: 'm',
      server: { baseUrl: desk.api.url, credential },
      limits: quick,
    })
    const { error } = await collect(asked.stream(request(), never))
    expect(error?.message).toContain('•••')
    expect(JSON.stringify([error?.message, error?.said])).not.toContain('sk-ant')
  })

  it('when a web page comes instead', async () => {
    desk.api.push(html())
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'model_error', retryable: false })
    expect(error?.message).toMatch(/web page/)
  })

  it('when an error page comes, without repeating the page', async () => {
    desk.api.push(html(500), html(500), html(500))
    const { error } = await collect(model().stream(request(), never))
    expect(error?.code).toBe('model_error')
    expect(error?.message).not.toMatch(/<h1>/)
  })

  it('when an event is not JSON', async () => {
    desk.api.push(stream([{ event: 'message_start', data: '{"type": "message_st' }]))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'model_error', message: expect.stringMatching(/not JSON/) })
  })

  it('when an event has the wrong form', async () => {
    desk.api.push(
      stream([{ event: 'content_block_delta', data: { type: 'content_block_delta', index: 'first' } }]),
    )
    const { error } = await collect(model().stream(request(), never))
    expect(error?.message).toMatch(/Messages API does not have/)
  })

  it('when the server takes the request and never answers', async () => {
    desk.api.push(silence)
    const { error } = await collect(
      model({ limits: { ...quick, firstEventMs: 50 } }).stream(request(), never),
    )
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
    expect(error?.message).toMatch(/did not answer/)
  })

  it('when the server stops in the middle and keeps the connection open', async () => {
    desk.api.push(answer([text('Half')], { end: 'hang' }))
    const { events, error } = await collect(
      model({ limits: { ...quick, idleMs: 50 } }).stream(request(), never),
    )
    expect(textOf(events)).toBe('Half')
    expect(error?.code).toBe('timeout')
  })

  it.each([
    ['text', text(Array.from({ length: 1000 }, () => 'word '.repeat(20)))],
    ['thinking', thinking(Array.from({ length: 1000 }, () => 'word '.repeat(20)))],
    ['arguments', toolUse('read_file', `{"path":"${'a'.repeat(60_000)}"}`)],
    ['the name of a tool', toolUse('a'.repeat(60_000), {})],
    ['signatures', thinking('Hm', 'c'.repeat(5_000_000))],
  ])('when a server goes on with %s far beyond the tokens that it was asked for', async (_what, block) => {
    // Nothing of it ends by itself.
    desk.api.push(answer([block], { end: 'hang' }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'model_error', retryable: false })
    expect(error?.said?.code).toBe('model.went_on')
    expect(JSON.stringify(events).length).toBeLessThan(1_500_000)
    expect(textOf(events).length).toBeLessThan(5000)
  })

  it.each([
    ['calls that say nothing', { type: 'tool_use', id: '', name: '', input: {} }, 'tool_use_started'],
    ['thoughts that say nothing', { type: 'redacted_thinking', data: '' }, 'thinking_redacted'],
  ])('when a server goes on with %s, each a block of its own', async (_what, block, type) => {
    const events = Array.from({ length: 5000 }, (_, index) => ({
      event: 'content_block_start',
      data: { type: 'content_block_start', index, content_block: block },
    }))
    desk.api.push(stream(events, { end: 'hang', chunking: 'whole' }))
    const { events: came, error } = await collect(model().stream(request(), never))
    expect(error?.said?.code).toBe('model.went_on')
    expect(came.filter((event) => event.type === type).length).toBeLessThan(300)
  })

  it.each([
    ['a line', 'a'.repeat(6_000_000)],
    ['lines of one event', 'a\ndata: '.repeat(1_000_000)],
  ])('when a server sends %s that nobody would come to the end of', async (_what, data) => {
    // An answer to it may be three times as long.
    desk.api.push(stream([{ event: 'ping', data }], { chunking: 'whole' }))
    const { error } = await collect(model().stream({ ...request(), maxTokens: 8000 }, never))
    expect(error?.said?.code).toBe('model.went_on')
  })

  it.each(['\n', '\r\n'] as const)(
    'but reads many events that are cut between their line ends %j',
    async (lineEnd) => {
      const pings = Array.from({ length: 600 }, () => ({
        event: 'ping',
        data: { type: 'ping', pad: 'x'.repeat(10_000) },
      }))
      const whole = answer([text('Here.')])
      const events = whole.kind === 'stream' ? whole.events : []
      desk.api.push(stream([...pings, ...events], { lineEnd, chunking: 4096 }))
      const read = await collect(model().stream(request(), never))
      expect(read.error?.said?.code).toBe('model.went_on')
      desk.api.push(stream([...pings, ...events], { lineEnd, chunking: 4096 }))
      const { events: came, error } = await collect(model().stream({ ...request(), maxTokens: 8000 }, never))
      expect(error).toBeNull()
      expect(textOf(came)).toBe('Here.')
    },
  )

  it('when nothing listens', async () => {
    const probe = createServer()
    const port = await listenOnLoopback(probe, 0)
    await new Promise((resolve) => probe.close(resolve))
    const { error } = await collect(model({ url: `http://127.0.0.1:${port}` }).stream(request(), never))
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
    expect(error?.message).toMatch(/nothing listens there/)
  })

  it.each([
    [401, 'authentication_error', 'unauthorized', false],
    [403, 'permission_error', 'unauthorized', false],
    [400, 'invalid_request_error', 'model_error', false],
    [404, 'not_found_error', 'model_error', false],
    [413, 'request_too_large', 'model_error', false],
  ] as const)('on status %i', async (code, type, expected, retryable) => {
    desk.api.push(status(code, type, 'No.'))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: expected, retryable })
    expect(desk.api.created).toHaveLength(1)
  })

  it.each([429, 529, 500])('on status %i after three attempts', async (code) => {
    desk.api.respond(() => status(code, 'api_error', 'Busy.'))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ retryable: true })
    expect(desk.api.created).toHaveLength(3)
  })

  const spent = { message: 'Limit.', errorCode: 'enforced_spend_limit_reached' }
  it.each([
    ['by a status', status(429, 'rate_limit_error', spent.message, spent)],
    ['in the stream', answer([], { error: { type: 'rate_limit_error', ...spent } })],
  ])('without a second attempt when a spend limit is reached, told %s', async (_how, turn) => {
    desk.api.respond(() => turn)
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({
      code: 'unavailable',
      retryable: false,
      said: { code: 'model.spend_limit' },
    })
    expect(desk.api.created).toHaveLength(1)
  })

  it('at once when the server asks to come back in an hour', async () => {
    desk.api.respond(() => status(429, 'rate_limit_error', 'Later.', { headers: { 'retry-after': '3600' } }))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
    expect(desk.api.created).toHaveLength(1)
  })
})

describe('while the machine sleeps', () => {
  /** Leads to this machine too, but does not name it. */
  const elsewhere = () => desk.api.url.replace('127.0.0.1', '0.0.0.0')
  const limits = { ...quick, afterSleepMs: 40 }
  const { now } = Date
  const hour = 3_600_000
  const sleep = () => vi.spyOn(Date, 'now').mockImplementation(() => now() + hour)
  afterEach(() => vi.restoreAllMocks())

  it('an answer that was on its way is not waited for, and what came is kept', async () => {
    desk.api.push(answer([text('Half')], { end: 'hang' }))
    const events: ModelEvent[] = []
    const run = async () => {
      for await (const event of model({ url: elsewhere(), limits }).stream(request(), never)) {
        events.push(event)
        if (textOf(events) === 'Half') sleep()
      }
    }
    await expect(run()).rejects.toMatchObject({
      code: 'timeout',
      retryable: true,
      message: expect.stringMatching(/^This computer slept while .* was answering/),
    })
    expect(textOf(events)).toBe('Half')
    expect(desk.api.created).toHaveLength(1)
  })

  it('a question without an answer is asked again', async () => {
    desk.api.push(silence, answer([text('Here.')]))
    const reading = collect(model({ url: elsewhere(), limits }).stream(request(), never))
    await desk.api.arrived(1)
    sleep()
    const { events, error } = await reading
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Here.')
  })

  it('an answer that goes on afterwards is read to its end, however long it was', async () => {
    let goOn = () => {}
    const until = new Promise<void>((resolve) => {
      goOn = resolve
    })
    desk.api.push(answer([text(['Half ', 'and half'])], { pause: { beforeChunk: 4, until } }))
    const reading = collect(
      model({ url: elsewhere(), limits: { ...limits, afterSleepMs: 5000 } }).stream(request(), never),
    )
    await desk.api.arrived(1)
    sleep()
    goOn()
    const { events, error } = await reading
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Half and half')
  })
})

it('tries again after a passing failure and then streams', async () => {
  desk.api.push(status(529, 'overloaded_error', 'Busy.'), reset, answer([text('Here.')]))
  const { events, error } = await collect(model().stream(request(), never))
  expect(error).toBeNull()
  expect(textOf(events)).toBe('Here.')
})

describe('a server that goes away', () => {
  /** Closes the server after what it was asked, and opens another one there once that was noticed. */
  const awayFor = async (first: Turn) => {
    const gone = await startFakeMessagesApi()
    const { port } = new URL(gone.url)
    gone.push(first)
    const codes: string[] = []
    let back: FakeMessagesApi | undefined
    const wait: RetryPolicy['wait'] = async ({ attempt, error }) => {
      codes.push(error.message)
      if (attempt === 2) await gone.close()
      if (attempt !== 3) return
      back = await startFakeMessagesApi({ port: Number(port) })
      back.push(answer([text('Here.')]))
    }
    const retry = { attempts: 4, longestWaitMs: 60_000, wait }
    const asked = model({ url: gone.url }).stream({ ...request(), retry }, never)
    const { events, error } = await collect(asked)
    await back?.close()
    return { events, error, codes }
  }

  it('after it has answered is waited for, as it starts anew or the network is away', async () => {
    const { events, error, codes } = await awayFor(status(529, 'overloaded_error', 'Busy.'))
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Here.')
    expect(codes).toEqual([expect.stringContaining('529'), expect.stringMatching(/can.t be reached/)])
  })

  it('is not waited for where nothing ever listened, because its address is wrong', async () => {
    const nobody = await startFakeMessagesApi()
    await nobody.close()
    let waits = 0
    const retry = { attempts: 4, longestWaitMs: 60_000, wait: async () => void waits++ }
    const { error } = await collect(model({ url: nobody.url }).stream({ ...request(), retry }, never))
    expect(error?.code).toBe('unavailable')
    expect(waits).toBe(0)
  })
})

it('never follows a redirect with a key and a conversation', async () => {
  desk.api.push({ kind: 'status', status: 307, headers: { location: `${desk.api.url}/elsewhere` }, body: '' })
  const { error } = await collect(model().stream(request(), never))
  expect(error?.code).toBe('model_error')
  expect(desk.api.requests).toHaveLength(1)
})

it('stops when asked, in the middle of an answer', async () => {
  const controller = new AbortController()
  desk.api.push(answer([text(['One ', 'two '])], { end: 'hang' }))
  const seen: ModelEvent[] = []
  const run = async (): Promise<void> => {
    for await (const event of model().stream(request(), controller.signal)) {
      seen.push(event)
      controller.abort()
    }
  }
  await expect(run()).rejects.toMatchObject({ code: 'cancelled' })
  expect(textOf(seen)).toMatch(/^One/)
})

it('stops when asked, before anything came', async () => {
  const controller = new AbortController()
  desk.api.push(silence)
  const run = collect(model().stream(request(), controller.signal))
  await desk.api.arrived(1)
  controller.abort()
  expect((await run).error?.code).toBe('cancelled')
})
