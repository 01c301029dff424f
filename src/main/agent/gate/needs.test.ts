import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type GateBench } from '../../../../tests/support/gate/bench'
import { person } from '../../../shared/actor'

let bench: GateBench

beforeEach(() => {
  bench = createBench()
  writeFileSync(join(bench.shelf, 'tea'), 'green')
})
afterEach(() => bench.remove())

const run = { runId: 'run' }
const reject = (id: string, reason = '') => bench.gate.reject({ id, reason, by: person })
const first = () => bench.propose('move_item', { from: 'tea', to: 'cup' }, run)
const second = () => bench.propose('put_item', { name: 'cup', text: 'blue' }, run)

describe('a proposal that builds on another of its run', () => {
  it('says what it needs and waits for it', async () => {
    const move = await first()
    const fill = await second()
    expect(move.needs).toEqual([])
    expect(fill.needs).toEqual([
      { id: move.id, number: move.number, status: 'pending', summary: 'Move tea', met: false },
    ])
    await expect(bench.approve(fill)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('#2 needs #1, which is not applied yet'),
    })
    expect(bench.gate.proposal(fill.id).status).toBe('pending')
    expect(existsSync(join(bench.shelf, 'cup'))).toBe(false)
    await bench.approve(move)
    expect(bench.gate.proposal(fill.id).needs[0]).toMatchObject({ status: 'applied', met: true })
  })

  it('is rejected together with it, all the way, with the reason', async () => {
    const move = await first()
    const fill = await second()
    const again = await bench.propose('move_item', { from: 'cup', to: 'pot' }, run)
    const other = await bench.propose('put_item', { name: 'jug', text: '' }, run)
    const waiting = bench.gate.decided(again.id, new AbortController().signal)
    bench.events.length = 0
    await reject(move.id, 'Not today.')
    expect(bench.gate.proposal(fill.id)).toMatchObject({
      status: 'rejected',
      decidedBy: person,
      reason: 'It builds on #1, which was rejected: Not today.',
    })
    const { proposal, result } = await waiting
    expect(proposal.status).toBe('rejected')
    expect(result?.content).toContain('Not today.')
    expect(bench.gate.proposal(other.id).status).toBe('pending')
    expect(bench.events.map((event) => event.type === 'proposal' && event.proposal.id).sort()).toEqual(
      [move.id, fill.id, again.id].sort(),
    )
    bench.reopen()
    expect(bench.gate.proposals({ status: 'pending', limit: 5 }).map(({ id }) => id)).toEqual([other.id])
  })

  it('can go on once what it needs was proposed again and applied', async () => {
    const move = await first()
    const fill = await second()
    writeFileSync(join(bench.shelf, 'tea'), 'black')
    expect((await bench.approve(move)).proposal.status).toBe('conflict')
    await expect(bench.approve(fill)).rejects.toMatchObject({
      message: expect.stringContaining('was not applied (conflict)'),
    })
    const signal = new AbortController().signal
    const again = await bench.gate.proposeAgain({ id: move.id, by: person, signal })
    await bench.approve(again)
    expect(bench.gate.proposal(fill.id).needs[0]?.met).toBe(true)
    // It was planned for an empty place: that is a conflict of its own, not a write over it.
    expect((await bench.approve(fill)).proposal.status).toBe('conflict')
    expect(readFileSync(join(bench.shelf, 'cup'), 'utf8')).toBe('black')
  })

  it('waits also where a policy would let it through', async () => {
    await first()
    bench.gate.setPolicy({ assistant: 'default', tool: 'put_item', policy: 'auto', by: person })
    expect((await second()).needs).toHaveLength(1)
    const other = await bench.call('put_item', { name: 'jug', text: '' }, run)
    expect(other.status).toBe('done')
  })

  it('does not look at other runs, or at calls without one', async () => {
    await first()
    const input = { name: 'cup', text: 'blue' }
    expect((await bench.propose('put_item', input, { runId: 'other' })).needs).toEqual([])
    expect((await bench.propose('put_item', input)).needs).toEqual([])
    expect((await bench.propose('put_item', { name: 'teas', text: '' }, run)).needs).toEqual([])
  })
})
