import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../../tests/support/agent/bench'
import { put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import { makeConflict, proposeAnew, waitingNumbers } from '../../../../tests/support/agent/made-anew'
import { answer, text } from '../../../../tests/support/fake-messages-api'

const desk = setUpAgentDesk()

/** A run whose change became a conflict, which the person then had proposed again. */
async function conflictAndAnew() {
  desk.api.push(answer([put('apple')]), answer([text('It is there already.')]))
  const { conversationId, runId } = await desk.bench.send('Put an apple')
  const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
  await makeConflict(desk, proposalId, 'apple')
  await desk.bench.finished(runId)
  return { conversationId, again: await proposeAnew(desk, proposalId) }
}

const given = () => JSON.stringify(desk.api.created.at(-1)?.messages)

describe('what a person had proposed again, while it waits', () => {
  it('is told to the model when the conversation goes on', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.api.push(answer([text('I wait.')]))
    await desk.bench.run('Go on', { conversationId })
    expect(given()).toContain('proposed again as #2 and has not decided yet')
    await desk.bench.approve(again.id)
    desk.api.push(answer([text('I see.')]))
    await desk.bench.run('Go on', { conversationId })
    expect(given()).toMatch(/proposed again as #2 and decided later.*Did 1\./)
    expect(desk.refusals()).toEqual([])
  })

  it('is what a run waits for that makes the same call all the same', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.api.push(answer([put('apple')]), answer([text('Done.')]))
    const { runId } = await desk.bench.send('Go on', { conversationId })
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    expect(proposalId).toBe(again.id)
    expect(waitingNumbers(desk)).toEqual([2])
    await desk.bench.approve(again.id)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(callsOf(desk.bench.conversations.snapshot(conversationId))[1]).toMatchObject({
      status: 'done',
      proposalId: again.id,
    })
    expect(desk.bench.gate.changes({ limit: 10 }).map(({ status }) => status)).toContain('applied')
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toHaveLength(2)
  })

  it('ends with the run that waits for it, when that is stopped', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.api.push(answer([put('apple')]))
    const { runId } = await desk.bench.send('Go on', { conversationId })
    await desk.bench.event(runId, 'tool_proposed')
    desk.bench.conversations.stop(runId)
    await desk.bench.finished(runId)
    expect(desk.bench.gate.proposal(again.id).status).toBe('withdrawn')
  })

  it('is waited for over a restart', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.api.push(answer([put('apple')]), answer([text('Done.')]))
    const { runId } = await desk.bench.send('Go on', { conversationId })
    await desk.bench.event(runId, 'tool_proposed')
    await desk.bench.restart()
    desk.bench.conversations.resume()
    await desk.bench.approve(again.id)
    expect((await desk.bench.finished(runId)).end).toBe('completed')
  })

  it('keeps no other change from being proposed', async () => {
    const { conversationId } = await conflictAndAnew()
    desk.api.push(answer([put('pear')]), answer([text('Done.')]))
    const { runId } = await desk.bench.send('A pear, too', { conversationId })
    const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
    expect(waitingNumbers(desk)).toEqual([3, 2])
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    expect(waitingNumbers(desk)).toEqual([2])
  })
})
