import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { dayMs, hourMs } from '../../../shared/durations'
import { lookAtClock } from '../../db/trusted-time'
import { proposalLifetimesMs } from '../../settings/proposal-lifetime'

const desk = setUpGateDesk()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lets what is waited for come, once it is waited for; how long that was (milliseconds). */
async function nextWait(): Promise<number> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
  const begun = performance.now()
  await vi.advanceTimersToNextTimerAsync()
  return performance.now() - begun
}

it('looks at a proposal once an hour while a clock that has leapt is not believed, until it is', async () => {
  const { db, clock, gate, propose } = desk.bench
  lookAtClock(db, clock.now().getTime())
  const { id } = await propose('put_item', { name: 'tea', text: 'green' })
  const waiting = gate.decided(id, new AbortController().signal)
  clock.advance(3 * dayMs)
  lookAtClock(db, clock.now().getTime())
  await vi.advanceTimersByTimeAsync(proposalLifetimesMs.day + 1)
  expect([await nextWait(), await nextWait()]).toEqual([hourMs, hourMs])
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

it('tells of what waits on after the clock has leapt until when it does, as to windows that stayed open', async () => {
  const { db, clock, gate, propose, events } = desk.bench
  lookAtClock(db, clock.now().getTime())
  const { id, expiresAt } = await propose('put_item', { name: 'tea', text: 'green' })
  clock.advance(3 * dayMs)
  const leaptAt = clock.now().getTime()
  lookAtClock(db, leaptAt)
  gate.lookAtWaiting()
  const told = { id, status: 'pending', expiresAt: leaptAt + dayMs }
  expect(expiresAt).toBeLessThan(leaptAt)
  expect(events.at(-1)).toMatchObject({ type: 'proposal', proposal: told })
  expect(gate.proposal(id)).toMatchObject(told)
  expect(gate.proposalLines({ status: 'pending', limit: 10 })).toMatchObject([told])
  clock.advance(dayMs)
  gate.lookAtWaiting()
  // What is closed keeps the time that it was given.
  expect(events.at(-1)).toMatchObject({ type: 'proposal', proposal: { id, status: 'expired', expiresAt } })
})

it('closes what nobody decided in time although nothing asks for it', async () => {
  const { clock, gate, propose, events } = desk.bench
  const { id } = await propose('put_item', { name: 'tea', text: 'green' })
  clock.advance(proposalLifetimesMs.day)
  gate.lookAtWaiting()
  expect(events.at(-1)).toMatchObject({ type: 'proposal', proposal: { id, status: 'expired' } })
})

describe('a proposal that was made while the clock was ahead', () => {
  it.each([365 * dayMs, dayMs / 12])(
    'by %i ms waits no longer than it had then, and no less',
    async (ahead) => {
      const { clock, gate, propose } = desk.bench
      clock.advance(ahead)
      const { id } = await propose('put_item', { name: 'tea', text: 'green' })
      clock.advance(-ahead)
      // Each look is one at its time.
      for (let look = 0; look < 20; look++) gate.proposal(id)
      const { status, expiresAt } = gate.proposal(id)
      expect([status, expiresAt - clock.now().getTime()]).toEqual(['pending', dayMs])
      clock.advance(dayMs - 1)
      expect(gate.proposal(id).status).toBe('pending')
      clock.advance(1)
      expect(gate.proposal(id).status).toBe('expired')
    },
  )

  it('waits as it did where the date that the clock fell to is not believed', async () => {
    const { clock, db, gate, propose } = desk.bench
    const { id } = await propose('put_item', { name: 'tea', text: 'green' })
    lookAtClock(db, clock.now().getTime())
    clock.advance(-365 * dayMs)
    lookAtClock(db, clock.now().getTime())
    expect(gate.proposal(id).status).toBe('pending')
    clock.advance(365 * dayMs)
    expect(gate.proposal(id).status).toBe('pending')
    clock.advance(dayMs)
    expect(gate.proposal(id).status).toBe('expired')
  })
})
