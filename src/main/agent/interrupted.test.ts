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
  toolResultsOf,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { person } from '../../shared/actor'

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

const commandLine = { kind: 'command_line' as const, name: 'Command line' }
const look = (at: string) => toolUse('look_at', { at })
const put = (name: string) => toolUse('put_item', { name, text: `This is ${name}.` })
const refusals = () => api.requests.filter(({ refused }) => refused !== null)

describe('a change', () => {
  it('waits for the person, and goes on once it is approved', async () => {
    api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await bench.send('Put an apple')
    const { proposalId } = await bench.event(runId, 'tool_proposed')
    expect(bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])
    expect(callsOf(bench.conversations.snapshot(conversationId))).toMatchObject([
      { status: 'waiting', proposalId },
    ])
    expect(api.created).toHaveLength(1)

    await bench.approve(proposalId)
    expect((await bench.finished(runId)).end).toBe('completed')
    expect(callsOf(bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'done' }])
    await expect.poll(() => bench.conversations.list()).toMatchObject([{ running: false, waiting: 0 }])
    expect(bench.gate.proposal(proposalId)).toMatchObject({ actor: { kind: 'assistant' }, runId })
  })

  it('that is rejected is not made, and the model reads why', async () => {
    api.push(answer([put('apple')]), answer([text('All right.')]))
    const { conversationId, runId } = await bench.send('Put an apple')
    const { proposalId } = await bench.event(runId, 'tool_proposed')
    await bench.gate.reject({
      id: proposalId,
      reason: 'Pears are better',
      by: { kind: 'person', name: 'You' },
    })
    await bench.finished(runId)
    expect(callsOf(bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'rejected' }])
    expect(toolResultsOf(api.created[1])).toMatchObject([
      { is_error: true, content: expect.stringMatching(/rejected.*nothing was changed.*Pears are better/i) },
    ])
  })

  it('of an unattended run is proposed, and the run goes on without waiting', async () => {
    api.push(answer([put('apple'), look('x')]), answer([text('Proposed.')]))
    const { end, state } = await bench.run('Put an apple', { actor: commandLine })
    expect(end.end).toBe('completed')
    expect(toolResultsOf(api.created[1])[0]).toMatchObject({
      content: expect.stringContaining('proposed #1'),
    })
    expect(callsOf(state)[0]?.proposalId).toBe(bench.pending()?.id)
    expect(bench.pending()?.status).toBe('pending')
  })
})

describe('stop', () => {
  it('in the middle of an answer keeps what had arrived', async () => {
    api.push(answer([text(['One', ' two'])], { end: 'hang' }), answer([text('Again.')]))
    const { conversationId, runId } = await bench.send('Count')
    await bench.event(runId, 'text_delta')
    expect(bench.conversations.stop(runId)).toBe(true)
    expect(await bench.finished(runId)).toMatchObject({ end: 'stopped', retryable: true })
    expect(wordsOf(bench.conversations.snapshot(conversationId))).toMatch(/^One/)
    await bench.run('And now?', { conversationId })
    expect(refusals()).toEqual([])
  })

  it('while tools run leaves a history that the model accepts', async () => {
    bench.look = (at, signal) =>
      at === 'slow'
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(at)
    api.push(answer([text('I look.'), look('quick'), look('slow'), put('apple')]), answer([text('Yes.')]))
    const { conversationId, runId } = await bench.send('Look')
    await bench.event(runId, 'tool_finished')
    bench.conversations.stop(runId)
    expect((await bench.finished(runId)).end).toBe('stopped')
    const calls = callsOf(bench.conversations.snapshot(conversationId))
    expect(calls.map((call) => call.status)).toEqual(['done', 'not_run', 'not_run'])
    expect((await bench.run('Still there?', { conversationId })).end.end).toBe('completed')
    expect(refusals()).toEqual([])
  })

  it('while a decision is awaited withdraws the proposal', async () => {
    api.push(answer([put('apple'), put('pear')]))
    const { conversationId, runId } = await bench.send('Put')
    const { proposalId } = await bench.event(runId, 'tool_proposed')
    bench.conversations.stop(runId)
    expect((await bench.finished(runId)).end).toBe('stopped')
    expect(bench.gate.proposal(proposalId).status).toBe('withdrawn')
    const calls = callsOf(bench.conversations.snapshot(conversationId))
    expect(calls.map((call) => call.status)).toEqual(['not_run', 'not_run'])
    expect(bench.gate.proposals({ status: 'all', limit: 10 })).toHaveLength(1)
  })

  it('of a run that is over does nothing', async () => {
    const { runId } = await bench.run('Hello')
    await expect.poll(() => bench.conversations.stop(runId)).toBe(false)
  })
})

describe('a restart', () => {
  const waitForProposal = async () => {
    api.push(answer([put('apple'), look('x')]), answer([text('It is there.')]))
    const sent = await bench.send('Put an apple')
    const { proposalId } = await bench.event(sent.runId, 'tool_proposed')
    return { ...sent, proposalId }
  }

  it.each(['quit', 'crash'])('goes on waiting for a decision after a %s', async (how) => {
    const { conversationId, runId, proposalId } = await waitForProposal()
    if (how === 'quit') await bench.restart()
    else bench.crash()
    expect(bench.gate.proposal(proposalId).status).toBe('pending')
    bench.conversations.resume()
    await expect.poll(() => bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])

    await bench.approve(proposalId)
    expect((await bench.finished(runId)).end).toBe('completed')
    const state = bench.conversations.snapshot(conversationId)
    expect(callsOf(state).map((call) => call.status)).toEqual(['done', 'done'])
    expect(wordsOf(state)).toMatch(/It is there\.$/)
    expect(refusals()).toEqual([])
  })

  it('takes a decision that was made before the run went on', async () => {
    const { runId, proposalId } = await waitForProposal()
    await bench.restart()
    await bench.approve(proposalId)
    bench.conversations.resume()
    expect((await bench.finished(runId)).end).toBe('completed')
    expect(toolResultsOf(api.created[1])).toMatchObject([{ content: expect.stringMatching(/\S/) }, {}])
  })

  it('finds a proposal that was stored just before a crash', async () => {
    const { runId, proposalId } = await waitForProposal()
    bench.db.raw.prepare("DELETE FROM run_events WHERE type = 'tool_proposed'").run()
    bench.crash()
    bench.conversations.resume()
    expect((await bench.event(runId, 'tool_proposed')).proposalId).toBe(proposalId)
    await bench.approve(proposalId)
    expect((await bench.finished(runId)).end).toBe('completed')
  })

  it.each(['quit', 'crash'])(
    'ends a run that was streaming at a %s, and keeps what had arrived',
    async (how) => {
      api.push(answer([text('Half')], { end: 'hang' }), answer([text(' and half.')]))
      const { conversationId, runId } = await bench.send('Speak')
      await bench.event(runId, 'text_delta')
      if (how === 'quit') await bench.restart()
      else bench.crash()
      bench.conversations.resume()
      const state = bench.conversations.snapshot(conversationId)
      expect(state.runs[runId]).toMatchObject({ status: 'failed', retryable: true })
      expect(state.runs[runId]?.error?.message).toBe(
        'The application was closed while this ran. What had arrived was kept.',
      )
      expect(wordsOf(state)).toBe('Half')
      expect(answersOf(state)[0]?.streaming).toBe(false)
      const again = await bench.conversations.retry({ runId, actor: person, approval: null })
      expect((await bench.finished(again.runId)).end).toBe('completed')
      expect(refusals()).toEqual([])
    },
  )

  it('ends a run whose tool was running at a crash', async () => {
    bench.look = () => new Promise(() => {})
    api.push(answer([look('x')]))
    const { conversationId, runId } = await bench.send('Look')
    await bench.event(runId, 'tool_started')
    bench.crash()
    bench.conversations.resume()
    const state = bench.conversations.snapshot(conversationId)
    expect(state.runs[runId]?.status).toBe('failed')
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
  })

  it('leaves a run that waits to a host that stays, which goes on with what was decided meanwhile', async () => {
    api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await bench.send('Put an apple')
    const { proposalId } = await bench.event(runId, 'tool_proposed')
    await bench.restart()
    bench.conversations.resume({ stays: false })
    await expect(bench.send('And a pear', { conversationId })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('waits for a decision'),
    })
    expect(() => bench.conversations.remove(conversationId)).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
    await bench.approve(proposalId)
    await bench.conversations.idle()
    expect(api.created).toHaveLength(1)

    await bench.restart()
    bench.conversations.resume()
    expect((await bench.finished(runId)).end).toBe('completed')
    expect(callsOf(bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'done' }])
  })

  it('leaves a conversation that was at rest as it was', async () => {
    const { conversationId, state } = await bench.run('Hello')
    await bench.restart()
    bench.conversations.resume()
    expect(bench.conversations.snapshot(conversationId)).toEqual(state)
  })
})
