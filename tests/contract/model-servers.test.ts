import { describe, expect, it } from 'vitest'
import { createAnthropicModel } from '../../src/main/model/anthropic/model'
import { callsOf, wordsOf } from '../support/agent/bench'
import { collect, never, quick, request, textOf } from '../support/anthropic-desk'
import { llamaCpp, lmStudio, ollama, vllm } from '../support/fake-messages-api/servers'
import { setUpServerDesk } from '../support/server-desk'

const desk = setUpServerDesk()

describe.each([ollama, llamaCpp, vllm, lmStudio])('$name', (shape) => {
  it('streams an answer, its end and what it cost', async () => {
    await desk.start(shape)
    desk.server.says({ text: ['Grüße ', 'aus 世界', '.'] })
    const { events, error } = await desk.ask()
    expect(error).toBeNull()
    expect(textOf(events)).toBe('Grüße aus 世界.')
    const end = events.at(-1)
    expect(end).toMatchObject({ type: 'finished', stopReason: 'end_turn' })
    const usage = end?.type === 'finished' ? end.usage : null
    expect(usage?.inputTokens).toBeGreaterThan(0)
    expect(usage?.outputTokens).toBeGreaterThan(0)
  })

  it('streams thinking in a block of its own, before the text, and takes it back', async () => {
    await desk.start(shape)
    desk.server.says({ thinking: ['Two and ', 'two.'], text: ['Four.'] }, { text: ['Yes.'] })
    const { conversationId, state } = await desk.bench.run('How much?')
    expect(state.messages.at(-1)).toMatchObject({
      blocks: [
        { type: 'thinking', text: 'Two and two.' },
        { type: 'text', text: 'Four.' },
      ],
    })
    const { end } = await desk.bench.run('Sure?', { conversationId })
    expect(end).toMatchObject({ end: 'completed' })
    expect(desk.server.refusals).toEqual([])
  })

  it('has a tool called, is given the result and ends with the next turn', async () => {
    await desk.start(shape)
    const input = { at: 'the „tide“ table' }
    desk.server.says(
      { text: ['I look.'], calls: [{ name: 'look_at', input }] },
      { text: ['High water is at noon.'] },
    )
    const { end, state } = await desk.bench.run('When?')
    expect(end).toMatchObject({ end: 'completed', retryable: false })
    expect(callsOf(state)).toMatchObject([{ name: 'look_at', input, status: 'done' }])
    expect(wordsOf(state)).toBe('I look.||High water is at noon.')
    expect(desk.toolsRead(1)).toEqual(['Looked at the „tide“ table.'])
    expect(desk.server.refusals).toEqual([])
  })

  it('has two tools called at once after some thinking, and is given both results', async () => {
    await desk.start(shape)
    const calls = ['a', 'b'].map((at) => ({ name: 'look_at', input: { at } }))
    desk.server.says({ thinking: ['Both.'], calls }, { text: ['Done.'] })
    const { end, state } = await desk.bench.run('Look')
    expect(end).toMatchObject({ end: 'completed', retryable: false })
    expect(callsOf(state)).toMatchObject([
      { input: { at: 'a' }, status: 'done' },
      { input: { at: 'b' }, status: 'done' },
    ])
    expect(desk.toolsRead(1)).toEqual(['Looked at a.', 'Looked at b.'])
    expect(desk.server.refusals).toEqual([])
  })

  it('calls a tool without arguments', async () => {
    await desk.start(shape)
    desk.server.says({ calls: [{ name: 'look_at', input: {} }] }, { text: ['Where?'] })
    const { end, state } = await desk.bench.run('Look')
    expect(end).toMatchObject({ end: 'completed' })
    expect(callsOf(state)).toMatchObject([{ input: {}, status: 'failed' }])
    expect(desk.toolsRead(1)[0]).toMatch(/\bat\b/)
  })

  it('is asked to go on where its length limit cut the answer off', async () => {
    await desk.start(shape)
    desk.server.says({ text: ['The first half, '], cut: true }, { text: ['and the second.'] })
    const { end, state } = await desk.bench.run('Tell')
    expect(end).toMatchObject({ end: 'completed', retryable: false })
    expect(wordsOf(state)).toBe('The first half, |and the second.')
    expect(desk.server.refusals).toEqual([])
  })
})

it('llama.cpp, which says while it reads a long prompt that it still does, is waited for', async () => {
  await desk.start(llamaCpp, { paceMs: 100 })
  desk.server.says({ reads: 15, text: ['Read.'] })
  const model = createAnthropicModel({
    model: 'm',
    server: { baseUrl: desk.server.url, credential: null },
    limits: { ...quick, firstEventMs: 1000 },
  })
  const { events, error } = await collect(model.stream(request(), never))
  expect(error).toBeNull()
  expect(textOf(events)).toBe('Read.')
})
