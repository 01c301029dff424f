import { afterEach, describe, expect, it } from 'vitest'
import {
  answer,
  beforeSearchResults,
  type FakeMessagesApi,
  type Make,
  seeing,
  startFakeMessagesApi,
  status,
  stream,
  text,
  vendor,
} from '../../../../tests/support/fake-messages-api'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { toAppError } from '../../../shared/errors'
import type { ModelRequest } from '../port'
import { createAnthropicModel } from './model'
import { probeServer } from './probe'
import { coreFeatures } from './server'

let api: FakeMessagesApi
afterEach(() => api.close())

const never = new AbortController().signal
const start = async (make: Make): Promise<void> => {
  const { counting, contextEditing } = make
  api = await startFakeMessagesApi({ counting, contextEditing })
  api.respond(make.script)
}
const contextManagementRefused = 'context_management: Extra inputs are not permitted'
const server = () => ({ baseUrl: api.url, credential: null })
const request: ModelRequest = {
  system: 's',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  tools: [],
  maxTokens: 16_000,
}
const read = async (features: ServerFeatures, asked: ModelRequest = request) => {
  const model = createAnthropicModel({ model: 'm', server: server(), features, contextTokens: 200_000 })
  const words: string[] = []
  try {
    for await (const event of model.stream(asked, never)) {
      if (event.type === 'text_delta') words.push(event.text)
    }
    return { words: words.join(''), error: null }
  } catch (error) {
    return { words: words.join(''), error: toAppError(error) }
  }
}

describe('what a server can do is found out by what it does', () => {
  const found: [string, Make, Partial<ServerFeatures>][] = [
    [
      'the vendor',
      vendor,
      {
        toolChoice: true,
        promptCaching: true,
        citations: 'search_results',
        images: true,
        thinking: 'adaptive',
        counting: true,
        contextEditing: true,
      },
    ],
    [
      'one that has no search results yet',
      beforeSearchResults,
      {
        toolChoice: true,
        promptCaching: true,
        citations: 'documents',
        images: true,
        thinking: 'enabled',
        counting: true,
      },
    ],
    ['one that passes over what it does not know', seeing, { images: true, thinking: 'enabled' }],
  ]
  it.each(found)('%s', async (_name, make, features) => {
    await start(make)
    expect(await probeServer(server(), 'm')).toEqual({ ...coreFeatures, effort: true, ...features })
    // Each question is in the form that the vendor's own server takes.
    const refusals = api.requests.flatMap(({ refused }) => refused ?? [])
    const unknown = make.contextEditing === 'refused' ? [contextManagementRefused] : []
    expect(refusals.filter((refused) => refused !== 'Not found')).toEqual(unknown)
  })

  it('and what it refuses it does not have', async () => {
    await start(vendor)
    api.respond((asked, index) =>
      asked.tool_choice !== undefined || asked.cache_control != null || asked.output_config !== undefined
        ? status(400, 'invalid_request_error', 'Extra inputs are not permitted')
        : vendor.script(asked, index),
    )
    expect(await probeServer(server(), 'm')).toMatchObject({
      toolChoice: false,
      promptCaching: false,
      effort: false,
      citations: 'search_results',
    })
  })

  it('or is said to be unknown where it answers nothing', async () => {
    await start(vendor)
    api.respond(() => status(404, 'not_found_error', 'model: m'))
    await expect(probeServer(server(), 'm')).rejects.toMatchObject({
      code: 'model_error',
      message: expect.stringMatching(/did not answer a plain question to “m”/),
    })
  })

  it('or not at all where nothing listens', async () => {
    await start(vendor)
    await api.close()
    await expect(probeServer(server(), 'm')).rejects.toMatchObject({ code: 'unavailable' })
    api = await startFakeMessagesApi()
  })
})

describe('a conversation that is longer than the model takes is told as such by', () => {
  it.each([
    ['the vendor', vendor.tooLong],
    [
      'Ollama elsewhere',
      status(400, 'invalid_request_error', 'prompt too long; exceeded context length by 10 tokens'),
    ],
    [
      'Ollama that may not shorten',
      status(
        400,
        'invalid_request_error',
        'the prompt is longer than the context length currently available to the model; shorten the prompt',
      ),
    ],
    [
      'an older vLLM',
      status(
        400,
        'BadRequestError',
        "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
      ),
    ],
    ['llama.cpp whose cache is full', status(500, 'server_error', 'Context size has been exceeded.')],
    [
      'LM Studio in its stream',
      stream([
        {
          event: 'error',
          data: {
            error: {
              message:
                'The number of tokens to keep from the initial prompt is greater than the context length.',
            },
          },
        },
      ]),
    ],
  ])('%s', async (_name, turn) => {
    await start(vendor)
    api.respond(() => turn)
    const { error } = await read(coreFeatures)
    expect(error).toMatchObject({ code: 'model_error', retryable: false })
    expect(error?.message).toMatch(/longer than the model takes.*It says: .*Nothing of it is lost/)
    expect(api.created).toHaveLength(1)
  })
})

describe('a request', () => {
  it('asks for thinking in the way that the server knows, and not where it knows none', async () => {
    await start(seeing)
    const wish = { ...request, thinking: { thinking: 'on', effort: 'high' } } as const
    await read({ ...coreFeatures, thinking: 'adaptive', effort: true }, wish)
    await read({ ...coreFeatures, thinking: 'enabled' }, wish)
    await read(coreFeatures, wish)
    expect(api.created.map(({ thinking, output_config }) => ({ thinking, output_config }))).toEqual([
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
      { thinking: { type: 'enabled', budget_tokens: 8000 }, output_config: undefined },
      { thinking: undefined, output_config: undefined },
    ])
  })

  it('switches thinking off, and leaves it to the model when nobody chose', async () => {
    await start(vendor)
    const able = { ...coreFeatures, thinking: 'adaptive', effort: true } as const
    await read(able, { ...request, thinking: { thinking: 'off', effort: 'default' } })
    await read(able, { ...request, thinking: { thinking: 'default', effort: 'default' } })
    expect(api.created.map(({ thinking }) => thinking)).toEqual([{ type: 'disabled' }, undefined])
  })

  it('that a server refuses in its full form is sent once more in the common one', async () => {
    await start(vendor)
    const refused = status(422, 'BadRequestError', 'Extra inputs are not permitted')
    api.respond((asked) => (asked.cache_control != null ? refused : answer([text('Hello.')])))
    const { words, error } = await read({ ...coreFeatures, promptCaching: true })
    expect(error).toBeNull()
    expect(words).toBe('Hello.')
    expect(api.created).toHaveLength(2)
  })

  it('that is too long is sent once, and the next one in its full form again', async () => {
    await start(vendor)
    const model = createAnthropicModel({
      model: 'm',
      server: server(),
      features: { ...coreFeatures, promptCaching: true },
    })
    const ask = async () => {
      for await (const _ of model.stream(request, never));
    }
    api.push(vendor.tooLong)
    await expect(ask()).rejects.toMatchObject({ tooLarge: true })
    await ask()
    expect(api.created.map(({ cache_control: cached }) => cached)).toEqual([
      { type: 'ephemeral' },
      { type: 'ephemeral' },
    ])
  })

  it('that a server refuses in the common form too is refused', async () => {
    await start(vendor)
    api.respond(() => status(400, 'BadRequestError', 'No.'))
    const { error } = await read({ ...coreFeatures, promptCaching: true })
    expect(error?.message).toMatch(/refused the request \(400\)/)
    expect(api.created).toHaveLength(2)
  })

  it('that a server fails at in words of its own says them', async () => {
    await start(vendor)
    api.respond(() => stream([{ event: 'error', data: { error: { message: 'The model has crashed.' } } }]))
    expect((await read(coreFeatures)).error?.message).toMatch(/broke off.*The model has crashed\./)
  })
})
