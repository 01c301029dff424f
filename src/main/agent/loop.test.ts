import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentBench,
  answersOf,
  callsOf,
  createAgentBench,
  wordsOf,
} from '../../../tests/support/agent/bench'
import { commandLine, look, put, setUpAgentDesk } from '../../../tests/support/agent/desk'
import {
  answer,
  status,
  text,
  thinking,
  toolResultsOf,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'
import { continuationLimit } from './loop'

const desk = setUpAgentDesk()

/** The last message of a request. */
const lastWordsOf = (request: { readonly messages: readonly unknown[] } | undefined): string =>
  JSON.stringify(request?.messages.at(-1) ?? '')

describe('a run', () => {
  it('streams an answer, stores it and says when it ends', async () => {
    desk.api.push(answer([thinking('Hm.'), text(['Good ', 'day 世界'])], { chunking: 'byte' }))
    const { state, end, conversationId } = await desk.bench.run('Hello there')
    expect(end).toEqual({ type: 'run_finished', end: 'completed', retryable: false })
    expect(wordsOf(state)).toBe('|Good day 世界')
    expect(answersOf(state)[0]).toMatchObject({
      streaming: false,
      stopReason: 'end_turn',
      usage: { outputTokens: 34 },
    })
    expect(desk.bench.conversations.list()).toMatchObject([
      { id: conversationId, title: 'Hello there', waiting: 0 },
    ])
  })

  it('calls tools and gives their results to the model until it has nothing more to do', async () => {
    desk.api.push(answer([text('Let me look.'), look('the sky')]), answer([text('It is blue.')]))
    const { state, end } = await desk.bench.run('What colour?')
    expect(end.end).toBe('completed')
    expect(callsOf(state)).toMatchObject([{ status: 'done', input: { at: 'the sky' } }])
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([{ content: 'Looked at the sky.' }])
    expect(wordsOf(state)).toBe('Let me look.||It is blue.')
    expect(desk.refusals()).toEqual([])
  })

  it('counts what its tools had a model do, also when it is stopped meanwhile', async () => {
    const usage = { inputTokens: 700, outputTokens: 70, cacheReadTokens: 0, cacheWriteTokens: 0 }
    desk.bench.look = (_at, signal, used) =>
      new Promise((_resolve, reject) => {
        used(usage)
        used(usage)
        signal.addEventListener('abort', () => reject(new Error('Stopped.')))
      })
    desk.api.push(answer([look('the sky')]))
    const { conversationId, runId } = await desk.bench.send('What colour?')
    await desk.bench.event(runId, 'tool_started')
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
    const [call] = callsOf(desk.bench.conversations.snapshot(conversationId))
    expect(call).toMatchObject({ status: 'not_run', usage: { inputTokens: 1400, outputTokens: 140 } })
  })

  it('gives the failure of a tool, an unknown tool and broken arguments to the model', async () => {
    desk.bench.look = async () => {
      throw new Error('It is dark.')
    }
    desk.api.push(
      answer([look('x'), toolUse('no_such_tool', {}), toolUse('look_at', '{"at": ')]),
      answer([text('Sorry.')]),
    )
    const { state, end } = await desk.bench.run('Go')
    expect(end.end).toBe('completed')
    expect(callsOf(state).map((call) => call.status)).toEqual(['failed', 'failed', 'failed'])
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      { is_error: true, content: expect.stringContaining('It is dark.') },
      { is_error: true, content: expect.stringContaining('no_such_tool') },
      { is_error: true, content: expect.stringContaining('not valid JSON') },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it('runs neighbouring reads side by side, at most four, and each write alone in its place', async () => {
    let running = 0
    let most = 0
    const order: string[] = []
    desk.bench.look = async (at) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running--
      order.push(at)
      if (at === 'after') order.push(`items ${desk.bench.gate.changes({ limit: 10 }).length}`)
      return at
    }
    const reads = ['a', 'b', 'c', 'd', 'e', 'f'].map(look)
    desk.api.push(answer([...reads, put('one'), look('after'), put('two')]), answer([text('Done.')]))
    await desk.bench.run('Go', { actor: commandLine, approval: 'safe' })
    expect(most).toBe(4)
    expect(order.slice(-2)).toEqual(['after', 'items 1'])
    expect(desk.bench.gate.changes({ limit: 10 }).map((change) => change.tool)).toEqual([
      'put_item',
      'put_item',
    ])
  })

  it('ends at the cap with one last turn that sums up, and sends what a server has kept until then', async () => {
    desk.bench.settings.set({ turnCap: 2 })
    desk.api.respond((request) =>
      lastWordsOf(request).includes('used all 2 turns')
        ? answer([text('So far so good.')])
        : answer([look('more')]),
    )
    const { conversationId, end, state } = await desk.bench.run('Never stop')
    expect(end).toMatchObject({ end: 'completed', turnCap: true })
    expect(wordsOf(state)).toMatch(/So far so good\.$/)
    const [, before, last] = desk.api.created
    expect(desk.api.created).toHaveLength(3)
    const { messages: given = [], ...rest } = last ?? {}
    expect(rest).toEqual({ ...before, messages: undefined })
    expect(given.slice(0, before?.messages.length)).toEqual(before?.messages)
    // What is told stands after the results of tools, and belongs to that request alone.
    expect(given.at(-1)).toMatchObject({ role: 'user', content: [{ type: 'tool_result' }, { type: 'text' }] })
    await desk.bench.run('And now?', { conversationId })
    expect(JSON.stringify(desk.api.created[3])).not.toContain('used all')
    expect(JSON.stringify(state)).not.toContain('used all')
    expect(desk.refusals()).toEqual([])
  })

  it('runs no tool after the cap, even when the model calls one: it is asked again without any', async () => {
    desk.bench.settings.set({ turnCap: 1 })
    desk.api.respond((request) =>
      request.tools === undefined ? answer([text('So far.')]) : answer([look('more')]),
    )
    const { end, state } = await desk.bench.run('Never stop')
    expect(end).toMatchObject({ end: 'completed', turnCap: true })
    expect(callsOf(state).map((call) => call.status)).toEqual(['done', 'not_run'])
    expect(desk.api.created.map(({ tools }) => tools === undefined)).toEqual([false, false, true])
    expect(lastWordsOf(desk.api.created[2])).toContain('used the one turn')
    expect(wordsOf(state)).toMatch(/So far\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('runs no tool either of an answer that was given none and calls one', async () => {
    desk.bench.settings.set({ turnCap: 1 })
    desk.api.respond(() => answer([look('more')]))
    const { end, state } = await desk.bench.run('Never stop')
    expect(end).toMatchObject({ end: 'completed', turnCap: true })
    expect(callsOf(state).map((call) => call.status)).toEqual(['done', 'not_run', 'not_run'])
    expect(desk.api.created).toHaveLength(3)
  })

  it('never runs a tool call that the length limit cut off, and tells the model', async () => {
    const cut = { type: 'tool_use' as const, id: 'cut', name: 'put_item', pieces: ['{"name":"a","text":"b"'] }
    desk.api.push(answer([text('Now.'), cut], { stopReason: 'max_tokens' }), answer([text('I give up.')]))
    const { state, end } = await desk.bench.run('Write much')
    expect(end.end).toBe('completed')
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      { is_error: true, content: expect.stringContaining('cut off') },
    ])
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
    expect(desk.refusals()).toEqual([])
  })

  it('never runs one either when its JSON happens to be whole', async () => {
    desk.api.push(answer([put('a')], { stopReason: 'max_tokens' }), answer([text('Hm.')]))
    const { state } = await desk.bench.run('Write much')
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toEqual([])
  })

  it('goes on by itself from where the length limit cut text off', async () => {
    desk.api.push(answer([text('Once upon')], { stopReason: 'max_tokens' }), answer([text(' a time')]))
    const { end, state } = await desk.bench.run('Tell')
    expect(end).toEqual({ type: 'run_finished', end: 'completed', retryable: false })
    expect(wordsOf(state)).toBe('Once upon| a time')
    expect(desk.api.created[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ text: 'Once upon' }] },
      { role: 'user', content: [{ text: 'The answer was cut off. Go on from there.' }] },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it('ends with the offer to go on when text is cut off again and again', async () => {
    desk.api.respond(() => answer([text('Once upon')], { stopReason: 'max_tokens' }))
    const { end, runId, conversationId } = await desk.bench.run('Tell')
    expect(end).toMatchObject({ end: 'completed', retryable: true })
    expect(desk.api.created).toHaveLength(1 + continuationLimit)
    desk.api.respond(() => answer([text(' a time')]))
    const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
    await desk.bench.finished(again.runId)
    expect(desk.api.created.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: [{ text: 'The answer was cut off. Go on from there.' }],
    })
    expect(
      desk.bench.conversations.snapshot(conversationId).messages.filter(({ role }) => role === 'user'),
    ).toHaveLength(1)
    expect(desk.refusals()).toEqual([])
  })

  it('gives each call an id of its own when a server counts from 0 in each answer', async () => {
    desk.api.push(
      answer([toolUse('look_at', { at: 'x' }, 'call_0')]),
      answer([toolUse('look_at', { at: 'y' }, 'call_0')]),
      answer([text('Both.')]),
    )
    const { state, end } = await desk.bench.run('Look twice')
    expect(end.end).toBe('completed')
    expect(callsOf(state).map((call) => call.result?.content)).toEqual(['Looked at x.', 'Looked at y.'])
    expect(desk.refusals()).toEqual([])
  })

  it('goes on after a call whose id or name no other server would take back', async () => {
    const names = ['functions.look_at', 'look at!', '', 'x'.repeat(300)]
    desk.api.push(
      answer([toolUse('look_at', { at: 'x' }, 'functions.look_at:0')]),
      answer(names.map((name) => toolUse(name, {}))),
      answer([text('That was nothing.')]),
    )
    const { state, end } = await desk.bench.run('Look')
    expect(end.end).toBe('completed')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['done', ...names.map(() => 'failed')])
    // For people it stays as it was called.
    expect(callsOf(state).map(({ name }) => name)).toEqual(['look_at', ...names])
    expect(desk.refusals()).toEqual([])
  })

  it('goes on after an answer, a call and a result that end within a character', async () => {
    const half = '🌊'.charAt(0)
    desk.bench.look = async () => `High water ${half}`
    desk.api.push(
      answer([text(['Tide ', `${half}`]), toolUse('look_at', `{"at": "\\ud83c"}`)]),
      answer([text(['And ', `${half}`, 'the rest'])], { end: 'cut', withheld: 40 }),
      answer([text('Low water.')]),
    )
    const { conversationId, runId, end } = await desk.bench.run(`Look ${half}`)
    expect(end.end).toBe('failed')
    const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
    expect(await desk.bench.finished(again.runId)).toMatchObject({ end: 'completed' })
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toContain('Low water.')
    expect(desk.refusals()).toEqual([])
  })

  it('gives passages that a tool found to the model as something to cite', async () => {
    const passage = {
      chunk_id: 'c',
      document_id: 'd',
      title: 'Tides',
      page: 3,
      start: 0,
      end: 20,
      score: 1,
      similarity: 1,
      text: 'The moon does it all',
    }
    desk.bench.lookState = { results: [passage], took_ms: 1 }
    desk.bench.lookOrigin = 'library'
    desk.api.push(answer([look('tides')]), answer([text('It is the moon [Tides, p. 3].')]))
    const { state } = await desk.bench.run('Who?')
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      { content: expect.stringMatching(/^\[1\] Tides, p\. 3:/) },
    ])
    expect(answersOf(state)[1]?.blocks[0]).toMatchObject({
      citations: [{ title: 'Tides', page: 3, start: 0, end: 20, verified: true }],
    })
  })
})

describe('a failure', () => {
  it('keeps what had arrived, runs nothing of it and offers to try again', async () => {
    const broken = [text('Half an'), put('a')]
    desk.api.push(
      answer(broken, { error: { type: 'overloaded_error', message: 'Overloaded' } }),
      answer([text(' answer.')]),
    )
    const { end, state, runId } = await desk.bench.run('Go')
    expect(end).toMatchObject({ end: 'failed', retryable: true, error: { code: 'unavailable' } })
    expect(wordsOf(state)).toBe('Half an|')
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(answersOf(state)[0]?.error?.code).toBe('unavailable')

    const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
    expect((await desk.bench.finished(again.runId)).end).toBe('completed')
    expect(desk.api.created[1]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ type: 'text', text: 'Half an' }] },
      { role: 'user', content: [{ text: 'The answer was cut off. Go on from there.' }] },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it('without any text leaves nothing in what the model is given', async () => {
    desk.api.push(answer([put('a')], { end: 'close' }), answer([text('Fine.')]))
    const { end, runId } = await desk.bench.run('Go')
    expect(end).toMatchObject({ end: 'failed', retryable: true, error: { code: 'model_error' } })
    await desk.bench.finished(
      (await desk.bench.conversations.retry({ runId, actor: person, approval: null })).runId,
    )
    expect(desk.api.created[1]?.messages).toEqual(desk.api.created[0]?.messages)
  })

  it('for a wrong key is not repeated by itself, and can be tried again once the key is right', async () => {
    desk.api.push(status(401, 'authentication_error', 'Bad key'))
    expect((await desk.bench.run('Go')).end).toMatchObject({
      end: 'failed',
      retryable: true,
      error: { code: 'unauthorized' },
    })
    expect(desk.api.created).toHaveLength(1)
  })

  it('to find a model keeps the message', async () => {
    desk.bench.settings.set({ provider: 'anthropic' })
    const lonely = createAgentBench('', { ANTHROPIC_BASE_URL: '', COUNTERSIGN_MODEL: 'claude-x' })
    const { end, state } = await lonely.run('Is anybody there?')
    expect(end).toMatchObject({ end: 'failed', error: { code: 'unauthorized' } })
    expect(state.messages).toMatchObject([{ role: 'user', text: 'Is anybody there?' }])
    await lonely.remove()
  })
})

describe('the offline assistant', () => {
  let offline: AgentBench
  beforeEach(() => {
    offline = createAgentBench('', { COUNTERSIGN_MODEL: 'offline' })
  })
  afterEach(() => offline.remove())

  it('runs a tool by hand through the same loop and says what came of it', async () => {
    const { state, end } = await offline.run('/look_at the sky')
    expect(end.end).toBe('completed')
    expect(callsOf(state)).toMatchObject([{ name: 'look_at', status: 'done', input: { at: 'the sky' } }])
    expect(wordsOf(state)).toMatch(/Looked at the sky\.$/)
    expect(desk.api.requests).toEqual([])
  })

  it('proposes a change by hand, and takes no for an answer', async () => {
    const { conversationId, runId } = await offline.send('/put_item name=apple text="Red and round"')
    const { proposalId } = await offline.event(runId, 'tool_proposed')
    expect(offline.gate.proposal(proposalId).input).toEqual({ name: 'apple', text: 'Red and round' })
    await offline.gate.reject({ id: proposalId, reason: '', by: { kind: 'person', name: 'You' } })
    await offline.finished(runId)
    expect(wordsOf(offline.conversations.snapshot(conversationId))).toMatch(
      /You rejected this; nothing was changed\.$/,
    )
  })
})
