import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, type FakeMessagesApi, startFakeMessagesApi, status, text, toolUse } from './index'

let api: FakeMessagesApi
let client: Anthropic

beforeEach(async () => {
  api = await startFakeMessagesApi({ models: ['one', 'two'], key: 'secret' })
  client = new Anthropic({ baseURL: api.url, apiKey: 'secret', maxRetries: 0, logLevel: 'off' })
})
afterEach(() => api.close())

const base = { model: 'one', max_tokens: 10 }
const hello = { role: 'user' as const, content: 'Hello' }
const call = { type: 'tool_use' as const, id: 'a', name: 'read_file', input: {} }
const result = { type: 'tool_result' as const, tool_use_id: 'a', content: 'text' }

describe('answers', () => {
  it('streams what the official client understands, one byte at a time', async () => {
    api.push(
      answer([text(['Grüße, ', '世界 🌊']), toolUse('read_file', { path: 'ä.txt' })], { chunking: 'byte' }),
    )
    const message = await client.messages.stream({ ...base, messages: [hello] }).finalMessage()
    expect(message.content).toMatchObject([
      { type: 'text', text: 'Grüße, 世界 🌊' },
      { type: 'tool_use', name: 'read_file', input: { path: 'ä.txt' } },
    ])
    expect(message.stop_reason).toBe('tool_use')
    expect(message.usage).toMatchObject({ input_tokens: 12, output_tokens: 34 })
  })

  it('answers a status with its headers', async () => {
    api.push(status(429, 'rate_limit_error', 'Slow down', { headers: { 'retry-after': '7' } }))
    await expect(client.messages.create({ ...base, messages: [hello] })).rejects.toMatchObject({
      status: 429,
    })
  })

  it('lists models and counts tokens', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['one', 'two'])
    expect(
      (await client.messages.countTokens({ model: 'one', messages: [hello] })).input_tokens,
    ).toBeGreaterThan(0)
  })

  it('refuses a wrong key', async () => {
    const stranger = new Anthropic({ baseURL: api.url, apiKey: 'wrong', maxRetries: 0 })
    await expect(stranger.messages.create({ ...base, messages: [hello] })).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('leaves out results by itself', () => {
  const long = 'text '.repeat(200)
  const turnOf = (id: string) => [
    { role: 'assistant' as const, content: [{ ...call, id }] },
    { role: 'user' as const, content: [{ ...result, tool_use_id: id, content: long }] },
  ]
  const asked = {
    ...base,
    messages: [hello, ...turnOf('a'), ...turnOf('b'), ...turnOf('c')],
    context_management: {
      edits: [
        {
          type: 'clear_tool_uses_20250919' as const,
          trigger: { type: 'tool_uses' as const, value: 2 },
          keep: { type: 'tool_uses' as const, value: 1 },
        },
      ],
    },
  }
  const betas = ['context-management-2025-06-27']

  it('and says so at the end, as the official client understands it', async () => {
    api.edits('followed')
    const message = await client.beta.messages.stream({ ...asked, betas }).finalMessage()
    expect(message.context_management?.applied_edits).toMatchObject([
      { type: 'clear_tool_uses_20250919', cleared_tool_uses: 2 },
    ])
    const whole = await client.beta.messages.create({ ...asked, betas })
    expect(whole.context_management).toEqual(message.context_management)
    const less = { ...asked, betas, messages: [hello, ...turnOf('a')] }
    expect((await client.beta.messages.create(less)).context_management).toEqual({ applied_edits: [] })
  })

  it('only where it is asked to by the header, and knows of it', async () => {
    api.edits('followed')
    await expect(client.beta.messages.create(asked)).rejects.toMatchObject({ status: 400 })
    api.edits('refused')
    await expect(client.beta.messages.create({ ...asked, betas })).rejects.toMatchObject({ status: 400 })
    api.edits('passed over')
    expect(await client.beta.messages.create({ ...asked, betas })).not.toHaveProperty('context_management')
    expect(api.requests.flatMap(({ refused }) => refused ?? [])).toEqual([
      'context_management: Extra inputs are not permitted',
      'context_management: Extra inputs are not permitted',
    ])
  })
})

describe('refuses what the real API refuses', () => {
  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['a missing max_tokens', { model: 'one', messages: [hello] }, /max_tokens/],
    ['temperature', { ...base, temperature: 1, messages: [hello] }, /temperature/],
    ['top_p', { ...base, top_p: 1, messages: [hello] }, /top_p/],
    ['top_k', { ...base, top_k: 1, messages: [hello] }, /top_k/],
    ['unknown fields', { ...base, profile: 'me', messages: [hello] }, /profile/],
    ['no messages', { ...base, messages: [] }, /messages/],
    ['empty content', { ...base, messages: [{ role: 'user', content: [] }] }, /messages/],
    [
      'blank text',
      { ...base, messages: [{ role: 'user', content: [{ type: 'text', text: ' ' }] }] },
      /non-whitespace/,
    ],
    [
      'an assistant first',
      { ...base, messages: [{ role: 'assistant', content: 'Hi' }, hello] },
      /first message/,
    ],
    ['two users in a row', { ...base, messages: [hello, hello] }, /alternate/],
    ['an assistant last', { ...base, messages: [hello, { role: 'assistant', content: 'Hi' }] }, /prefill/],
    [
      'a tool use without a result',
      { ...base, messages: [hello, { role: 'assistant', content: [call] }, hello] },
      /without `tool_result`/,
    ],
    [
      'a result without a tool use',
      { ...base, messages: [{ role: 'user', content: [result] }] },
      /unexpected/,
    ],
    [
      'text before a result',
      {
        ...base,
        messages: [
          hello,
          { role: 'assistant', content: [call] },
          { role: 'user', content: [{ type: 'text', text: 'So' }, result] },
        ],
      },
      /must come first/,
    ],
    [
      'the same tool use twice',
      {
        ...base,
        messages: [
          hello,
          { role: 'assistant', content: [call] },
          { role: 'user', content: [result] },
          { role: 'assistant', content: [call] },
          { role: 'user', content: [result] },
        ],
      },
      /unique/,
    ],
    [
      'a tool without an object schema',
      { ...base, messages: [hello], tools: [{ name: 'a', input_schema: {} }] },
      /type/,
    ],
    [
      'two tools of one name',
      {
        ...base,
        messages: [hello],
        tools: [
          { name: 'a', input_schema: { type: 'object' } },
          { name: 'a', input_schema: { type: 'object' } },
        ],
      },
      /unique/,
    ],
  ]
  it.each(refused)('%s', async (_name, body, message) => {
    const response = await fetch(`${api.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(message) } })
    expect(api.created).toEqual([])
  })

  it('but takes a tool use with its result', async () => {
    const messages = [
      hello,
      { role: 'assistant' as const, content: [call] },
      { role: 'user' as const, content: [result] },
    ]
    await client.messages.stream({ ...base, messages }).finalMessage()
    expect(api.created).toHaveLength(1)
  })
})
