import { describe, expect, it } from 'vitest'
import { coreFeatures } from '../../src/main/model/anthropic/server'
import { ModelFailure } from '../../src/main/model/port'
import { wordsOf } from '../support/agent/bench'
import { request, textOf, user } from '../support/anthropic-desk'
import { llamaCpp, lmStudio, ollama, type ServerShape, vllm } from '../support/fake-messages-api/servers'
import { reply } from '../support/fake-messages-api/servers/shape'
import { setUpServerDesk } from '../support/server-desk'

const desk = setUpServerDesk()
const makes = [ollama, llamaCpp, vllm, lmStudio]
const long = 'The tide turns at Marrow Point. '.repeat(2000)

describe.each(makes)('$name', (shape) => {
  it('that can’t take a request is asked once more, and answers', async () => {
    await desk.start(shape)
    desk.server.isBusyOnce()
    const { events, error } = await desk.ask()
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Hello.')
  })

  it('that fails in the middle keeps what was said before, and the turn can be tried again', async () => {
    await desk.start(shape)
    desk.server.says({ text: ['So far.'], fails: 'The model has crashed.' }, { text: ['And so on.'] })
    const { end, state, conversationId } = await desk.bench.run('Tell')
    expect(end).toMatchObject({ end: 'failed', retryable: true, error: { code: 'model_error' } })
    // Ollama tells no failure in the middle: its stream ends there.
    expect(end.error?.message).toMatch(
      shape === ollama
        ? /ended its answer in the middle/
        : /broke off with an error.*The model has crashed\./,
    )
    expect(wordsOf(state)).toBe('So far.')
    expect((await desk.bench.run('Go on', { conversationId })).end).toMatchObject({ end: 'completed' })
  })

  it('says of a request that is longer than its model takes that it is', async () => {
    await desk.start(shape, { contextTokens: 1000 })
    const { error } = await desk.ask({ ...request([user(long)]), maxTokens: 100 })
    expect(error).toBeInstanceOf(ModelFailure)
    expect(error).toMatchObject({ code: 'model_error', retryable: false, tooLarge: true })
    expect(error?.message).toMatch(/longer than the model takes.*It says: .*Nothing of it is lost/)
  })

  it('that wants another key says that the key was refused', async () => {
    await desk.start(shape, { key: 'right' })
    const { error } = await desk.ask()
    if (shape === ollama) expect(error).toBeNull()
    else expect(error?.message).toMatch(/refused the key \(401\).*It says: .*Check it in Settings/)
  })

  it('whose older version has no Messages API says that it answered something else', async () => {
    const older: ServerShape = {
      ...shape,
      take: () => ({ refused: shape.elsewhere('POST', '/v1/messages') }),
    }
    await desk.start(older)
    const { error } = await desk.ask()
    expect(error?.message).toMatch(
      shape === lmStudio
        ? /Unexpected endpoint or method\. \(POST \/v1\/messages\)/
        : /no Messages API \(404\)/,
    )
    expect(error).toMatchObject({ retryable: false })
  })
})

it.each([ollama, vllm])('$name names a model that it does not have', async (shape) => {
  await desk.start(shape, { models: ['another'] })
  const { error } = await desk.ask()
  expect(error?.message).toMatch(/knows no model “m”.*It says: .*m.* (?:not found|does not exist)/i)
})

it('llama.cpp answers with the model that it has, whichever was asked for', async () => {
  await desk.start(llamaCpp, { models: ['another'] })
  expect(textOf((await desk.ask()).events)).toBe('Hello.')
})

it('llama.cpp that finds in the middle that its context is full is told as too long a conversation', async () => {
  await desk.start(llamaCpp)
  desk.server.says({ text: ['So'], fails: 'Context size has been exceeded.' })
  expect((await desk.ask()).error).toMatchObject({ tooLarge: true, retryable: false })
})

it('llama.cpp whose model sees no longer is sent a sentence in place of the picture', async () => {
  await desk.start(llamaCpp)
  const picture = { sha256: 'a', mediaType: 'image/png', size: 3, width: 4, height: 5 } as const
  const asked = {
    ...request([{ role: 'user', content: [{ type: 'image', picture }, ...user('Which colour?').content] }]),
    readPicture: async () => new Uint8Array([1, 2, 3]),
  }
  const { events, error } = await desk.ask(asked, { ...coreFeatures, images: true })
  expect(error).toBeNull()
  expect(textOf(events)).toBe('I see no picture.')
  expect(desk.server.refusals).toHaveLength(1)
  expect(desk.server.readings[0]?.messages.at(-1)?.text).toContain('takes no pictures')
})

it('vLLM that was not started for tools says which flags are missing', async () => {
  await desk.start(vllm, { parsesCalls: false })
  const { error } = await desk.ask()
  expect(error?.message).toMatch(/refused the request \(400\).*--enable-auto-tool-choice/)
})

it('vLLM, which counts the room for an answer towards the window, is asked for no more than fits', async () => {
  await desk.start(vllm, { contextTokens: 8192 })
  desk.bench.settings.set({ contextTokens: 8192 })
  const { end, state } = await desk.bench.run('Hello')
  expect(end).toMatchObject({ end: 'completed' })
  expect(wordsOf(state)).toBe('Hello.')
})

it('Ollama leaves out the beginning of what is too long without a word, and answers what is left', async () => {
  await desk.start(ollama, { contextTokens: 1000 })
  const said = (text: string) => ({ role: 'assistant' as const, content: [{ type: 'text' as const, text }] })
  const asked = request([user(long), said('Yes.'), user('And now?')])
  const { events, error } = await desk.ask(asked)
  expect(error).toBeNull()
  expect(textOf(events)).toBe('Hello.')
  expect(desk.server.readings[0]?.messages.map(({ role, text }) => [role, text])).toEqual([
    ['system', 'Be brief.'],
    ['assistant', 'Yes.'],
    ['user', 'And now?'],
  ])
})

it.each([
  ['a string', { error: 'It is too warm.' }],
  ['FastAPI', { detail: 'It is too warm.' }],
  ['an older vLLM', { object: 'error', message: 'It is too warm.', type: 'BadRequestError', code: 400 }],
])('an error in the form of %s says the server’s words', async (_name, body) => {
  await desk.start({ ...lmStudio, take: () => ({ refused: reply(400, body) }) })
  expect((await desk.ask()).error?.message).toMatch(/refused the request \(400\).*It says: It is too warm\./)
})
