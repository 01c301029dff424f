import { describe, expect, it } from 'vitest'
import { catalogOf, loadModules } from '../../src/main/agent/registry'
import { probeServer } from '../../src/main/model/anthropic/probe'
import { coreFeatures } from '../../src/main/model/anthropic/server'
import type { ModelRequest } from '../../src/main/model/port'
import { listServerModels } from '../../src/main/model/server-models'
import type { ServerFeatures } from '../../src/shared/contract/settings'
import { never, request, textOf, user } from '../support/anthropic-desk'
import { llamaCpp, lmStudio, ollama, type ServerShape, vllm } from '../support/fake-messages-api/servers'
import { setUpServerDesk } from '../support/server-desk'

const desk = setUpServerDesk()
const makes = [ollama, llamaCpp, vllm, lmStudio]
const at = (secret: string | null = null) => ({
  baseUrl: desk.server.url,
  credential: secret === null ? null : ({ kind: 'key', secret } as const),
})
const { tools } = catalogOf([...loadModules().values()])
const probe = (): Promise<ServerFeatures> => probeServer(at(), 'm')

describe('what a server can do is found: ', () => {
  const found: [ServerShape, Partial<ServerFeatures>, Partial<ServerFeatures>][] = [
    // Which tool is called it leaves to the model whatever is asked.
    [ollama, {}, { images: true, thinking: 'adaptive' }],
    // It forces calls, and does not forbid them.
    [llamaCpp, { counting: true, promptCaching: true }, { images: true, thinking: 'adaptive' }],
    [vllm, { counting: true, toolChoice: true }, { images: true, thinking: 'adaptive' }],
    // As its documentation has it; the rest is as the vendor's has it.
    [lmStudio, { toolChoice: true }, { images: true, thinking: 'adaptive' }],
  ]
  it.each(found)('$name', async (shape, features, able) => {
    await desk.start(shape)
    expect(await probe()).toEqual({ ...coreFeatures, effort: true, ...features })
    await desk.server.close()
    await desk.start(shape, { sees: true, reasons: true })
    expect(await probe()).toEqual({ ...coreFeatures, effort: true, ...features, ...able })
  })

  it('vLLM that was not started for tools', async () => {
    await desk.start(vllm, { parsesCalls: false })
    expect(await probe()).toEqual({ ...coreFeatures, effort: true, counting: true })
  })
})

describe.each(makes)('$name', (shape) => {
  it('lists its models', async () => {
    await desk.start(shape, { models: ['m'] })
    expect(await listServerModels(at())).toEqual(['m'])
  })

  it('lists its models to who has the key', async () => {
    await desk.start(shape, { key: 'right' })
    expect(await listServerModels(at('right'))).toEqual(['m'])
  })

  it('answers who has the key', async () => {
    await desk.start(shape, { key: 'right' })
    expect(await probeServer(at('right'), 'm')).toMatchObject({ effort: true })
  })

  it('counts, or is known not to, and is then estimated', async () => {
    await desk.start(shape)
    const counted = desk.model({ ...coreFeatures, counting: true }).countTokens?.(request(), never)
    if (shape === llamaCpp || shape === vllm) expect(await counted).toBeGreaterThan(0)
    else await expect(counted).rejects.toThrow()
    expect(desk.model().countTokens).toBeUndefined()
  })

  it('takes a request that holds everything that it is known to take', async () => {
    await desk.start(shape, { sees: true, reasons: true })
    const features = await probe()
    const { events, error } = await desk.ask(everything(), features)
    expect(error).toBeNull()
    expect(textOf(events)).toBe('It is Marmelstein.')
    expect(desk.server.refusals).toEqual([])
    const read = desk.server.readings.at(-1)?.messages ?? []
    expect(read.reduce((sum, { images }) => sum + images, 0)).toBe(2)
    expect(read.filter(({ role }) => role === 'tool').map(({ text }) => text.slice(0, 20))).toHaveLength(3)
  })

  it('takes every tool that there is', async () => {
    await desk.start(shape)
    const { error } = await desk.ask({ ...request(), tools })
    expect(error).toBeNull()
    expect(desk.server.readings[0]?.tools).toEqual(tools.map(({ name }) => name))
  })

  it('takes the last turn of a run, which must not call a tool, and its model calls none', async () => {
    await desk.start(shape)
    const features = await probe()
    const { events, error } = await desk.ask(
      { ...request([user('Call the tool read_file.')]), withoutTools: true },
      features,
    )
    expect(error).toBeNull()
    expect(events.map(({ type }) => type)).not.toContain('tool_use_started')
  })
})

it('Ollama without a model lists none', async () => {
  await desk.start(ollama, { models: [] })
  expect(await listServerModels(at())).toEqual([])
})

/** A conversation with all that a request can hold. */
function everything(): ModelRequest {
  const picture = { sha256: 'a', mediaType: 'image/png', size: 3, width: 4, height: 5 } as const
  const passage = {
    chunk_id: 'c1',
    document_id: 'd1',
    title: 'Probe',
    text: 'The code word is Marmelstein. It is kept.',
    page: 3,
    start: 0,
    end: 41,
    score: 1,
    similarity: 1,
  }
  const passages = [passage]
  const call = (toolUseId: string) => ({ type: 'tool_use', toolUseId, name: 'read_file', input: {} }) as const
  const result = (toolUseId: string, content: string) =>
    ({ type: 'tool_result', toolUseId, content, isError: false }) as const
  return {
    ...request([
      {
        role: 'user',
        content: [{ type: 'passages', passages }, { type: 'image', picture }, ...user('Look.').content],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
          { type: 'thinking', text: '', redacted: 'eHl6' },
          { type: 'text', text: 'I look.' },
          call('a'),
          call('b'),
          call('c'),
        ],
      },
      {
        role: 'user',
        content: [
          { ...result('a', ''), passages },
          { ...result('b', 'Seen.'), images: [picture] },
          { ...result('c', 'It is not there.'), isError: true },
          ...user('What is the code word?').content,
        ],
      },
    ]),
    readPicture: async () => new Uint8Array([1, 2, 3]),
    thinking: { thinking: 'on', effort: 'high' },
  }
}
