import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AgentBench,
  answersOf,
  callsOf,
  createAgentBench,
  wordsOf,
} from '../../../tests/support/agent/bench'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  thinking,
  toolResultsOf,
  toolUse,
} from '../../../tests/support/fake-messages-api'

let api: FakeMessagesApi
let bench: AgentBench

beforeEach(async () => {
  api = await startFakeMessagesApi()
  bench = createAgentBench(api.url)
})
afterEach(async () => {
  await bench.remove()
  await api.close()
})

const look = (at: string) => toolUse('look_at', { at })
const put = (name: string) => toolUse('put_item', { name, text: `This is ${name}.` })
const refusals = () => api.requests.filter(({ refused }) => refused !== null)
const proposals = () => bench.gate.proposals({ status: 'all', limit: 10 })

describe('an answer', () => {
  it('that its server paused goes on, and is not begun anew', async () => {
    api.push(answer([text('Half')], { stopReason: 'pause_turn' }), answer([text(' and half.')]))
    const { end, state } = await bench.run('Go')
    expect(end).toMatchObject({ end: 'completed', retryable: false })
    expect(wordsOf(state)).toBe('Half| and half.')
    expect(api.created[1]?.messages[1]).toMatchObject({ role: 'assistant', content: [{ text: 'Half' }] })
    expect(refusals()).toEqual([])
  })

  it('that ends at a stop sequence is an end like any other', async () => {
    api.push(answer([text('Until here')], { stopReason: 'stop_sequence' }))
    const { end, state } = await bench.run('Go')
    expect(end).toEqual({ type: 'run_finished', end: 'completed', retryable: false })
    expect(answersOf(state)[0]).toMatchObject({ stopReason: 'stop_sequence' })
    expect(api.created).toHaveLength(1)
  })

  it('that the model declines runs no tool, says why, and is not sent again with what it answered', async () => {
    const refused = answer([text('First I'), put('a')], {
      stopReason: 'refusal',
      stopDetails: { type: 'refusal', category: 'cyber', explanation: 'This could do harm.' },
    })
    api.push(refused, answer([text('Gladly.')]))
    const { end, state, conversationId } = await bench.run('Something bad')
    expect(end).toMatchObject({ end: 'failed', retryable: false, error: { code: 'model_error' } })
    expect(end.error?.message).toMatch(/declined to answer.*This could do harm\..*Ask in another way/)
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(proposals()).toEqual([])

    await bench.run('Something good', { conversationId })
    expect(api.created[1]?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Something good' }] },
    ])
    expect(refusals()).toEqual([])
  })

  it('that is declined after tools keeps what they gave', async () => {
    api.push(answer([look('x')]), answer([text('No.')], { stopReason: 'refusal' }), answer([text('Gladly.')]))
    const { conversationId } = await bench.run('Look')
    await bench.run('Something else', { conversationId })
    expect(api.created[2]?.messages).toMatchObject([
      { role: 'user', content: [{ text: 'Look' }] },
      { role: 'assistant', content: [{ type: 'tool_use' }] },
      { role: 'user', content: [{ type: 'tool_result' }, { text: 'Something else' }] },
    ])
    expect(refusals()).toEqual([])
  })

  it('that fills the model’s window runs no tool and says what to do', async () => {
    api.push(answer([text('So'), put('a')], { stopReason: 'model_context_window_exceeded' }))
    const { end, state } = await bench.run('Go')
    expect(end).toMatchObject({ end: 'failed', retryable: false })
    expect(end.error?.message).toMatch(/longer than the model takes.*Nothing of it is lost.*new conversation/)
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(proposals()).toEqual([])
    expect(api.created).toHaveLength(1)
  })

  it('with a reason that is not known yet is an end', async () => {
    api.push(answer([text('Fine.')], { stopReason: 'from_the_future' }))
    expect((await bench.run('Go')).end).toMatchObject({ end: 'completed', retryable: false })
  })

  it('whose calls are cut off again and again ends with the offer to go on', async () => {
    api.respond(() => answer([put('a')], { stopReason: 'max_tokens' }))
    const { end, state } = await bench.run('Write much')
    expect(end).toMatchObject({ end: 'completed', retryable: true })
    expect(callsOf(state).every(({ status }) => status === 'not_run')).toBe(true)
    expect(proposals()).toEqual([])
    expect(refusals()).toEqual([])
  })
})

describe('thinking', () => {
  it('goes back with its signature before the calls that it led to, the part that is kept secret too', async () => {
    api.push(
      answer([
        thinking(['Let me ', 'see.'], 'sig-1'),
        { type: 'redacted_thinking', data: 'c2VjcmV0' },
        look('x'),
      ]),
      answer([text('Seen.')]),
    )
    const { state } = await bench.run('Look')
    expect(answersOf(state)[0]?.blocks).toMatchObject([
      { type: 'thinking', text: 'Let me see.', signature: 'sig-1' },
      { type: 'thinking', redacted: 'c2VjcmV0' },
      { type: 'tool_use' },
    ])
    expect(api.created[1]?.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'Let me see.', signature: 'sig-1' },
      { type: 'redacted_thinking', data: 'c2VjcmV0' },
      { type: 'tool_use' },
    ])
    expect(refusals()).toEqual([])
  })
})

describe('arguments that are no JSON', () => {
  it('are told once with the place where they break, and after that not to be repeated', async () => {
    const broken = (json: string, id: string) => ({
      type: 'tool_use' as const,
      id,
      name: 'look_at',
      pieces: [json],
    })
    api.push(
      answer([broken('{"at": "x" "to": "y"}', 'b1')]),
      answer([broken('{"at": "x', 'b2')]),
      answer([text('I give up.')]),
    )
    const { end, state } = await bench.run('Look')
    expect(end.end).toBe('completed')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(toolResultsOf(api.created[1])).toMatchObject([
      {
        is_error: true,
        content: expect.stringMatching(/not valid JSON.*break at character 12.*Call look_at again/),
      },
    ])
    expect(toolResultsOf(api.created[2])).toMatchObject([
      {
        is_error: true,
        content: expect.stringMatching(/not valid JSON.*second such call.*Do not repeat it/),
      },
    ])
    expect(refusals()).toEqual([])
  })

  it('that are mended in the next turn run', async () => {
    api.push(
      answer([toolUse('look_at', '{"at": "the sk')]),
      answer([look('the sky')]),
      answer([text('Blue.')]),
    )
    const { state } = await bench.run('Look')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'done'])
    expect(toolResultsOf(api.created[1])).toMatchObject([
      { content: expect.stringMatching(/end too early, after: .*the sk/) },
    ])
  })
})

describe('a budget', () => {
  // The fake tells 12 tokens sent, 3 and 4 from and to its cache, and 34 answered in each turn.
  const perTurn = 53

  it('of tokens ends the run when it is used up, keeps what was done and says so', async () => {
    bench.settings.set({ tokenBudget: perTurn + 1 })
    api.respond(() => answer([look('more')]))
    const { end, state, runId } = await bench.run('Never stop')
    expect(end).toEqual({
      type: 'run_finished',
      end: 'completed',
      retryable: true,
      budget: { kind: 'tokens', limit: perTurn + 1, used: 2 * perTurn },
    })
    expect(state.runs[runId]?.budget?.kind).toBe('tokens')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(api.created).toHaveLength(2)
  })

  it('of money counts by the prices that were entered', async () => {
    bench.settings.set({ costBudget: 0.001, inputPrice: 10, outputPrice: 100 })
    api.respond(() => answer([look('more')]))
    const { end } = await bench.run('Never stop')
    // (19 × 10 + 34 × 100) / 1,000,000
    expect(end.budget).toMatchObject({ kind: 'cost', limit: 0.001 })
    expect(end.budget?.used).toBeCloseTo(0.00359, 6)
    expect(api.created).toHaveLength(1)
  })

  it('begins anew for the run that goes on', async () => {
    bench.settings.set({ tokenBudget: 1 })
    api.push(answer([look('more')]), answer([text('Done.')]))
    const { runId, conversationId } = await bench.run('Look')
    const again = await bench.conversations.retry({
      runId,
      actor: { kind: 'person', name: 'You' },
      approval: null,
    })
    expect(await bench.finished(again.runId)).toMatchObject({ end: 'completed', retryable: false })
    expect(wordsOf(bench.conversations.snapshot(conversationId))).toMatch(/Done\.$/)
    expect(refusals()).toEqual([])
  })

  it('that is not set ends nothing', async () => {
    expect((await bench.run('Hello')).end.budget).toBeUndefined()
  })
})
