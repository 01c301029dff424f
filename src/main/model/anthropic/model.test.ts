import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  html,
  reset,
  silence,
  startFakeMessagesApi,
  status,
  stream,
  text,
  thinking,
  toolUse,
} from '../../../../tests/support/fake-messages-api'
import type { Passage } from '../../../shared/contract/library'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import type { ModelEvent, ModelMessage, ModelRequest } from '../port'
import { type ModelLimits, modelLimits } from './limits'
import { createAnthropicModel } from './model'

let api: FakeMessagesApi

beforeEach(async () => {
  api = await startFakeMessagesApi()
})
afterEach(() => api.close())

const never = new AbortController().signal
const quick: ModelLimits = { ...modelLimits, retryMs: 1 }
const everything: ServerFeatures = {
  searchResults: true,
  promptCaching: true,
  images: true,
  toolChoice: true,
  thinking: 'adaptive',
  effort: true,
  counting: true,
}
const user = (words: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text: words }] })
const request = (messages: readonly ModelMessage[] = [user('Hello')]): ModelRequest => ({
  system: 'Be brief.',
  messages,
  tools: [
    { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object', properties: {} } },
  ],
  maxTokens: 100,
})
const tides: Passage = {
  chunk_id: 'c1',
  document_id: 'd1',
  title: 'Tides',
  page: 4,
  start: 1000,
  end: 1062,
  score: 1,
  similarity: 1,
  text: 'The moon pulls the water. The sun pulls it too. Both add up.!!',
}

function model(options: { features?: ServerFeatures; limits?: ModelLimits; url?: string } = {}) {
  return createAnthropicModel({
    model: 'fake-model',
    server: { baseUrl: options.url ?? api.url, credential: { kind: 'key', secret: 'k' } },
    limits: options.limits ?? quick,
    ...(options.features === undefined ? {} : { features: options.features }),
  })
}

async function collect(
  events: AsyncIterable<ModelEvent>,
): Promise<{ events: ModelEvent[]; error: AppError | null }> {
  const all: ModelEvent[] = []
  try {
    for await (const event of events) all.push(event)
    return { events: all, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { events: all, error }
  }
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('')
}

describe('streams an answer', () => {
  const blocks = [
    thinking(['Let me ', 'think']),
    text(['Zwölf ', 'Boxkämpfer 🥊 ', '日本']),
    toolUse('read_file', { path: 'ä.md' }, 'toolu_x'),
  ]
  it.each(['whole', 'event', 'byte', 3] as const)('whatever way the bytes are cut (%s)', async (chunking) => {
    api.push(answer(blocks, { chunking }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Zwölf Boxkämpfer 🥊 日本')
    expect(events).toContainEqual({ type: 'thinking_signature', block: 0, signature: 'c2lnbmF0dXJl' })
    expect(events).toContainEqual({
      type: 'tool_use_started',
      block: 2,
      toolUseId: 'toolu_x',
      name: 'read_file',
    })
    const json = events.map((event) => (event.type === 'tool_input_delta' ? event.json : '')).join('')
    expect(JSON.parse(json)).toEqual({ path: 'ä.md' })
    expect(events.at(-1)).toEqual({
      type: 'finished',
      stopReason: 'tool_use',
      usage: { inputTokens: 12, outputTokens: 34, cacheReadTokens: 3, cacheWriteTokens: 4 },
    })
  })

  it('numbers blocks without gaps when the server sends blocks that are not used', async () => {
    api.push(
      stream([
        { event: 'message_start', data: { type: 'message_start', message: {} } },
        {
          event: 'content_block_start',
          data: {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          },
        },
        {
          event: 'content_block_start',
          data: { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
        },
        {
          event: 'content_block_start',
          data: { type: 'content_block_start', index: 2, content_block: { type: 'text', text: 'Hi' } },
        },
        { event: 'from_the_future', data: { type: 'from_the_future' } },
        { event: 'message_stop', data: { type: 'message_stop' } },
      ]),
    )
    const { events } = await collect(model().stream(request(), never))
    expect(events.map(({ type }) => type)).toEqual(['text_delta', 'finished'])
    expect(events[0]).toEqual({ type: 'text_delta', block: 0, text: 'Hi' })
  })

  it('takes arguments that a server sends whole at the start', async () => {
    api.push(
      stream([
        {
          event: 'content_block_start',
          data: {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'x' } },
          },
        },
        { event: 'content_block_stop', data: { type: 'content_block_stop', index: 0 } },
        { event: 'message_stop', data: { type: 'message_stop' } },
      ]),
    )
    const { events } = await collect(model().stream(request(), never))
    expect(events).toContainEqual({ type: 'tool_input_delta', block: 0, json: '{"path":"x"}' })
  })
})

describe('sends', () => {
  it('a key as bearer, no sampling parameters, and no caching or choice to a server of unknown make', async () => {
    await collect(model().stream({ ...request(), withoutTools: true }, never))
    expect(api.requests[0]?.headers.authorization).toBe('Bearer k')
    expect(Object.keys(api.created[0] ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stream',
      'system',
    ])
  })

  it('no authorization at all without a credential', async () => {
    const open = createAnthropicModel({ model: 'm', server: { baseUrl: api.url, credential: null } })
    expect((await collect(open.stream(request(), never))).error).toBeNull()
    expect(api.requests[0]?.headers.authorization).toBeUndefined()
    expect(api.requests[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('tools with a choice of none, so that the cached beginning stays the same, where the server takes it', async () => {
    await collect(model({ features: everything }).stream({ ...request(), withoutTools: true }, never))
    expect(api.created[0]).toMatchObject({
      tool_choice: { type: 'none' },
      cache_control: { type: 'ephemeral' },
      tools: [{ name: 'read_file' }],
    })
  })
})

describe('citations', () => {
  const searched: readonly ModelMessage[] = [
    user('What pulls the water?'),
    { role: 'assistant', content: [{ type: 'tool_use', toolUseId: 't', name: 'search_library', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 't', content: 'one passage', isError: false, passages: [tides] },
      ],
    },
  ]

  it('gives passages as search results, one block a sentence, and points back into the document', async () => {
    const cited = {
      cited_text: 'The sun pulls it too.',
      search_result_index: 0,
      start_block_index: 1,
      end_block_index: 2,
    }
    api.push(answer([text('The sun does.', [cited])]))
    const { events } = await collect(model({ features: everything }).stream(request(searched), never))
    expect(api.created[0]?.messages[2]?.content).toMatchObject([
      {
        type: 'tool_result',
        content: [
          {
            type: 'search_result',
            title: 'Tides, p. 4',
            citations: { enabled: true },
            content: [
              { text: 'The moon pulls the water.' },
              { text: 'The sun pulls it too.' },
              { text: 'Both add up.!!' },
            ],
          },
        ],
      },
    ])
    expect(events).toContainEqual({
      type: 'citation',
      block: 0,
      claim: {
        chunkId: 'c1',
        title: 'Tides',
        page: 4,
        section: null,
        range: { start: 26, end: 47 },
        quote: 'The sun pulls it too.',
      },
    })
  })

  it('claims no passage for a citation past those that were sent, or of another source', async () => {
    const place = { start_block_index: 0, end_block_index: 1 }
    const beyond = { ...place, cited_text: 'x', search_result_index: 7 }
    const elsewhere = {
      ...place,
      cited_text: 'y',
      search_result_index: 0,
      source: 'countersign:document/d1/c9',
    }
    api.push(answer([text('Hm.', [beyond, elsewhere])]))
    const { events, error } = await collect(model({ features: everything }).stream(request(searched), never))
    expect(error).toBeNull()
    expect(events.filter(({ type }) => type === 'citation')).toMatchObject([
      { claim: { chunkId: null, quote: 'x' } },
      { claim: { chunkId: null, quote: 'y' } },
    ])
  })

  it('gives passages as text elsewhere', async () => {
    api.push(answer([text('It does [Tides, p. 4].')]))
    await collect(model().stream(request(searched), never))
    expect(api.created[0]?.messages[2]?.content).toMatchObject([
      { content: expect.stringContaining('[1] Tides, p. 4:\nThe moon pulls') },
    ])
  })
})

describe('pictures in results of tools', () => {
  const picture = (name: string, size = 3) => ({
    sha256: name,
    mediaType: 'image/png' as const,
    width: 60,
    height: 40,
    size,
  })
  const looked = (images: readonly ReturnType<typeof picture>[]): ModelMessage[] => [
    user('Look'),
    { role: 'assistant', content: [{ type: 'tool_use', toolUseId: 't1', name: 'read_file', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 't1', content: 'A picture.', isError: false, images },
        { type: 'text', text: 'Well?' },
      ],
    },
  ]
  const sent = async (images: readonly ReturnType<typeof picture>[], features?: ServerFeatures) => {
    const readPicture = async (sha256: string) => (sha256 === 'gone' ? null : Buffer.from(sha256))
    const seeing = features === undefined ? model() : model({ features })
    const { error } = await collect(seeing.stream({ ...request(looked(images)), readPicture }, never))
    expect(error).toBeNull()
    const [result] = api.created[0]?.messages[2]?.content ?? []
    return typeof result === 'object' && result.type === 'tool_result' ? result.content : undefined
  }

  it('are sent as base64 where the server takes them', async () => {
    expect(await sent([picture('abc')], everything)).toEqual([
      { type: 'text', text: 'A picture.' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'YWJj' } },
    ])
  })
  it('become a sentence where the server takes none', async () => {
    expect(await sent([picture('abc')])).toMatch(
      /^A picture\.\n\[A picture of 60 × 40 pixels .* takes no pictures/,
    )
  })
  it('become a sentence where they are not kept any more, or are too much for one request', async () => {
    const content = await sent([picture('abc'), picture('gone'), picture('heavy', 16_000_000)], everything)
    expect(content).toMatchObject([
      { type: 'text' },
      { type: 'image' },
      { type: 'text', text: expect.stringMatching(/60 × 40 pixels was here/) },
      { type: 'text', text: expect.stringMatching(/60 × 40 pixels was here/) },
    ])
  })
})

describe('fails clearly and keeps what came', () => {
  it('when an error event breaks the stream', async () => {
    api.push(answer([text('Half')], { error: { type: 'overloaded_error', message: 'Overloaded' } }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Half')
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
  })

  it('when the answer ends without message_stop', async () => {
    api.push(answer([text('Half')], { end: 'close' }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Half')
    expect(error).toMatchObject({ code: 'model_error', retryable: true })
    expect(error?.message).toMatch(/ended its answer in the middle/)
  })

  it('when the connection is cut', async () => {
    api.push(answer([text('Half')], { end: 'cut' }))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ retryable: true })
  })

  it('when it ends inside of a UTF-8 character', async () => {
    const withheld =
      Buffer.byteLength(
        '界"}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
      ) - 1
    api.push(answer([text(['Whole', '世界'])], { end: 'close', withheld, chunking: 'byte' }))
    const { events, error } = await collect(model().stream(request(), never))
    expect(textOf(events)).toBe('Whole')
    expect(error?.code).toBe('model_error')
  })

  it('when a web page comes instead', async () => {
    api.push(html())
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'model_error', retryable: false })
    expect(error?.message).toMatch(/web page/)
  })

  it('when an error page comes, without repeating the page', async () => {
    api.push(html(500), html(500), html(500))
    const { error } = await collect(model().stream(request(), never))
    expect(error?.code).toBe('model_error')
    expect(error?.message).not.toMatch(/<h1>/)
  })

  it('when an event is not JSON', async () => {
    api.push(stream([{ event: 'message_start', data: '{"type": "message_st' }]))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'model_error', message: expect.stringMatching(/not JSON/) })
  })

  it('when an event has the wrong form', async () => {
    api.push(
      stream([{ event: 'content_block_delta', data: { type: 'content_block_delta', index: 'first' } }]),
    )
    const { error } = await collect(model().stream(request(), never))
    expect(error?.message).toMatch(/Messages API does not have/)
  })

  it('when the server takes the request and never answers', async () => {
    api.push(silence)
    const { error } = await collect(
      model({ limits: { ...quick, firstEventMs: 50 } }).stream(request(), never),
    )
    expect(error).toMatchObject({ code: 'timeout', retryable: true })
    expect(error?.message).toMatch(/did not answer/)
  })

  it('when the server stops in the middle and keeps the connection open', async () => {
    api.push(answer([text('Half')], { end: 'hang' }))
    const { events, error } = await collect(
      model({ limits: { ...quick, idleMs: 50 } }).stream(request(), never),
    )
    expect(textOf(events)).toBe('Half')
    expect(error?.code).toBe('timeout')
  })

  it('when nothing listens', async () => {
    const probe = createServer()
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
    const { port } = probe.address() as AddressInfo
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
    api.push(status(code, type, 'No.'))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: expected, retryable })
    expect(api.created).toHaveLength(1)
  })

  it.each([429, 529, 500])('on status %i after three attempts', async (code) => {
    api.respond(() => status(code, 'api_error', 'Busy.'))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ retryable: true })
    expect(api.created).toHaveLength(3)
  })

  it('without a second attempt when a spend limit is reached', async () => {
    api.respond(() =>
      status(429, 'rate_limit_error', 'Limit.', { errorCode: 'enforced_spend_limit_reached' }),
    )
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'unavailable', retryable: false })
    expect(api.created).toHaveLength(1)
  })

  it('at once when the server asks to come back in an hour', async () => {
    api.respond(() => status(429, 'rate_limit_error', 'Later.', { headers: { 'retry-after': '3600' } }))
    const { error } = await collect(model().stream(request(), never))
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
    expect(api.created).toHaveLength(1)
  })
})

it('tries again after a passing failure and then streams', async () => {
  api.push(status(529, 'overloaded_error', 'Busy.'), reset, answer([text('Here.')]))
  const { events, error } = await collect(model().stream(request(), never))
  expect(error).toBeNull()
  expect(textOf(events)).toBe('Here.')
})

it('never follows a redirect with a key and a conversation', async () => {
  api.push({ kind: 'status', status: 307, headers: { location: `${api.url}/elsewhere` }, body: '' })
  const { error } = await collect(model().stream(request(), never))
  expect(error?.code).toBe('model_error')
  expect(api.requests).toHaveLength(1)
})

it('stops when asked, in the middle of an answer', async () => {
  const controller = new AbortController()
  api.push(answer([text(['One ', 'two '])], { end: 'hang' }))
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
  api.push(silence)
  const run = collect(model().stream(request(), controller.signal))
  await api.arrived(1)
  controller.abort()
  expect((await run).error?.code).toBe('cancelled')
})

it('uses its connections again for later turns', async () => {
  for (let turn = 0; turn < 6; turn++) await collect(model().stream(request(), never))
  await expect.poll(() => api.created.length).toBe(6)
  expect(api.connections()).toBeLessThanOrEqual(2)
})

it('ends with the answer when the server keeps the connection open after it', async () => {
  const complete = answer([text('All.')])
  api.push(complete.kind === 'stream' ? { ...complete, end: 'hang' } : complete)
  const { events, error } = await collect(model().stream(request(), never))
  expect(error).toBeNull()
  expect(events.at(-1)?.type).toBe('finished')
})
