import { describe, expect, it } from 'vitest'
import { look, put } from '../../../tests/support/agent/desk'
import { answer, status, text, toolResultsOf, toolUse } from '../../../tests/support/fake-messages-api'
import { setUpMissionsDesk } from '../../../tests/support/missions-desk'
import { person } from '../../shared/actor'
import { defaultAssistant } from '../../shared/tool/policy'

const desk = setUpMissionsDesk()
const minute = 60_000

const { agent } = desk
const gate = () => agent.bench.gate
const applied = () => gate().changes({ limit: 10 })
const proposals = () => gate().proposals({ status: 'all', limit: 10 })
const setPolicy = (tool: string, policy: 'auto' | 'propose' | 'deny') =>
  gate().setPolicy({ assistant: defaultAssistant, tool, policy, by: person })
const drop = (...names: readonly string[]) => toolUse('drop_items', { names })
const hang = () => answer([text('Half')], { end: 'hang' })

describe('an iteration', () => {
  it('proposes and goes on; what it proposed names the mission, and a person decides later', async () => {
    agent.api.push(answer([put('apple')]), answer([put('pear')]), answer([text('Two are proposed.')]))
    const { id } = desk.make()
    const iteration = await desk.runToEnd(id)
    expect(iteration).toMatchObject({ ended: 'completed', proposed: 2, waiting: 2 })
    expect(JSON.stringify(agent.api.created[0]?.system)).toContain('Nobody looks on or answers')
    const mission = { id, name: 'Shelf keeper' }
    expect(proposals().map(({ status, actor, runId }) => ({ status, actor, runId }))).toEqual(
      Array(2).fill({
        status: 'pending',
        actor: { kind: 'assistant', name: 'Assistant', mission },
        runId: iteration.runId,
      }),
    )
    expect(toolResultsOf(agent.api.created[1])).toMatchObject([
      { content: expect.stringContaining('it waits in the inbox') },
    ])
    await agent.bench.approve(proposals()[0]?.id ?? '')
    expect(applied()).toMatchObject([{ actor: { mission }, approvedBy: person, runId: iteration.runId }])
    expect(desk.get(id).last).toMatchObject({ proposed: 2, waiting: 1, applied: 1 })
    expect(gate().changes({ limit: 10, actor: 'mission' })).toHaveLength(1)
    expect(gate().changes({ limit: 10, actor: 'assistant' })).toHaveLength(1)
  })

  it('tells later what became of each change that it proposed', async () => {
    agent.api.push(
      answer([put('apple'), put('pear'), put('plum'), put('fig')]),
      answer([text('Four are proposed.')]),
    )
    const { id } = desk.make()
    await desk.runToEnd(id)
    const waiting = (name: string) =>
      proposals().find(({ preview }) => preview.summary.includes(name))?.id ?? ''
    const undo = async () => {
      const [newest] = applied()
      await gate().undo({ id: newest?.id ?? '', by: person, signal: new AbortController().signal })
    }
    await agent.bench.approve(waiting('apple'))
    await agent.bench.approve(waiting('pear'))
    await undo()
    gate().reject({ id: waiting('plum'), reason: '', by: person })
    const ends = { proposed: 4, waiting: 1, applied: 1, undone: 1, rejected: 1, notDone: 0 }
    expect(desk.get(id).last).toMatchObject(ends)
    // Done again it holds as before.
    await undo()
    expect(desk.get(id).last).toMatchObject({ ...ends, applied: 2, undone: 0 })
    agent.bench.db.raw.prepare('UPDATE proposals SET expires_at = 1 WHERE id = ?').run(waiting('fig'))
    expect(gate().proposal(waiting('fig')).status).toBe('expired')
    expect(desk.get(id).last).toMatchObject({ ...ends, waiting: 0, applied: 2, undone: 0, notDone: 1 })
  })

  it('reads, and goes on past what it would have to ask about', async () => {
    setPolicy('read_item', 'propose')
    agent.api.push(
      answer([look('the sky'), toolUse('read_item', { name: 'tea' })]),
      answer([text('Looked.')]),
    )
    const { id } = desk.make()
    const iteration = await desk.runToEnd(id)
    expect(iteration).toMatchObject({ ended: 'completed', proposed: 1 })
    // What waits is told as a proposal and not as what failed.
    expect(desk.missions.closing(iteration.id).failedCalls).toBe(0)
    expect(toolResultsOf(agent.api.created[1])).toMatchObject([
      { content: 'Looked at the sky.' },
      { content: expect.stringContaining('Go on without it') },
    ])
  })

  it('tells how many of its calls failed, though it finished', async () => {
    agent.api.push(
      answer([toolUse('no_such_tool', {}), put('apple'), toolUse('read_item', {})]),
      answer([text('All is well.')]),
    )
    const { id } = desk.make()
    const iteration = await desk.runToEnd(id)
    expect(iteration).toMatchObject({ ended: 'completed', proposed: 1 })
    expect(desk.missions.closing(iteration.id)).toEqual({
      text: 'All is well.',
      error: null,
      failedCalls: 2,
    })
  })

  it('ends with the sentence of a server that fails, and is not patient with it for long', async () => {
    agent.api.push(status(400, 'invalid_request_error', 'No.'))
    const { id } = desk.make()
    const iteration = await desk.runToEnd(id)
    expect(iteration.ended).toBe('failed')
    expect(desk.missions.closing(iteration.id).error?.message).toMatch(/refused the request/)
    const slow = { headers: { 'retry-after': '500' } }
    agent.api.push(status(529, 'overloaded_error', 'Busy.', slow))
    expect(await desk.runToEnd(id)).toMatchObject({ ended: 'failed' })
  })

  it('ends by its limit of time, and what it proposed stays', async () => {
    agent.api.push(answer([put('apple')]), hang())
    const { id } = desk.make({ limitMinutes: 20 })
    desk.run(id)
    const { runId } = await desk.working(id)
    await agent.bench.event(runId, 'text_delta')
    desk.clock.pass(19 * minute)
    expect(desk.get(id).state).toBe('running')
    desk.clock.pass(minute)
    const iteration = await desk.ended(id)
    expect(iteration).toMatchObject({ ended: 'out_of_time', waiting: 1 })
    expect(desk.missions.closing(iteration.id)).toMatchObject({
      text: 'Half',
      error: { code: 'timeout', message: expect.stringMatching(/20 minutes\. .* in the inbox \(1\)\.$/) },
    })
    expect(desk.clock.timers()).toBe(1)
  })

  it('that proposed nothing by its limit of time speaks of no proposals', async () => {
    agent.api.push(hang())
    const { id } = desk.make({ limitMinutes: 20 })
    desk.run(id)
    const { runId } = await desk.working(id)
    await agent.bench.event(runId, 'text_delta')
    desk.clock.pass(20 * minute)
    const { id: iteration } = await desk.ended(id)
    expect(desk.missions.closing(iteration).error?.message).toMatch(/20 minutes\.$/)
  })

  it('is stopped by a person as a run in a conversation is: what it proposed is withdrawn', async () => {
    agent.api.push(answer([put('apple')]), hang())
    const { id } = desk.make()
    desk.run(id)
    const { runId } = await desk.working(id)
    await agent.bench.event(runId, 'text_delta')
    expect(desk.missions.stop({ id, by: person })).toBe(true)
    expect(await desk.ended(id)).toMatchObject({ ended: 'stopped', waiting: 0 })
    expect(proposals()).toMatchObject([{ status: 'withdrawn' }])
    expect(desk.missions.stop({ id, by: person })).toBe(false)
  })

  it('goes on to its end when its mission is switched off', async () => {
    agent.api.push(answer([look('tea')]), answer([text('Done.')]))
    let goOn: () => void = () => undefined
    agent.bench.look = () => new Promise((resolve) => (goOn = () => resolve('Looked.')))
    const { id } = desk.make({ schedule: { kind: 'every', minutes: 5 } })
    desk.clock.pass(5 * minute)
    const { runId } = await desk.working(id)
    await agent.bench.event(runId, 'tool_started')
    desk.missions.switch({ id, on: false, by: person })
    goOn()
    expect(await desk.ended(id)).toMatchObject({ ended: 'completed' })
  })

  it('is ended when its mission is deleted, with what it proposed and its conversation kept', async () => {
    agent.api.push(answer([put('apple')]), hang())
    const { id } = desk.make()
    desk.run(id)
    const { runId, conversationId } = await desk.working(id)
    await agent.bench.event(runId, 'text_delta')
    desk.missions.remove({ id, by: person })
    const iteration = await desk.ended(id)
    expect(iteration).toMatchObject({ ended: 'failed', waiting: 1, conversationId })
    expect(desk.missions.closing(iteration.id).error?.message).toMatch(
      /deleted while it was at work\. .* \(1\)\.$/,
    )
  })

  it('whose assistant is in the trash says so, and takes no conversation', async () => {
    const { id: assistantId } = await agent.bench.assistants.create({
      fields: {
        ...{ name: 'Clerk', picture: { kind: 'letter' }, instructions: '', model: '', effort: null },
        thinking: null,
        ...{ tools: { kind: 'all' }, collectionId: null, turnCap: null, tokenBudget: null, costBudget: null },
      },
      policies: {},
      by: person,
    })
    const { id } = desk.make({ assistantId })
    agent.bench.assistants.remove({ id: assistantId, by: person })
    const iteration = await desk.runToEnd(id)
    expect(iteration).toMatchObject({ ended: 'failed', conversationId: null, runId: null })
    expect(desk.missions.closing(iteration.id).error?.message).toContain('“Clerk”')
    expect(agent.bench.conversations.list()).toEqual([])
  })

  it.each([
    ['a crash', 'crash'],
    ['the end of the application', 'restart'],
  ] as const)('that %s cut off is interrupted, and does not begin again', async (_name, how) => {
    agent.api.push(answer([put('apple')]), hang())
    const { id } = desk.make()
    desk.run(id)
    const { runId } = await desk.working(id)
    await agent.bench.event(runId, 'text_delta')
    if (how === 'crash') agent.bench.crash()
    else await Promise.all([desk.missions.close(), agent.bench.restart()])
    await desk.reopen()
    desk.clock.pass(10 * minute)
    expect(desk.get(id)).toMatchObject({
      state: 'idle',
      last: { sequence: 1, ended: 'interrupted', waiting: 1 },
    })
    expect(agent.bench.pending()?.status).toBe('pending')
    agent.api.push(answer([text('Anew.')]))
    expect(await desk.runToEnd(id)).toMatchObject({ sequence: 2, ended: 'completed' })
  })

  it('is gone on with by hand, which is then waited for as everywhere', async () => {
    agent.api.push(answer([text('Done.')]))
    const { id } = desk.make()
    const { conversationId } = await desk.runToEnd(id)
    agent.api.push(answer([put('apple')]), answer([text('Thanks.')]))
    const { runId } = await agent.bench.send('Put an apple', { conversationId: conversationId ?? '' })
    const { proposalId } = await agent.bench.event(runId, 'tool_proposed')
    expect(gate().proposal(proposalId).actor.mission).toBeUndefined()
    expect(JSON.stringify(agent.api.created.at(-1)?.system)).not.toContain('Nobody looks on')
    expect(agent.bench.conversations.summary(conversationId ?? '')?.mission).toEqual({ id, tells: null })
    await agent.bench.approve(proposalId)
    expect((await agent.bench.finished(runId)).end).toBe('completed')
    expect(desk.get(id).last).toMatchObject({ proposed: 0 })
  })
})

describe('the gate, of a mission', () => {
  it('applies nothing by a policy', async () => {
    setPolicy('put_item', 'auto')
    agent.api.push(answer([put('apple')]), answer([text('Proposed.')]))
    const { id } = desk.make()
    expect(await desk.runToEnd(id)).toMatchObject({ proposed: 1, waiting: 1 })
    expect(applied()).toEqual([])
  })

  it('refuses what its assistant may not use', async () => {
    setPolicy('put_item', 'deny')
    agent.api.push(answer([put('apple')]), answer([text('I may not.')]))
    const { id } = desk.make()
    expect(await desk.runToEnd(id)).toMatchObject({ ended: 'completed', proposed: 0 })
    expect(toolResultsOf(agent.api.created[1])).toMatchObject([{ is_error: true }])
  })

  it('applies what a remembered approval covers, nothing beyond it, and never a removal', async () => {
    agent.api.push(answer([put('apple')]), answer([text('Proposed.')]))
    const { id } = desk.make()
    await desk.runToEnd(id)
    const [first] = proposals()
    await gate().approve({
      id: first?.id ?? '',
      planHash: first?.planHash ?? '',
      remember: { scope: 'target' },
      by: person,
    })
    // Whoever reads it sees that it covers the assistant, not one mission.
    expect(gate().standingGrants('active')[0]?.actor).toEqual({ kind: 'assistant', name: 'Assistant' })
    const [change] = applied()
    await gate().undo({ id: change?.id ?? '', by: person, signal: new AbortController().signal })
    agent.api.push(
      answer([put('apple')]),
      answer([put('pear'), drop('apple')]),
      answer([text('Some of it.')]),
    )
    expect(await desk.runToEnd(id)).toMatchObject({ proposed: 2, waiting: 2 })
    expect(applied()[0]).toMatchObject({ summary: 'Put apple', approval: 'grant' })
    const waiting = proposals().filter(({ status }) => status === 'pending')
    expect(waiting.map(({ tool }) => tool).sort()).toEqual(['drop_items', 'put_item'])
  })

  it('holds what one iteration read against that one alone', async () => {
    agent.bench.lookOrigin = 'web'
    agent.api.push(answer([look('a page')]), answer([put('apple')]), answer([text('Proposed.')]))
    const { id } = desk.make()
    await desk.runToEnd(id)
    agent.api.push(answer([put('pear')]), answer([text('Proposed.')]))
    await desk.runToEnd(id)
    expect(proposals().map(({ raisedBecause }) => raisedBecause)).toEqual([
      [],
      ['This run has read something from the web.'],
    ])
  })

  it('applies nothing by a remembered approval once the iteration has read a page', async () => {
    agent.api.push(answer([put('apple')]), answer([text('Proposed.')]))
    const { id } = desk.make()
    await desk.runToEnd(id)
    const [first] = proposals()
    const { planHash = '' } = first ?? {}
    await gate().approve({ id: first?.id ?? '', planHash, remember: { scope: 'target' }, by: person })
    const [change] = applied()
    await gate().undo({ id: change?.id ?? '', by: person, signal: new AbortController().signal })
    agent.bench.lookOrigin = 'web'
    agent.api.push(answer([look('a page')]), answer([put('apple')]), answer([text('Proposed.')]))
    expect(await desk.runToEnd(id)).toMatchObject({ waiting: 1 })
  })
})
