import { describe, expect, it } from 'vitest'
import { answersOf, callsOf, wordsOf } from '../../../tests/support/agent/bench'
import { look, put, setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, text, thinking, toolResultsOf, toolUse } from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'

const desk = setUpAgentDesk()

const proposals = () => desk.bench.gate.proposals({ status: 'all', limit: 10 })

describe('an answer', () => {
  it('that its server paused goes on, and is not begun anew', async () => {
    desk.api.push(answer([text('Half')], { stopReason: 'pause_turn' }), answer([text(' and half.')]))
    const { end, state } = await desk.bench.run('Go')
    expect(end).toMatchObject({ end: 'completed', retryable: false })
    expect(wordsOf(state)).toBe('Half| and half.')
    expect(desk.api.created[1]?.messages[1]).toMatchObject({ role: 'assistant', content: [{ text: 'Half' }] })
    expect(desk.refusals()).toEqual([])
  })

  it('that ends at a stop sequence is an end like any other', async () => {
    desk.api.push(answer([text('Until here')], { stopReason: 'stop_sequence' }))
    const { end, state } = await desk.bench.run('Go')
    expect(end).toEqual({ type: 'run_finished', end: 'completed', retryable: false })
    expect(answersOf(state)[0]).toMatchObject({ stopReason: 'stop_sequence' })
    expect(desk.api.created).toHaveLength(1)
  })

  it('that the model declines runs no tool, says why, and is not sent again with what it answered', async () => {
    const refused = answer([text('First I'), put('a')], {
      stopReason: 'refusal',
      stopDetails: { type: 'refusal', category: 'cyber', explanation: 'This could do harm.' },
    })
    desk.api.push(refused, answer([text('Gladly.')]))
    const { end, state, conversationId } = await desk.bench.run('Something bad')
    expect(end).toMatchObject({ end: 'failed', retryable: false, error: { code: 'model_error' } })
    expect(end.error?.message).toMatch(/declined to answer.*This could do harm\..*Ask in another way/)
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(proposals()).toEqual([])

    await desk.bench.run('Something good', { conversationId })
    expect(desk.api.created[1]?.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Something good' }] },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it('that is declined after tools keeps what they gave', async () => {
    desk.api.push(
      answer([look('x')]),
      answer([text('No.')], { stopReason: 'refusal' }),
      answer([text('Gladly.')]),
    )
    const { conversationId } = await desk.bench.run('Look')
    await desk.bench.run('Something else', { conversationId })
    expect(desk.api.created[2]?.messages).toMatchObject([
      { role: 'user', content: [{ text: 'Look' }] },
      { role: 'assistant', content: [{ type: 'tool_use' }] },
      { role: 'user', content: [{ type: 'tool_result' }, { text: 'Something else' }] },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it('that fills the model’s window runs no tool and says what to do', async () => {
    desk.api.push(answer([text('So'), put('a')], { stopReason: 'model_context_window_exceeded' }))
    const { end, state } = await desk.bench.run('Go')
    expect(end).toMatchObject({ end: 'failed', retryable: false })
    expect(end.error?.message).toMatch(/longer than the model takes.*Nothing of it is lost.*new conversation/)
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
    expect(proposals()).toEqual([])
    expect(desk.api.created).toHaveLength(1)
  })

  it('with a reason that is not known yet is an end', async () => {
    desk.api.push(answer([text('Fine.')], { stopReason: 'from_the_future' }))
    expect((await desk.bench.run('Go')).end).toMatchObject({ end: 'completed', retryable: false })
  })

  it('whose calls are cut off again and again ends with the offer to go on', async () => {
    desk.api.respond(() => answer([put('a')], { stopReason: 'max_tokens' }))
    const { end, state } = await desk.bench.run('Write much')
    expect(end).toMatchObject({ end: 'completed', retryable: true })
    expect(callsOf(state).every(({ status }) => status === 'not_run')).toBe(true)
    expect(proposals()).toEqual([])
    expect(desk.refusals()).toEqual([])
  })
})

describe('thinking', () => {
  it('goes back with its signature before the calls that it led to, the part that is kept secret too', async () => {
    desk.api.push(
      answer([
        thinking(['Let me ', 'see.'], 'sig-1'),
        { type: 'redacted_thinking', data: 'c2VjcmV0' },
        look('x'),
      ]),
      answer([text('Seen.')]),
    )
    const { state } = await desk.bench.run('Look')
    expect(answersOf(state)[0]?.blocks).toMatchObject([
      { type: 'thinking', text: 'Let me see.', signature: 'sig-1' },
      { type: 'thinking', redacted: 'c2VjcmV0' },
      { type: 'tool_use' },
    ])
    expect(desk.api.created[1]?.messages[1]?.content).toMatchObject([
      { type: 'thinking', thinking: 'Let me see.', signature: 'sig-1' },
      { type: 'redacted_thinking', data: 'c2VjcmV0' },
      { type: 'tool_use' },
    ])
    expect(desk.refusals()).toEqual([])
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
    desk.api.push(
      answer([broken('{"at": "x" "to": "y"}', 'b1')]),
      answer([broken('{"at": "x', 'b2')]),
      answer([text('I give up.')]),
    )
    const { end, state } = await desk.bench.run('Look')
    expect(end.end).toBe('completed')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'failed'])
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      {
        is_error: true,
        content: expect.stringMatching(/not valid JSON.*break at character 12.*Call look_at again/),
      },
    ])
    expect(toolResultsOf(desk.api.created[2])).toMatchObject([
      {
        is_error: true,
        content: expect.stringMatching(/not valid JSON.*second such call.*Do not repeat it/),
      },
    ])
    expect(desk.refusals()).toEqual([])
  })

  it.each([300, 20_000])(
    'that are nested %i levels deep are told of, and the run goes on',
    async (levels) => {
      const deep = `{"at":${'['.repeat(levels)}${']'.repeat(levels)}}`
      desk.api.push(answer([toolUse('look_at', deep)]), answer([look('the sky')]), answer([text('Blue.')]))
      const { state } = await desk.bench.run('Look')
      expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'done'])
      expect(toolResultsOf(desk.api.created[1])).toMatchObject([
        { content: expect.stringMatching(/nested more than 200 levels deep/) },
      ])
    },
  )

  it('that are mended in the next turn run', async () => {
    desk.api.push(
      answer([toolUse('look_at', '{"at": "the sk')]),
      answer([look('the sky')]),
      answer([text('Blue.')]),
    )
    const { state } = await desk.bench.run('Look')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['failed', 'done'])
    expect(callsOf(state)[0]?.result?.error?.said?.code).toBe('run.arguments_broken')
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      { content: expect.stringMatching(/end too early, after: .*the sk/) },
    ])
  })
})

describe('a budget', () => {
  // The fake tells 12 tokens sent, 3 and 4 from and to its cache, and 34 answered in each turn.
  const perTurn = 53

  it('of tokens ends the run when it is used up, keeps what was done and says so', async () => {
    desk.bench.settings.set({ tokenBudget: perTurn + 1 })
    desk.api.respond(() => answer([look('more')]))
    const { end, state, runId } = await desk.bench.run('Never stop')
    expect(end).toEqual({
      type: 'run_finished',
      end: 'completed',
      retryable: true,
      budget: { kind: 'tokens', limit: perTurn + 1, used: 2 * perTurn },
    })
    expect(state.runs[runId]?.budget?.kind).toBe('tokens')
    expect(callsOf(state).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(desk.api.created).toHaveLength(2)
  })

  it('that is used up in the last turn leaves no room for a closing one', async () => {
    desk.bench.settings.set({ tokenBudget: perTurn, turnCap: 1 })
    desk.api.respond(() => answer([look('more')]))
    const { end } = await desk.bench.run('Never stop')
    expect(end).toMatchObject({ end: 'completed', retryable: true, budget: { used: perTurn } })
    expect(desk.api.created).toHaveLength(1)
  })

  it('of money counts by the prices that were entered', async () => {
    desk.bench.settings.set({ costBudget: 0.001, inputPrice: 10, outputPrice: 100 })
    desk.api.respond(() => answer([look('more')]))
    const { end } = await desk.bench.run('Never stop')
    // (19 × 10 + 34 × 100) / 1,000,000
    expect(end.budget).toMatchObject({ kind: 'cost', limit: 0.001 })
    expect(end.budget?.used).toBeCloseTo(0.00359, 6)
    expect(desk.api.created).toHaveLength(1)
  })

  it('counts what a tool had a model do also where it was asked for first', async () => {
    desk.bench.settings.set({ tokenBudget: 1000 })
    desk.bench.gate.setPolicy({ assistant: 'default', tool: 'look_at', policy: 'propose', by: person })
    const usage = { inputTokens: 900, outputTokens: 100, cacheReadTokens: 0, cacheWriteTokens: 0 }
    desk.bench.look = async (at, _signal, used) => {
      used(usage)
      return at
    }
    desk.api.push(answer([look('more')]))
    const { conversationId, runId } = await desk.bench.send('Look')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.approve(proposalId)
    expect(await desk.bench.finished(runId)).toMatchObject({ budget: { used: 1000 + perTurn } })
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([{ usage }])
  })

  it('begins anew for the run that goes on', async () => {
    desk.bench.settings.set({ tokenBudget: 1 })
    desk.api.push(answer([look('more')]), answer([text('Done.')]))
    const { runId, conversationId } = await desk.bench.run('Look')
    const again = await desk.bench.conversations.retry({
      runId,
      actor: { kind: 'person', name: 'You' },
      approval: null,
    })
    expect(await desk.bench.finished(again.runId)).toMatchObject({ end: 'completed', retryable: false })
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toMatch(/Done\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('that is not set ends nothing', async () => {
    expect((await desk.bench.run('Hello')).end.budget).toBeUndefined()
  })
})
