import { describe, expect, it } from 'vitest'
import { setUpGateDesk } from '../../../tests/support/gate/desk'
import { taintReason } from '../../main/agent/policy/taint'
import type { GateCall } from '../../main/services/gate'
import { type Actor, person } from '../../shared/actor'
import type { Proposal } from '../../shared/contract/changes'
import proposalsModule from './module'
import createProposalsRuntime from './runtime'

const desk = setUpGateDesk({ module: proposalsModule, runtime: createProposalsRuntime() })
const { put, items } = desk

const client: Actor = { kind: 'mcp_client', name: 'Editor' }
/** One session of a program, and another one of the same. */
const session = { actor: client, runId: 'session' } as const
const laterSession = { actor: client, runId: 'later' } as const
/** A run of a conversation that nobody watches, and one after it. */
const run = { runId: 'run', conversationId: 'talk', unattended: true } as const
const nextRun = { runId: 'next', conversationId: 'talk' } as const

async function lookUp(proposal_id: string, by: Partial<GateCall>) {
  const outcome = await desk.bench.call('get_proposal', { proposal_id }, by)
  if (outcome.status !== 'done') throw new Error('Looking up was proposed.')
  return outcome.result
}

const drop = async (by: Partial<GateCall>): Promise<Proposal> => {
  for (const name of ['a', 'b', 'c']) put(name, name)
  return desk.bench.propose('drop_items', { names: ['a', 'b', 'c'] }, by)
}
const putItem = (by: Partial<GateCall>) => desk.bench.propose('put_item', { name: 'pear', text: 'One.' }, by)
const approve = ({ id, planHash }: Proposal, more: object = {}) =>
  desk.bench.gate.approve({ id, planHash, by: person, ...more })

describe('what became of a proposal', () => {
  it('is that it waits, and until when', async () => {
    const proposal = await putItem(session)
    const { content, state } = await lookUp(proposal.id, session)
    expect(content).toContain(
      `Proposal #${proposal.number} waits for a person's decision, until ${new Date(proposal.expiresAt).toISOString()}`,
    )
    expect(content).toContain('Nothing is changed yet.')
    expect(state).toMatchObject({
      ...{ proposal_id: proposal.id, number: proposal.number, tool: 'put_item', status: 'pending' },
      ...{ class: 'safe_create', result: null, approved: null, expires_at: proposal.expiresAt },
    })
  })

  it('is exactly what was applied: the chosen part', async () => {
    const proposal = await drop(session)
    await approve(proposal, { choice: { items: [0, 2] }, typed: 'delete 2' })
    const { content, state } = await lookUp(`#${proposal.number}`, session)
    const note = '2 of 3 items: “a”, “c”. Left out: “b”.'
    expect(content).toBe(
      `Proposal #${proposal.number} was approved and applied. Approved in part: ${note}\nDid 2.`,
    )
    expect(state).toMatchObject({ status: 'applied', approved: { edited: false, note } })
    expect(state).toMatchObject({ result: { items: ['a', 'c'] }, decided_at: expect.any(Number) })
  })

  it('is exactly what was applied: what a person wrote instead', async () => {
    const proposal = await putItem(session)
    await approve(proposal, { edited: { content: 'Two.' } })
    const { content, state } = await lookUp(proposal.id, session)
    expect(content).toMatch(/was approved and applied\. .*This was written instead:\nTwo\.\n/)
    expect(state).toMatchObject({ approved: { edited: true } })
  })

  it('is that it was applied, once, where nothing else is known of it', async () => {
    const proposal = await putItem(session)
    await approve(proposal)
    desk.bench.db.raw.exec('UPDATE proposals SET result = NULL')
    const { content } = await lookUp(proposal.id, session)
    expect(content).toBe(`Proposal #${proposal.number} was approved and applied.`)
  })

  it('is why it was rejected', async () => {
    const proposal = await putItem(session)
    await desk.bench.gate.reject({ id: proposal.id, reason: 'Apples are better', by: person })
    const { content, state, success } = await lookUp(proposal.id, session)
    expect(success).toBe(true)
    expect(content).toContain('Apples are better')
    expect(state).toMatchObject({ status: 'rejected', reason: 'Apples are better', result: null })
  })

  it('is that what it was planned for has changed, and what was made of it when it is proposed again', async () => {
    const proposal = await drop(session)
    put('b', 'changed')
    await approve(proposal, { typed: 'delete 3' })
    expect(await lookUp(proposal.id, session)).toMatchObject({
      content: expect.stringContaining('b has changed since'),
      state: { status: 'conflict' },
    })
    const { signal } = new AbortController()
    const again = await desk.bench.gate.proposeAgain({ id: proposal.id, by: person, signal })
    await desk.bench.approve(again)
    expect(items()).toEqual([])
    for (const id of [proposal.id, again.id]) {
      expect(await lookUp(id, session)).toMatchObject({
        content: expect.stringContaining('Did 3.'),
        state: { proposal_id: again.id, status: 'applied' },
      })
    }
    expect((await lookUp(proposal.id, session)).state).toMatchObject({ made_anew_from: proposal.id })
  })

  it('is that nobody decided in time', async () => {
    const proposal = await putItem(session)
    desk.bench.clock.advance(8 * 24 * 60 * 60 * 1000)
    expect((await lookUp(proposal.id, session)).state).toMatchObject({ status: 'expired' })
  })

  it('is that it was undone since, until that is undone', async () => {
    const proposal = await putItem(session)
    const { changeId } = (await approve(proposal)).proposal
    const undo = await desk.bench.undo(changeId ?? '')
    const { content, state } = await lookUp(proposal.id, session)
    expect(content).toMatch(new RegExp(`^The person undid this later, by change #${undo.number}: `))
    expect(state).toMatchObject({ status: 'applied', undone_by: undo.number })
    await desk.bench.undo(undo.id)
    const redone = await lookUp(proposal.id, session)
    expect(redone.content).not.toContain('undid')
    expect(redone.state).toMatchObject({ undone_by: null })
  })

  it('is which of its things were taken back since, until all of them are', async () => {
    const proposal = await drop(session)
    const changeId = (await approve(proposal, { typed: 'delete 3' })).proposal.changeId ?? ''
    const { gate } = desk.bench
    const take = (reference: string) =>
      gate.undoSome({
        id: changeId,
        references: [reference],
        by: person,
        signal: new AbortController().signal,
      })
    const [first, second] = [await take('b'), await take('a')]
    expect(gate.change(changeId)).toMatchObject({ status: 'applied', undoneInPart: true })
    expect(gate.changeLines({ limit: 9 }).filter((line) => line.undoneInPart)).toMatchObject([
      { id: changeId },
    ])
    const numbers = `changes #${first.number}, #${second.number}: "b" ("b"), "a" ("a")`
    const { content, state } = await lookUp(proposal.id, session)
    expect(content).toContain(`The person undid a part of this later, by ${numbers}. The rest stands;`)
    expect(state).toMatchObject({
      undone_by: null,
      undone_in_part: { by: [first.number, second.number], things: ['"b" ("b")', '"a" ("a")'], more: 0 },
    })
    await desk.bench.undo(first.id)
    expect((await lookUp(proposal.id, session)).state).toMatchObject({
      undone_in_part: { by: [second.number], things: ['"a" ("a")'], more: 0 },
    })
    const whole = await desk.bench.undo(changeId)
    expect((await lookUp(proposal.id, session)).state).toMatchObject({
      ...{ undone_by: whole.number, undone_in_part: null },
    })
    expect(items()).toEqual(['a', 'b', 'c'])
  })
})

describe('whose proposals are told', () => {
  const stranger: Actor = { kind: 'mcp_client', name: 'Stranger' }
  const refused = { success: false, error: { code: 'not_found' }, state: null }

  it('are the session’s own, and by their id those of a program of this name', async () => {
    const proposal = await putItem(session)
    expect((await lookUp(proposal.id, laterSession)).success).toBe(true)
    // A number can be guessed, and a name is only claimed.
    expect(await lookUp(String(proposal.number), laterSession)).toMatchObject(refused)
    for (const id of [proposal.id, `#${proposal.number}`]) {
      expect(await lookUp(id, { actor: stranger, runId: 'session of a stranger' })).toMatchObject(refused)
      expect(await lookUp(id, nextRun)).toMatchObject(refused)
    }
  })

  it('are the conversation’s own', async () => {
    const proposal = await putItem(run)
    expect((await lookUp(`#${proposal.number}`, nextRun)).success).toBe(true)
    expect(await lookUp(proposal.id, { runId: 'other', conversationId: 'other' })).toMatchObject(refused)
    expect(await lookUp(proposal.id, session)).toMatchObject(refused)
  })

  it('are all of them for whoever decides', async () => {
    const proposal = await putItem(session)
    expect((await lookUp(proposal.id, { actor: person })).success).toBe(true)
  })

  it('are refused as what there is not', async () => {
    const proposal = await putItem(session)
    const others = await lookUp(String(proposal.number), laterSession)
    const none = await lookUp('4711', laterSession)
    expect(others.content).toBe(none.content.replace('4711', String(proposal.number)))
  })
})

it('carries over where what it tells comes from: a run that is given text from outside asks from then on', async () => {
  const place = { runId: laterSession.runId, conversationId: null }
  const { bench } = desk
  await approve(await putItem(session))
  const own = await bench.propose('put_item', { name: 'plum', text: 'x' }, session)
  bench.hooks.appliedOrigin = 'web'
  await approve(own)
  const first = bench.gate.proposals({ status: 'all', limit: 2 })[1]
  await lookUp(first?.id ?? '', laterSession)
  expect(taintReason(bench.db, place)).toBeNull()
  expect(await lookUp(own.id, laterSession)).toMatchObject({ origin: 'web' })
  expect(taintReason(bench.db, place)?.text).toContain('web')
})
