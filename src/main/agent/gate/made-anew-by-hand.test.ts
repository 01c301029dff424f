import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { person } from '../../../shared/actor'

const desk = setUpGateDesk()
const { put } = desk

describe('a closed proposal', () => {
  it('is proposed again once, however many ask for it, until that one is closed in turn', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    const { id } = (await desk.bench.approve(proposal)).proposal
    const again = () => desk.bench.gate.proposeAgain({ id, by: person, signal: new AbortController().signal })
    const [first, second] = await Promise.allSettled([again(), again()])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } })
    if (first.status !== 'fulfilled') throw first.reason
    await expect(again()).rejects.toThrow('was proposed again already, as #2, which is pending')
    await desk.bench.gate.reject({ id: first.value.id, reason: '', by: person })
    const third = await again()
    await desk.bench.approve(third)
    await expect(again()).rejects.toThrow('as #3, which is applied')
    expect(desk.bench.gate.proposals({ status: 'all', limit: 9 })).toHaveLength(3)
  })

  it('is left as it waits where what moved is as it was again once it was planned anew', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    put('tea', 'black')
    desk.bench.hooks.planned = () => rmSync(join(desk.bench.shelf, 'tea'), { force: true })
    const { signal } = new AbortController()
    await expect(desk.bench.gate.proposeAgain({ id: proposal.id, by: person, signal })).rejects.toMatchObject(
      { code: 'conflict' },
    )
    expect(desk.bench.gate.proposals({ status: 'all', limit: 9 })).toMatchObject([{ status: 'pending' }])
    expect((await desk.bench.approve(proposal)).proposal.status).toBe('applied')
  })

  it('can’t be proposed again while it is open or done', async () => {
    const proposal = await desk.bench.propose('put_item', { name: 'tea', text: 'green' })
    const again = () =>
      desk.bench.gate.proposeAgain({ id: proposal.id, by: person, signal: new AbortController().signal })
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
    await desk.bench.approve(proposal)
    await expect(again()).rejects.toMatchObject({ code: 'conflict' })
  })
})
