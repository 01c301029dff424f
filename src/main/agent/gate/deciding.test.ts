import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { assistant } from '../../../../tests/support/gate/bench'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { type Actor, person } from '../../../shared/actor'
import { lookAtClock } from '../../db/trusted-time'
import { proposalLifetimesMs } from '../../settings/proposal-lifetime'

const commandLine: Actor = { kind: 'command_line', name: 'countersign' }
const mcpClient: Actor = { kind: 'mcp_client', name: 'Editor' }

const desk = setUpGateDesk()
const { put, items, textOf } = desk

describe('approving', () => {
  it('applies what was shown, keeps it in the ledger and answers the result', async () => {
    const proposal = await desk.bench.propose(
      'put_item',
      { name: 'tea', text: 'green' },
      { runId: 'run', conversationId: 'c' },
    )
    desk.bench.events.length = 0
    const { proposal: applied, result } = await desk.bench.approve(proposal)
    expect(textOf('tea')).toBe('green')
    expect(result).toMatchObject({ success: true, content: 'Did 1.', state: { items: ['tea'] } })
    expect(applied).toMatchObject({ status: 'applied', decidedBy: person })
    const change = desk.bench.gate.change(applied.changeId ?? '')
    expect(change).toMatchObject({
      number: 1,
      status: 'applied',
      toolTitle: 'Put item',
      actor: assistant,
      approvedBy: person,
      approval: 'decision',
      proposalId: proposal.id,
      runId: 'run',
      conversationId: 'c',
      undoes: null,
      redoes: null,
      undoesPartOf: null,
      batch: null,
      undoneBy: null,
    })
    const told = desk.bench.events.map((event) =>
      event.type === 'proposal'
        ? event.proposal.status
        : event.type === 'change'
          ? event.change.status
          : event.type,
    )
    expect(told).toEqual(['approved', 'applying', 'applied', 'applied'])
  })

  it('applies once when two approve at the same time', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    let applied = 0
    desk.bench.hooks.afterEffect = () => {
      applied += 1
    }
    const both = await Promise.allSettled([desk.bench.approve(proposal), desk.bench.approve(proposal)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = both.find((outcome) => outcome.status === 'rejected')
    expect(lost?.reason).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Already approved by'),
    })
    expect(applied).toBe(1)
    expect(desk.bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('refuses a second decision of either kind', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    await desk.bench.approve(proposal)
    await expect(desk.bench.approve(proposal)).rejects.toMatchObject({ code: 'conflict' })
    await expect(desk.bench.gate.reject({ id: proposal.id, reason: '', by: person })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('refuses another hash than the stored one', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    await expect(desk.bench.approve({ ...proposal, planHash: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'conflict',
      field: 'planHash',
    })
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('pending')
    expect(items()).toEqual([])
  })

  it.each([
    ['plan', `replace(plan, 'green', 'black')`],
    ['preview', `replace(preview, 'green', 'white')`],
    ['input', `replace(input, 'green', 'white')`],
    ['class', `'safe_update'`],
    ['tool', `'move_item'`],
    ['plan', `'not json'`],
    ['preview', `'{}'`],
  ])('refuses a proposal whose %s was altered on disk', async (column, value) => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    desk.bench.db.raw.exec(`UPDATE proposals SET ${column} = ${value}`)
    await expect(desk.bench.approve(proposal)).rejects.toMatchObject({ code: 'corrupt' })
    expect(items()).toEqual([])
    expect(desk.bench.gate.proposals({ status: 'pending', limit: 10 })).toHaveLength(1)
    const { proposal: rejected } = await desk.bench.gate.reject({ id: proposal.id, reason: '', by: person })
    expect(rejected.status).toBe('rejected')
  })

  it('still takes a decision where the clock has leapt, until the leap is believed', async () => {
    const { db, clock, gate, propose, approve } = desk.bench
    lookAtClock(db, clock.now().getTime())
    const [first, second] = [
      await propose('put_item', { name: 'tea', text: 'green' }),
      await propose('put_item', { name: 'soup', text: 'hot' }),
    ]
    clock.advance(30 * proposalLifetimesMs.day)
    lookAtClock(db, clock.now().getTime())
    expect((await approve(first)).proposal.status).toBe('applied')
    clock.advance(proposalLifetimesMs.day)
    lookAtClock(db, clock.now().getTime())
    expect(gate.proposal(second.id).status).toBe('expired')
  })

  it('refuses after a day', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    desk.bench.clock.advance(proposalLifetimesMs.day)
    await expect(desk.bench.approve(proposal)).rejects.toMatchObject({ code: 'conflict' })
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('expired')
    expect(desk.bench.events.at(-1)).toMatchObject({ type: 'proposal', proposal: { status: 'expired' } })
    expect(items()).toEqual([])
  })

  it('asks to type how many are deleted', async () => {
    put('tea', 'green')
    put('cup', 'blue')
    const proposal = await desk.bench.propose('drop_items', { names: ['tea', 'cup'] })
    expect(proposal.typeToConfirm).toBe('delete 2')
    for (const typed of [undefined, '', 'delete 1', 'delete 2 ']) {
      const { id, planHash } = proposal
      await expect(desk.bench.gate.approve({ id, planHash, typed, by: person })).rejects.toMatchObject({
        code: 'invalid_input',
        field: 'typed',
      })
    }
    expect(items()).toEqual(['cup', 'tea'])
    await desk.bench.approve(proposal)
    expect(items()).toEqual([])
  })

  it('asks to type what is deleted for good, also when the stored request for it is gone', async () => {
    put('tea', 'green')
    const proposal = await desk.bench.propose('drop_items', { names: ['tea'], for_good: true })
    expect(proposal.typeToConfirm).toBe('tea')
    desk.bench.db.raw.exec('UPDATE proposals SET type_to_confirm = NULL')
    const { id, planHash } = proposal
    await expect(desk.bench.gate.approve({ id, planHash, by: person })).rejects.toMatchObject({
      field: 'typed',
    })
    await desk.bench.gate.approve({ id, planHash, typed: 'tea', by: person })
    expect(items()).toEqual([])
  })

  it('needs only a click for one removal that can be taken back', async () => {
    put('tea', 'green')
    const { id, planHash, typeToConfirm } = await desk.bench.propose('drop_items', { names: ['tea'] })
    expect(typeToConfirm).toBeNull()
    await desk.bench.gate.approve({ id, planHash, by: commandLine })
    expect(items()).toEqual([])
  })

  it.each([assistant, mcpClient])('is refused to $kind', async (by) => {
    const { id, planHash } = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    await expect(desk.bench.gate.approve({ id, planHash, by })).rejects.toMatchObject({ code: 'denied' })
    await expect(desk.bench.gate.reject({ id, reason: '', by })).rejects.toMatchObject({ code: 'denied' })
    expect(items()).toEqual([])
  })

  it('becomes a conflict when the world moved, and can be proposed again', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    const { proposal: moved, result } = await desk.bench.approve(proposal)
    expect(moved).toMatchObject({ status: 'conflict', reason: 'tea has changed since.', changeId: null })
    expect(result).toMatchObject({ success: false, error: { code: 'conflict' } })
    expect(textOf('tea')).toBe('black')
    const again = await desk.bench.gate.proposeAgain({
      id: moved.id,
      by: person,
      signal: new AbortController().signal,
    })
    expect(again).toMatchObject({
      status: 'pending',
      class: 'destructive_update',
      replaces: moved.id,
      actor: assistant,
    })
    await desk.bench.approve(again)
    expect(textOf('tea')).toBe('green')
  })

  it('is rejected where what can be proposed again is given up, and once that was done no more', async () => {
    const waiting = await desk.bench.propose('put_item', { name: 'milk', text: 'warm' })
    const give = (id: string) => desk.bench.gate.giveUp({ id, by: person })
    await expect(give(waiting.id)).rejects.toMatchObject({ code: 'conflict' })
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    await desk.bench.approve(proposal)
    await expect(desk.bench.gate.giveUp({ id: proposal.id, by: assistant })).rejects.toMatchObject({
      code: 'denied',
    })
    const signal = new AbortController().signal
    const again = await desk.bench.gate.proposeAgain({ id: proposal.id, by: person, signal })
    await expect(give(proposal.id)).rejects.toMatchObject({ code: 'conflict' })
    await desk.bench.gate.reject({ id: again.id, reason: '', by: person })
    const { proposal: given, result } = await give(proposal.id)
    expect(given).toMatchObject({ status: 'rejected', reason: '', decidedBy: person })
    expect(result).toMatchObject({ success: false, error: { code: 'denied' } })
    expect(desk.bench.events.at(-1)).toMatchObject({ type: 'proposal', proposal: { status: 'rejected' } })
    await expect(give(proposal.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(textOf('tea')).toBe('black')
  })

  it('rolls back what a failing tool had begun', async () => {
    put('tea', 'green')
    const proposal = await desk.bench.propose('move_item', { from: 'tea', to: 'cup' })
    desk.bench.hooks.afterFirst = () => {
      throw new Error('the shelf broke')
    }
    const { proposal: failed } = await desk.bench.approve(proposal)
    expect(failed).toMatchObject({ status: 'failed', reason: 'the shelf broke' })
    expect(items()).toEqual(['tea'])
    expect(textOf('tea')).toBe('green')
    expect(desk.bench.gate.change(failed.changeId ?? '').status).toBe('rolled_back')
  })

  it('fails a tool that keeps nothing to undo it by', async () => {
    desk.bench.hooks.skipJournal = true
    const { proposal } = await desk.bench.approve(
      await desk.bench.propose('put_item', { name: 'tea', text: 'green' }),
    )
    expect(proposal.status).toBe('failed')
    expect(proposal.reason).toContain('without journaling')
  })

  it('fails a tool that journals twice or after its effect', async () => {
    const late: (() => void)[] = []
    desk.bench.hooks.afterEffect = (context) => {
      late.push(() => context.journal({ items: [] }))
      context.journal({ items: [] })
    }
    const { proposal } = await desk.bench.approve(
      await desk.bench.propose('put_item', { name: 'tea', text: 'green' }),
    )
    expect(proposal.reason).toContain('journaled twice')
    expect(items()).toEqual([])
    expect(late[0]).toThrow('after its effect was over')
    expect(desk.bench.gate.changes({ limit: 10 })).toHaveLength(1)
  })

  it('stores the inverse before the effect begins', async () => {
    desk.bench.hooks.afterJournal = () => {
      expect(desk.bench.gate.changes({ limit: 1 })[0]?.status).toBe('applying')
      expect(existsSync(join(desk.bench.shelf, 'tea'))).toBe(false)
    }
    expect(
      (await desk.bench.approve(await desk.bench.propose('put_item', { name: 'tea', text: 'green' }))).result
        ?.success,
    ).toBe(true)
  })

  it('carries one effect out at a time', async () => {
    let atWork = 0
    desk.bench.hooks.afterJournal = async () => {
      atWork += 1
      expect(atWork).toBe(1)
      await new Promise(setImmediate)
    }
    desk.bench.hooks.afterEffect = () => {
      atWork -= 1
    }
    const names = ['a', 'b', 'c', 'd']
    const proposals = await Promise.all(
      names.map((name) => desk.bench.propose('put_item', { name, text: name })),
    )
    const outcomes = await Promise.all(proposals.map((proposal) => desk.bench.approve(proposal)))
    expect(outcomes.map(({ proposal }) => proposal.status)).toEqual(names.map(() => 'applied'))
    expect(items()).toEqual(names)
  })
})

describe('a decision', () => {
  it('carries a rejection’s reason to the model, and stays', async () => {
    const { id } = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const { proposal, result } = await desk.bench.gate.reject({ id, reason: ' Coffee, please. ', by: person })
    expect(proposal).toMatchObject({ status: 'rejected', reason: 'Coffee, please.', decidedBy: person })
    expect(result).toMatchObject({ success: false, error: { code: 'denied' } })
    expect(result?.content).toContain('Coffee, please.')
    desk.bench.reopen()
    expect(await desk.bench.gate.decided(id, new AbortController().signal)).toEqual({ proposal, result })
    expect(items()).toEqual([])
  })

  it('wakes those who wait, with the result', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const waiting = [0, 1].map(() => desk.bench.gate.decided(proposal.id, new AbortController().signal))
    await desk.bench.approve(proposal)
    for (const { proposal: applied, result } of await Promise.all(waiting)) {
      expect(applied.status).toBe('applied')
      expect(result?.success).toBe(true)
    }
  })

  it('lets go of one who stops waiting and leaves the proposal', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const stop = new AbortController()
    const waiting = desk.bench.gate.decided(proposal.id, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    await expect(desk.bench.gate.decided(proposal.id, stop.signal)).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(desk.bench.gate.proposal(proposal.id).status).toBe('pending')
  })

  it('is made for the pending proposals of a run that ended', async () => {
    const mine = await desk.bench.propose('put_item', { name: 'tea', text: 'green' }, { runId: 'run' })
    const other = await desk.bench.propose('put_item', { name: 'cup', text: 'blue' }, { runId: 'another' })
    const waiting = desk.bench.gate.decided(mine.id, new AbortController().signal)
    desk.bench.gate.endProposalsOfRun('run')
    expect((await waiting).proposal.status).toBe('withdrawn')
    expect(desk.bench.gate.proposal(other.id).status).toBe('pending')
    await expect(desk.bench.approve(mine)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('wakes a waiting one whose proposal expires', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const waiting = desk.bench.gate.decided(proposal.id, new AbortController().signal)
    desk.bench.clock.advance(proposalLifetimesMs.day)
    desk.bench.gate.proposals({ status: 'pending', limit: 1 })
    const { proposal: expired, result } = await waiting
    expect(expired.status).toBe('expired')
    expect(result?.success).toBe(false)
  })

  it('ends by itself when nobody decides in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { id } = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
      const waiting = desk.bench.gate.decided(id, new AbortController().signal)
      desk.bench.clock.advance(proposalLifetimesMs.day)
      vi.advanceTimersByTime(proposalLifetimesMs.day + 1)
      expect((await waiting).proposal.status).toBe('expired')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is not made for what does not exist', async () => {
    await expect(desk.bench.gate.approve({ id: '#7', planHash: '', by: person })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(() => desk.bench.gate.proposal('nothing')).toThrow('There is no proposal nothing.')
    expect(() => desk.bench.gate.change('nothing')).toThrow('There is no change nothing.')
  })
})
