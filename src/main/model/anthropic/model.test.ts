import { describe, expect, it } from 'vitest'
import {
  collect,
  everything,
  never,
  request,
  setUpAnthropicDesk,
  textOf,
  user,
} from '../../../../tests/support/anthropic-desk'
import { answer, stream, text, thinking, toolUse } from '../../../../tests/support/fake-messages-api'
import { createAnthropicModel } from './model'

const desk = setUpAnthropicDesk()
const { model } = desk

describe('streams an answer', () => {
  const blocks = [
    thinking(['Let me ', 'think']),
    text(['Zwölf ', 'Boxkämpfer 🥊 ', '日本']),
    toolUse('read_file', { path: 'ä.md' }, 'toolu_x'),
  ]
  it.each(['whole', 'event', 'byte', 3] as const)('whatever way the bytes are cut (%s)', async (chunking) => {
    desk.api.push(answer(blocks, { chunking }))
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
    desk.api.push(
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
    desk.api.push(
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
    expect(desk.api.requests[0]?.headers.authorization).toBe('Bearer k')
    expect(Object.keys(desk.api.created[0] ?? {}).sort()).toEqual([
      'max_tokens',
      'messages',
      'model',
      'stream',
      'system',
    ])
  })

  it('no authorization at all without a credential', async () => {
    const open = createAnthropicModel({ model: 'm', server: { baseUrl: desk.api.url, credential: null } })
    expect((await collect(open.stream(request(), never))).error).toBeNull()
    expect(desk.api.requests[0]?.headers.authorization).toBeUndefined()
    expect(desk.api.requests[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('tools with a choice of none, so that the cached beginning stays the same, where the server takes it', async () => {
    await collect(model({ features: everything }).stream({ ...request(), withoutTools: true }, never))
    expect(desk.api.created[0]).toMatchObject({
      tool_choice: { type: 'none' },
      cache_control: { type: 'ephemeral' },
      tools: [{ name: 'read_file' }],
    })
  })

  it('where a server keeps the beginning: the last tool, the end of the system text and the end of the history', async () => {
    const kept = { type: 'ephemeral' }
    const [one] = request().tools
    if (one === undefined) throw new Error('The request has a tool.')
    const tools = [one, { ...one, name: 'list_directory' }]
    const two = { ...request(), tools }
    for (const features of [everything, { ...everything, promptCaching: false }])
      await collect(model({ features }).stream(two, never))
    const [cached, plain] = desk.api.created
    expect(cached?.cache_control).toEqual(kept)
    expect(cached?.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: kept }])
    expect(cached?.tools?.map(({ cache_control: mark }) => mark)).toEqual([undefined, kept])
    expect(plain?.system).toBe('Be brief.')
    expect(JSON.stringify(plain)).not.toContain('cache_control')
  })

  it('where other messages follow, the tools and the system text in the very same bytes', async () => {
    for (const messages of [[user('Hello')], [user('Something else')]])
      await collect(model({ features: everything }).stream(request(messages), never))
    const [first, second] = desk.api.created
    expect(JSON.stringify([second?.tools, second?.system])).toBe(
      JSON.stringify([first?.tools, first?.system]),
    )
  })
})

it('uses its connections again for later turns', async () => {
  for (let turn = 0; turn < 6; turn++) await collect(model().stream(request(), never))
  await expect.poll(() => desk.api.created.length).toBe(6)
  expect(desk.api.connections()).toBeLessThanOrEqual(2)
})

it('ends with the answer when the server keeps the connection open after it', async () => {
  const complete = answer([text('All.')])
  desk.api.push(complete.kind === 'stream' ? { ...complete, end: 'hang' } : complete)
  const { events, error } = await collect(model().stream(request(), never))
  expect(error).toBeNull()
  expect(events.at(-1)?.type).toBe('finished')
})
