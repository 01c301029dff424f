import { describe, expect, it } from 'vitest'
import { answersOf, callsOf, wordsOf } from '../../../../tests/support/agent/bench'
import { commandLine, look, put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { answer, text, toolResultsOf } from '../../../../tests/support/fake-messages-api'
import { person } from '../../../shared/actor'

const desk = setUpAgentDesk()

describe('a change', () => {
  it('waits for the person, and goes on once it is approved', async () => {
    desk.api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    expect(desk.bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([
      { status: 'waiting', proposalId },
    ])
    expect(desk.api.created).toHaveLength(1)

    await desk.bench.approve(proposalId)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'done' }])
    await expect.poll(() => desk.bench.conversations.list()).toMatchObject([{ running: false, waiting: 0 }])
    expect(desk.bench.gate.proposal(proposalId)).toMatchObject({ actor: { kind: 'assistant' }, runId })
  })

  it('that is rejected is not made, and the model reads why', async () => {
    desk.api.push(answer([put('apple')]), answer([text('All right.')]))
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.gate.reject({
      id: proposalId,
      reason: 'Pears are better',
      by: { kind: 'person', name: 'You' },
    })
    await desk.bench.finished(runId)
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'rejected' }])
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([
      { is_error: true, content: expect.stringMatching(/rejected.*nothing was changed.*Pears are better/i) },
    ])
  })

  it('of an unattended run is proposed, and the run goes on without waiting', async () => {
    desk.api.push(answer([put('apple'), look('x')]), answer([text('Proposed.')]))
    const { end, state } = await desk.bench.run('Put an apple', { actor: commandLine })
    expect(end.end).toBe('completed')
    expect(toolResultsOf(desk.api.created[1])[0]).toMatchObject({
      content: expect.stringContaining('proposed #1'),
    })
    expect(callsOf(state)[0]?.proposalId).toBe(desk.bench.pending()?.id)
    expect(desk.bench.pending()?.status).toBe('pending')
  })
})

describe('stop', () => {
  it('in the middle of an answer keeps what had arrived', async () => {
    desk.api.push(answer([text(['One', ' two'])], { end: 'hang' }), answer([text('Again.')]))
    const { conversationId, runId } = await desk.bench.send('Count')
    await desk.bench.event(runId, 'text_delta')
    expect(desk.bench.conversations.stop(runId)).toBe(true)
    expect(await desk.bench.finished(runId)).toMatchObject({ end: 'stopped', retryable: true })
    expect(wordsOf(desk.bench.conversations.snapshot(conversationId))).toMatch(/^One/)
    await desk.bench.run('And now?', { conversationId })
    expect(desk.refusals()).toEqual([])
  })

  it('while tools run leaves a history that the model accepts', async () => {
    desk.bench.look = (at, signal) =>
      at === 'slow'
        ? new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve(at)
    desk.api.push(
      answer([text('I look.'), look('quick'), look('slow'), put('apple')]),
      answer([text('Yes.')]),
    )
    const { conversationId, runId } = await desk.bench.send('Look')
    await desk.bench.event(runId, 'tool_finished')
    desk.bench.conversations.stop(runId)
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    const calls = callsOf(desk.bench.conversations.snapshot(conversationId))
    expect(calls.map((call) => call.status)).toEqual(['done', 'not_run', 'not_run'])
    expect((await desk.bench.run('Still there?', { conversationId })).end.end).toBe('completed')
    expect(desk.refusals()).toEqual([])
  })

  it('while a decision is awaited withdraws the proposal', async () => {
    desk.api.push(answer([put('apple'), put('pear')]))
    const { conversationId, runId } = await desk.bench.send('Put')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    desk.bench.conversations.stop(runId)
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    expect(desk.bench.gate.proposal(proposalId).status).toBe('withdrawn')
    const calls = callsOf(desk.bench.conversations.snapshot(conversationId))
    expect(calls.map((call) => call.status)).toEqual(['not_run', 'not_run'])
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toHaveLength(1)
  })

  it('while what was approved is being applied ends the run with what came of it', async () => {
    desk.api.push(answer([put('apple'), put('pear')]), answer([text('There is an apple.')]))
    const { conversationId, runId } = await desk.bench.send('Put')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    const before = Promise.withResolvers<void>()
    void desk.bench.gate.inTurn(() => before.promise)
    const approved = desk.bench.approve(proposalId)
    expect(desk.bench.gate.proposal(proposalId).status).toBe('approved')
    desk.bench.conversations.stop(runId)
    before.resolve()
    await approved
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    expect(desk.bench.gate.proposal(proposalId).status).toBe('applied')
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([
      { status: 'done', result: { success: true, content: 'Did 1.' } },
      { status: 'not_run' },
    ])
    await desk.bench.run('And now?', { conversationId })
    expect(toolResultsOf(desk.api.created[1])[0]).toMatchObject({ content: 'Did 1.' })
    expect(desk.refusals()).toEqual([])
  })

  it('of a run that is over does nothing', async () => {
    const { runId } = await desk.bench.run('Hello')
    await expect.poll(() => desk.bench.conversations.stop(runId)).toBe(false)
  })
})

it('a reading that can’t be recorded ends the others before the run', async () => {
  const open = Promise.withResolvers<void>()
  desk.bench.look = async (at) => {
    if (at !== 'quick') await open.promise
    return at
  }
  desk.api.push(answer([look('quick'), look('slow')]))
  desk.bench.db.raw.exec(
    `CREATE TEMP TRIGGER refused BEFORE INSERT ON run_events
     WHEN NEW.type = 'tool_finished' AND NEW.body LIKE '%"content":"quick"%' BEGIN SELECT RAISE(ABORT, 'no'); END`,
  )
  const { runId } = await desk.bench.send('Look')
  expect((await desk.bench.finished(runId)).end).toBe('failed')
  open.resolve()
  await desk.bench.run('Something else')
  const told = desk.bench.events.flatMap((event) =>
    event.type === 'run' && event.event.runId === runId ? [event.event.body.type] : [],
  )
  expect(told.filter((type) => type === 'tool_finished')).toHaveLength(2)
  expect(told.at(-1)).toBe('run_finished')
})

describe('a restart', () => {
  const waitForProposal = async () => {
    desk.api.push(answer([put('apple'), look('x')]), answer([text('It is there.')]))
    const sent = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(sent.runId, 'tool_proposed')
    return { ...sent, proposalId }
  }

  it.each(['quit', 'crash'])('goes on waiting for a decision after a %s', async (how) => {
    const { conversationId, runId, proposalId } = await waitForProposal()
    if (how === 'quit') await desk.bench.restart()
    else desk.bench.crash()
    expect(desk.bench.gate.proposal(proposalId).status).toBe('pending')
    desk.bench.conversations.resume()
    await expect.poll(() => desk.bench.conversations.list()).toMatchObject([{ running: true, waiting: 1 }])

    await desk.bench.approve(proposalId)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    const state = desk.bench.conversations.snapshot(conversationId)
    expect(callsOf(state).map((call) => call.status)).toEqual(['done', 'done'])
    expect(wordsOf(state)).toMatch(/It is there\.$/)
    expect(desk.refusals()).toEqual([])
  })

  it('ends a run that came with a backup, at whichever start, and leaves its conversation free', async () => {
    const { conversationId, runId } = await waitForProposal()
    await desk.bench.restart()
    desk.bench.conversations.resume({ stays: true, restoredAt: Number.MAX_SAFE_INTEGER })
    expect(desk.bench.conversations.snapshot(conversationId).runs[runId]?.status).toBe('failed')
    const next = await desk.bench.send('Is it there?', { conversationId })
    expect((await desk.bench.finished(next.runId)).end).toBe('completed')
    expect(desk.refusals()).toEqual([])
  })

  it('takes a decision that was made before the run went on', async () => {
    const { runId, proposalId } = await waitForProposal()
    await desk.bench.restart()
    await desk.bench.approve(proposalId)
    desk.bench.conversations.resume()
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(toolResultsOf(desk.api.created[1])).toMatchObject([{ content: expect.stringMatching(/\S/) }, {}])
  })

  it('finds a proposal that was stored just before a crash', async () => {
    const { runId, proposalId } = await waitForProposal()
    desk.bench.db.raw.prepare("DELETE FROM run_events WHERE type = 'tool_proposed'").run()
    desk.bench.crash()
    desk.bench.conversations.resume()
    expect((await desk.bench.event(runId, 'tool_proposed')).proposalId).toBe(proposalId)
    await desk.bench.approve(proposalId)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
  })

  it.each(['quit', 'crash'])(
    'ends a run that was streaming at a %s, and keeps what had arrived',
    async (how) => {
      desk.api.push(answer([text('Half')], { end: 'hang' }), answer([text(' and half.')]))
      const { conversationId, runId } = await desk.bench.send('Speak')
      await desk.bench.event(runId, 'text_delta')
      if (how === 'quit') await desk.bench.restart()
      else desk.bench.crash()
      desk.bench.conversations.resume()
      const state = desk.bench.conversations.snapshot(conversationId)
      expect(state.runs[runId]).toMatchObject({ status: 'failed', retryable: true })
      expect(state.runs[runId]?.error?.message).toBe('The application was closed while this ran.')
      expect(wordsOf(state)).toBe('Half')
      expect(answersOf(state)[0]?.streaming).toBe(false)
      const again = await desk.bench.conversations.retry({ runId, actor: person, approval: null })
      expect((await desk.bench.finished(again.runId)).end).toBe('completed')
      expect(desk.refusals()).toEqual([])
    },
  )

  it('takes an answer that was whole at a crash for what it is', async () => {
    desk.api.push(answer([text('All of it.')]))
    const { conversationId, runId } = await desk.bench.run('Speak')
    desk.bench.db.raw.exec("DELETE FROM run_events WHERE type = 'run_finished'")
    desk.bench.db.raw.exec("UPDATE runs SET status = 'running', finished_at = NULL")
    desk.bench.crash()
    desk.bench.conversations.resume()
    const { runs } = desk.bench.conversations.snapshot(conversationId)
    expect(runs[runId]).toMatchObject({ status: 'completed', retryable: false })
    expect(runs[runId]?.error).toBeUndefined()
    expect(desk.bench.conversations.list()).toMatchObject([{ running: false }])
  })

  it('after a message that had joined and has no answer says that the run was cut off', async () => {
    const rest = Promise.withResolvers<void>()
    desk.api.push(answer([text('It is blue.')], { pause: { beforeChunk: 4, until: rest.promise } }))
    const { conversationId, runId } = await desk.bench.send('What colour?')
    await desk.bench.event(runId, 'text_delta')
    await desk.bench.conversations.send({
      ...{ conversationId, text: 'How deep?', attachments: [], actor: person, approval: null, queue: true },
    })
    const joined = desk.bench.event(runId, 'user_message', ({ text: words }) => words === 'How deep?')
    // The end of the answer and the message that joins.
    desk.bench.crashAfter(2)
    rest.resolve()
    await joined
    desk.bench.crash()
    desk.bench.conversations.resume()
    const { runs, messages } = desk.bench.conversations.snapshot(conversationId)
    expect(messages.at(-1)).toMatchObject({ role: 'user', text: 'How deep?' })
    expect(runs[runId]).toMatchObject({ status: 'failed', retryable: true })
  })

  it('ends a run whose tool was running at a crash', async () => {
    desk.bench.look = () => new Promise(() => {})
    desk.api.push(answer([look('x')]))
    const { conversationId, runId } = await desk.bench.send('Look')
    await desk.bench.event(runId, 'tool_started')
    desk.bench.crash()
    desk.bench.conversations.resume()
    const state = desk.bench.conversations.snapshot(conversationId)
    expect(state.runs[runId]?.status).toBe('failed')
    expect(callsOf(state)).toMatchObject([{ status: 'not_run' }])
  })

  it('leaves a run that waits to a host that stays, which goes on with what was decided meanwhile', async () => {
    desk.api.push(answer([put('apple')]), answer([text('It is there.')]))
    const { conversationId, runId } = await desk.bench.send('Put an apple')
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.restart()
    desk.bench.conversations.resume({ stays: false })
    await expect(desk.bench.send('And a pear', { conversationId })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('waits for a decision'),
    })
    expect(() => desk.bench.conversations.remove(conversationId)).toThrow(
      expect.objectContaining({ code: 'busy' }),
    )
    await desk.bench.approve(proposalId)
    await desk.bench.conversations.idle()
    expect(desk.api.created).toHaveLength(1)

    await desk.bench.restart()
    desk.bench.conversations.resume()
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))).toMatchObject([{ status: 'done' }])
  })

  it('leaves a conversation that was at rest as it was', async () => {
    const { conversationId, state } = await desk.bench.run('Hello')
    await desk.bench.restart()
    desk.bench.conversations.resume()
    expect(desk.bench.conversations.snapshot(conversationId)).toEqual(state)
  })
})
