import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { dayMs, hourMs } from '../../../shared/durations'
import { lookAtClock } from '../../db/trusted-time'
import { proposalLifetimesMs } from '../../settings/proposal-lifetime'

const desk = setUpGateDesk()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it('looks at a proposal once an hour while a clock that has leapt is not believed, until it is', async () => {
  const { db, clock, gate, propose } = desk.bench
  lookAtClock(db, clock.now().getTime())
  const { id } = await propose('put_item', { name: 'tea', text: 'green' })
  const waiting = gate.decided(id, new AbortController().signal)
  clock.advance(3 * dayMs)
  lookAtClock(db, clock.now().getTime())
  await vi.advanceTimersByTimeAsync(proposalLifetimesMs.day + 1)
  const waits = vi.spyOn(globalThis, 'setTimeout')
  await vi.advanceTimersByTimeAsync(2 * hourMs)
  expect(waits).toHaveBeenCalledTimes(2)
  waits.mockRestore()
  expect(gate.proposal(id).status).toBe('pending')
  clock.advance(dayMs)
  await vi.advanceTimersByTimeAsync(hourMs)
  expect((await waiting).proposal.status).toBe('expired')
})

it('looks again at once where the disk took nothing when the time of a proposal was over', async () => {
  const { db, clock, gate, propose } = desk.bench
  lookAtClock(db, clock.now().getTime())
  const { id } = await propose('put_item', { name: 'tea', text: 'green' })
  const waiting = gate.decided(id, new AbortController().signal)
  db.raw.pragma('query_only = ON')
  clock.advance(proposalLifetimesMs.day)
  await vi.advanceTimersByTimeAsync(proposalLifetimesMs.day + 1)
  db.raw.pragma('query_only = OFF')
  await vi.advanceTimersByTimeAsync(2000)
  expect((await waiting).proposal.status).toBe('expired')
})
