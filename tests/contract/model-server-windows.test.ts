import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listenOnLoopback } from '../../src/main/http/loopback'
import { askServerWindow, createServerWindow } from '../../src/main/model/server-window'
import { answersOf, callsOf } from '../support/agent/bench'
import { never } from '../support/anthropic-desk'
import { startFakeMessagesApi } from '../support/fake-messages-api'
import { llamaCpp, lmStudio, ollama, vllm } from '../support/fake-messages-api/servers'
import { type Reply, reply } from '../support/fake-messages-api/servers/shape'
import { setUpServerDesk } from '../support/server-desk'

const desk = setUpServerDesk()
const makes = [ollama, llamaCpp, vllm, lmStudio]
const at = (baseUrl: string) => ({ baseUrl, credential: null })
const told = async (model = 'm') => (await askServerWindow(at(desk.server.url), model, never)).tokens
const long = (about: string, times = 150) => `${about} ${'The tide turns at Marrow Point. '.repeat(times)}`

describe('how much a server takes is read where it says it: ', () => {
  it.each(makes)('$name', async (shape) => {
    await desk.start(shape, { contextTokens: 12_345, loaded: new Map([['m', 12_345]]) })
    expect(await told()).toBe(12_345)
    expect(desk.server.readings).toEqual([])
  })

  it('llama.cpp, under whatever name, and in versions whose list does not have it', async () => {
    await desk.start(llamaCpp, { models: ['another'], contextTokens: 12_345 })
    expect(await told()).toBe(12_345)
    await desk.server.close()
    await desk.start(llamaCpp, { contextTokens: 12_345, older: true })
    expect(await told()).toBe(12_345)
  })

  it('vLLM, of an adapter what its parent takes', async () => {
    const card = { id: 'tuned', object: 'model', parent: 'm', max_model_len: null }
    await desk.start({
      ...vllm,
      list: () => ({ object: 'list', data: [{ id: 'm', parent: null, max_model_len: 8192 }, card] }),
    })
    expect(await told('tuned')).toBe(8192)
  })

  it('LM Studio, not of a model that it has not loaded', async () => {
    await desk.start(lmStudio)
    expect(await told()).toBeNull()
  })

  it('Ollama, which loads the model as for a request, whatever it was loaded with before', async () => {
    await desk.start(ollama, { contextTokens: 4096, loaded: new Map([['m', 32_768]]) })
    expect(await told()).toBe(4096)
  })

  it('Ollama whose version says nothing of running models, where the model’s file sets it', async () => {
    await desk.start(ollama, { older: true })
    expect(await told()).toBeNull()
    await desk.server.close()
    await desk.start(ollama, { older: true, numCtx: 16_384 })
    expect(await told()).toBe(16_384)
    await desk.server.close()
    await desk.start(ollama, { older: true, numCtx: 16_384, longestTokens: 8192 })
    expect(await told()).toBe(8192)
  })

  it('Ollama, of a model in its cloud the longest, and it is not loaded', async () => {
    await desk.start(ollama, { remote: true })
    expect(await told()).toBe(131_072)
    expect(desk.server.asked).not.toContain('POST /api/generate')
  })

  it('not by a server of another make, which is asked once for its list', async () => {
    const api = await startFakeMessagesApi()
    expect(await askServerWindow(at(api.url), 'fake-model', never)).toEqual({ tokens: null, lasts: true })
    expect(api.requests.map(({ path }) => path)).toEqual(['/v1/models'])
    await api.close()
  })

  it('not by one that hangs, which is waited for no longer than that', async () => {
    const hanging = createServer(() => {})
    const port = await listenOnLoopback(hanging, 0)
    const limits = { answerMs: 50, loadMs: 50 }
    expect(await askServerWindow(at(`http://127.0.0.1:${port}`), 'm', never, limits)).toEqual({
      tokens: null,
      lasts: false,
    })
    hanging.closeAllConnections()
    hanging.close()
  })
})

describe('how much a server takes that has not said it yet', () => {
  const page: Reply = { status: 502, type: 'text/html', body: '<h1>Bad gateway</h1>' }
  const windowOf = () => createServerWindow(at(desk.server.url), 'm', () => {})

  it('is asked again where llama.cpp was still loading its model', async () => {
    let loading = true
    const own: typeof llamaCpp.own = (...asked) =>
      loading ? llamaCpp.busy : (llamaCpp.own?.(...asked) ?? null)
    const list: typeof llamaCpp.list = (behind) =>
      loading ? { object: 'list', data: [{ id: 'm', object: 'model' }] } : llamaCpp.list(behind)
    await desk.start({ ...llamaCpp, own, list }, { contextTokens: 4096 })
    const window = windowOf()
    await window.learn(never)
    expect(window.tokens).toBeNull()
    loading = false
    await window.learn(never)
    expect(window.tokens).toBe(4096)
  })

  it.each<readonly [string, Reply]>([
    ['a proxy answered for it', page],
    ...[408, 429, 500, 503, 401].map((status) => [`it answered with ${status}`, reply(status, {})] as const),
  ])('is asked again where %s', async (_what, answer) => {
    let refuses = true
    const admit = () => (refuses ? answer : null)
    await desk.start({ ...llamaCpp, admit }, { contextTokens: 4096, key: 'k' })
    const window = windowOf()
    await window.learn(never)
    expect(window.tokens).toBeNull()
    refuses = false
    await window.learn(never)
    expect(window.tokens).toBe(4096)
  })

  it.each([
    ['with 404', reply(404, {})],
    ['with 405', reply(405, {})],
    ['something else in good order', reply(200, {})],
    ['a page', { ...page, status: 200 }],
  ])('is asked once where it answered %s', async (_what, answer) => {
    await desk.start({ ...vllm, admit: () => answer }, { key: 'k' })
    const window = windowOf()
    await window.learn(never)
    const { length } = desk.server.asked
    expect(length).toBeGreaterThan(0)
    await window.learn(never)
    expect(desk.server.asked).toHaveLength(length)
  })
})

describe.each(makes)('a conversation at $name', (shape) => {
  it('is made to fit what the server says, so that nothing of it is refused or left out', async () => {
    await desk.start(shape, { contextTokens: 4096, loaded: new Map([['m', 4096]]) })
    let conversationId: string | undefined
    for (let turn = 0; turn < 6; turn++) {
      const sent = await desk.bench.run(
        long(`Question ${turn}.`, 100),
        conversationId ? { conversationId } : {},
      )
      expect(sent.end).toMatchObject({ end: 'completed' })
      conversationId = sent.conversationId
    }
    const { messages } = desk.bench.conversations.snapshot(conversationId ?? '')
    const kinds = messages.flatMap((message) =>
      message.role === 'assistant' ? (message.reductions ?? []) : [],
    )
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['compacted']))
    expect(desk.server.refusals).toEqual([])
    // Ollama would have left the beginning out: the first message that its model reads is the one that was sent.
    const read = desk.server.readings.at(-1)?.messages ?? []
    expect(read.find(({ role }) => role === 'user')?.text).toContain(
      'The beginning of this conversation is summed up here',
    )
    expect(await desk.bench.settings.modelStatus()).toMatchObject({
      window: { tokens: 4096, from: 'server' },
    })
  })
})

it('what still does not fit is said once in a run', async () => {
  await desk.start(ollama, { contextTokens: 1000 })
  const calls = [{ name: 'look_at', input: { at: 'it' } }]
  desk.server.says({ calls }, { text: ['Seen.'] })
  const { state } = await desk.bench.run(long('Look.', 60))
  expect(callsOf(state)).toHaveLength(1)
  const said = answersOf(state)
    .flatMap(({ reductions }) => reductions ?? [])
    .filter(({ kind }) => kind === 'too_long')
  expect(said).toMatchObject([{ kind: 'too_long', windowTokens: 1000 }])
  expect(said[0]?.kind === 'too_long' && said[0].tokens).toBeGreaterThan(1000)
})

it('a window that a person sets holds below what the server says, and never above it', async () => {
  await desk.start(llamaCpp, { contextTokens: 8000 })
  desk.bench.settings.set({ contextTokens: 6000 })
  await desk.bench.run('Hello')
  expect((await desk.bench.settings.modelStatus()).window).toEqual({ tokens: 6000, from: 'set' })
  desk.bench.settings.set({ contextTokens: 20_000 })
  await desk.bench.run('Hello')
  expect((await desk.bench.settings.modelStatus()).window).toEqual({ tokens: 8000, from: 'server' })
})

it('asking a server what it can do says at once how much it takes', async () => {
  await desk.start(ollama, { contextTokens: 4096 })
  expect((await desk.bench.settings.modelStatus()).window).toEqual({ tokens: 32_768, from: 'usual' })
  expect((await desk.bench.settings.checkServer()).window).toEqual({ tokens: 4096, from: 'server' })
})
