import { describe, expect, it } from 'vitest'
import { callsOf } from '../../../../tests/support/agent/bench'
import { commandLine, look, put, setUpAgentDesk } from '../../../../tests/support/agent/desk'
import {
  makeConflict,
  proposeAnew,
  putAside,
  takeAway,
  waitingNumbers,
} from '../../../../tests/support/agent/made-anew'
import { answer, text, toolUse } from '../../../../tests/support/fake-messages-api'
import { person } from '../../../shared/actor'
import { auditRowsAfter } from '../../db/audit'

const desk = setUpAgentDesk()

/** A run whose change became a conflict, which the person then had proposed again. */
async function conflictAndAnew(between = () => {}) {
  desk.api.push(answer([put('apple')]), answer([text('It is there already.')]))
  const { conversationId, runId } = await desk.bench.send('Put an apple')
  const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
  await makeConflict(desk, proposalId, 'apple')
  await desk.bench.finished(runId)
  between()
  return { conversationId, again: await proposeAnew(desk, proposalId) }
}

/** A later run of the conversation that makes a call which waits for a decision. */
async function goOn(conversationId: string, call: ReturnType<typeof put>, approval?: 'safe') {
  desk.api.push(answer([call]), answer([text('Done.')]))
  const more = approval === undefined ? {} : { approval }
  const { runId } = await desk.bench.send('Go on', { conversationId, ...more })
  const { proposalId } = await desk.bench.event(runId, 'tool_proposed')
  return { runId, proposalId }
}

/** Approves a proposal and holds its change in the middle. */
async function holdApproved(id: string) {
  const gone = Promise.withResolvers<void>()
  const there = Promise.withResolvers<void>()
  desk.bench.shelfHooks.afterJournal = () => {
    there.resolve()
    return gone.promise
  }
  const approved = desk.bench.approve(id)
  await there.promise
  desk.bench.shelfHooks.afterJournal = () => {}
  return { approved, release: () => gone.resolve() }
}

const applied = () => desk.bench.gate.changes({ limit: 10 }).filter(({ status }) => status === 'applied')

/** What the audit chain says of this kind. */
const audited = (kind: string) =>
  auditRowsAfter(desk.bench.db, 0, 100)
    .filter((row) => row.kind === kind)
    .map(({ body }) => JSON.parse(body))

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

  it('leaves in the audit chain whose it became', async () => {
    const { conversationId, again } = await conflictAndAnew()
    const { runId } = await goOn(conversationId, put('apple'))
    expect(audited('proposal.taken_up')).toEqual([{ proposal: again.id, run: runId }])
    expect(await desk.bench.gate.verifyAudit()).toMatchObject({ intact: true })
  })

  it('is waited for where a default is written out', async () => {
    putAside(desk, 'apple', 'It was here.')
    desk.api.push(answer([toolUse('drop_items', { names: ['apple'] })]), answer([text('It moved.')]))
    const first = await desk.bench.send('Drop the apple')
    const { proposalId: before } = await desk.bench.event(first.runId, 'tool_proposed')
    await makeConflict(desk, before, 'apple')
    await desk.bench.finished(first.runId)
    const again = await proposeAnew(desk, before)
    const written = toolUse('drop_items', { names: ['apple'], for_good: false })
    expect((await goOn(first.conversationId, written)).proposalId).toBe(again.id)
  })

  it('gives way to a fresh plan where the item moved once more', async () => {
    const { conversationId, again } = await conflictAndAnew()
    putAside(desk, 'apple', 'Moved once more.')
    const { runId, proposalId } = await goOn(conversationId, put('apple'))
    expect(waitingNumbers(desk)).toEqual([3])
    expect(desk.bench.gate.proposal(proposalId)).toMatchObject({ number: 3, runId, replaces: again.id })
    expect(desk.bench.gate.proposal(again.id)).toMatchObject({
      status: 'withdrawn',
      reason: expect.stringContaining('#3 is in its place'),
    })
    expect(audited('proposal.withdrawn')).toEqual([{ proposal: again.id, replacedBy: proposalId }])
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    expect(desk.bench.gate.proposal(proposalId).status).toBe('applied')
    expect(applied()).toHaveLength(1)
  })

  it('is not made by the way where the item is so by now', async () => {
    const { conversationId } = await conflictAndAnew()
    putAside(desk, 'apple', 'This is apple.')
    desk.api.push(answer([put('apple')]), answer([text('Fine.')]))
    const { state } = await desk.bench.run('Go on', { conversationId })
    expect(callsOf(state).at(-1)?.result?.content).toContain('apple is so already.')
    expect(waitingNumbers(desk)).toEqual([2])
  })

  it('gives way to one that says what the run has read since', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.bench.lookOrigin = 'web'
    desk.api.push(answer([look('a page')]))
    const { runId, proposalId } = await goOn(conversationId, put('apple'))
    expect(waitingNumbers(desk)).toEqual([3])
    expect(again.raisedBecause.join()).not.toContain('from the web')
    expect(desk.bench.gate.proposal(proposalId).raisedBecause.join()).toContain('from the web')
    await desk.bench.approve(proposalId)
    await desk.bench.finished(runId)
    expect(applied()).toHaveLength(1)
  })

  it('gives way to one that needs what the run proposed before', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.api.push(answer([toolUse('move_item', { from: 'apple', to: 'pear' }), put('apple')]))
    desk.api.push(answer([text('They wait.')]))
    await desk.bench.run('Go on', { conversationId, actor: commandLine })
    expect(waitingNumbers(desk)).toEqual([4, 3])
    const [fresh] = desk.bench.gate.proposals({ status: 'pending', limit: 1 })
    expect(fresh).toMatchObject({ replaces: again.id, needs: [{ number: 3 }] })
  })

  it('is not made at once where a standing approval would let it through', async () => {
    const { conversationId, again } = await conflictAndAnew(() => takeAway(desk, 'apple'))
    expect((await goOn(conversationId, put('apple'), 'safe')).proposalId).toBe(again.id)
    expect(applied()).toEqual([])
  })

  it('is not answered where its tool is denied by now', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'deny', by: person })
    desk.api.push(answer([put('apple')]), answer([text('I may not.')]))
    const { state } = await desk.bench.run('Go on', { conversationId })
    expect(callsOf(state).at(-1)).toMatchObject({ status: 'failed' })
    expect(callsOf(state).at(-1)?.proposalId).toBeUndefined()
    expect(desk.bench.gate.proposal(again.id)).toMatchObject({ status: 'pending', runId: null })
  })
})

describe('what a person had proposed again, while it is being carried out', () => {
  it.each([{ actor: person }, { actor: commandLine }])('is not made twice for %o', async ({ actor }) => {
    const { conversationId, again } = await conflictAndAnew()
    const held = await holdApproved(again.id)
    desk.api.push(answer([put('apple')]), answer([text('Done.')]))
    const { runId } = await desk.bench.send('Go on', { conversationId, actor })
    await desk.bench.event(runId, 'tool_started')
    held.release()
    expect((await desk.bench.finished(runId)).end).toBe('completed')
    expect(callsOf(desk.bench.conversations.snapshot(conversationId)).at(-1)).toMatchObject({
      status: 'done',
      proposalId: again.id,
      result: { content: expect.stringContaining('Did 1.') },
    })
    expect(applied()).toHaveLength(1)
    expect(desk.bench.gate.proposals({ status: 'all', limit: 10 })).toHaveLength(2)
    expect(desk.bench.gate.proposal(again.id).runId).toBeNull()
  })

  it('keeps no run from being stopped, and is carried out all the same', async () => {
    const { conversationId, again } = await conflictAndAnew()
    const held = await holdApproved(again.id)
    desk.api.push(answer([put('apple')]))
    const { runId } = await desk.bench.send('Go on', { conversationId })
    await desk.bench.event(runId, 'tool_started')
    desk.bench.conversations.stop(runId)
    expect((await desk.bench.finished(runId)).end).toBe('stopped')
    held.release()
    await held.approved
    expect(desk.bench.gate.proposal(again.id).status).toBe('applied')
  })

  it('has a run that is given its text from outside ask from then on', async () => {
    const { conversationId, again } = await conflictAndAnew()
    desk.bench.shelfHooks.appliedOrigin = 'web'
    const held = await holdApproved(again.id)
    desk.api.push(answer([put('apple'), put('pear')]))
    const { runId } = await desk.bench.send('Go on', { conversationId, approval: 'safe' })
    await desk.bench.event(runId, 'tool_started')
    held.release()
    const { proposalId } = await desk.bench.event(
      runId,
      'tool_proposed',
      (body) => body.proposalId !== again.id,
    )
    expect(desk.bench.gate.proposal(proposalId).raisedBecause.join()).toContain('from the web')
  })
})
