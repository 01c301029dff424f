import { expect, it } from 'vitest'
import { judgeDue as judgeDueSince, planFrom, type Scheduled } from './planning'

const zone = 'Europe/Berlin'
const moment = (text: string) => Date.parse(text)
const daily = { kind: 'daily', at: '09:00' } as const
/** Due at nine in the morning. */
const due = moment('2026-03-02T08:00:00Z')
const tomorrow = moment('2026-03-03T08:00:00Z')
const plannedDaily: Scheduled = { schedule: daily, late: 'run', nextDueAt: due, lastDueAt: null }
const hour = 3_600_000
const day = 24 * hour
/** By an application that has long been open. */
const judgeDue = (mission: Scheduled, at: number, inZone: string) => judgeDueSince(mission, at, inZone, 0)

it('is due once its time is there, and then the next day', () => {
  expect(judgeDue(plannedDaily, due - 1, zone)).toMatchObject({ kind: 'not_yet', plan: { nextDueAt: due } })
  expect(judgeDue(plannedDaily, due + 30_000, zone)).toEqual({
    kind: 'due',
    why: 'schedule',
    plan: { nextDueAt: tomorrow, lastDueAt: due },
  })
})

it('is due once, as late, however often its time passed meanwhile', () => {
  expect(judgeDue(plannedDaily, due + 20 * day + hour, zone)).toEqual({
    kind: 'due',
    why: 'late',
    plan: { nextDueAt: due + 21 * day, lastDueAt: due },
  })
  const often: Scheduled = { ...plannedDaily, schedule: { kind: 'every', minutes: 5 } }
  expect(judgeDue(often, due + 3 * hour, zone)).toMatchObject({
    why: 'late',
    plan: { nextDueAt: due + 3 * hour + 300_000 },
  })
})

it('is left out where the person wants that', () => {
  const skipping: Scheduled = { ...plannedDaily, late: 'skip' }
  expect(judgeDue(skipping, due + hour, zone)).toEqual({
    kind: 'left_out',
    plan: { nextDueAt: tomorrow, lastDueAt: due },
  })
  expect(judgeDue(skipping, due + 60_000, zone)).toMatchObject({ kind: 'due', why: 'schedule' })
})

it('is late as soon as its time passed while the application was closed', () => {
  const at = due + 5_000
  expect(judgeDueSince(plannedDaily, at, zone, due + 1)).toMatchObject({ kind: 'due', why: 'late' })
  expect(judgeDueSince({ ...plannedDaily, late: 'skip' }, at, zone, due + 1)).toEqual({
    kind: 'left_out',
    plan: { nextDueAt: tomorrow, lastDueAt: due },
  })
  expect(judgeDueSince(plannedDaily, at, zone, due)).toMatchObject({ kind: 'due', why: 'schedule' })
})

it('keeps its step where the timer is a little late', () => {
  const often: Scheduled = { ...plannedDaily, schedule: { kind: 'every', minutes: 5 } }
  expect(judgeDue(often, due + 2000, zone)).toMatchObject({ plan: { nextDueAt: due + 300_000 } })
})

it('is not due again where the clock is set back over it', () => {
  const done: Scheduled = { ...plannedDaily, nextDueAt: tomorrow, lastDueAt: due }
  expect(judgeDue(done, due - hour, zone)).toMatchObject({ kind: 'not_yet', plan: { nextDueAt: tomorrow } })
  expect(judgeDue(done, due - 1, zone)).toMatchObject({ plan: { nextDueAt: tomorrow } })
})

it('follows a clock that was wrong by more than a day', () => {
  const inTheFuture: Scheduled = { ...plannedDaily, nextDueAt: due + 1000 * day, lastDueAt: due + 999 * day }
  expect(judgeDue(inTheFuture, due - hour, zone)).toMatchObject({ kind: 'not_yet', plan: { nextDueAt: due } })
})

it('runs in its step, and no faster, after the clock was set back', () => {
  const often: Scheduled = {
    ...plannedDaily,
    schedule: { kind: 'every', minutes: 10 },
    nextDueAt: due + 600_000,
    lastDueAt: due,
  }
  const back = judgeDue(often, due - 3 * day, zone)
  expect(back).toMatchObject({ kind: 'not_yet', plan: { nextDueAt: due - 3 * day + 600_000 } })
  expect(judgeDue({ ...often, ...back.plan }, due - 3 * day + 60_000, zone)).toMatchObject({
    kind: 'not_yet',
    plan: { nextDueAt: due - 3 * day + 600_000 },
  })
})

it('is planned from the moment on at which its schedule begins to hold', () => {
  expect(planFrom(daily, due + 1, zone)).toEqual({ nextDueAt: tomorrow, lastDueAt: null })
  expect(judgeDue({ ...plannedDaily, nextDueAt: null }, due + 1, zone)).toMatchObject({
    kind: 'not_yet',
    plan: { nextDueAt: tomorrow },
  })
  expect(planFrom({ kind: 'by_hand' }, due, zone).nextDueAt).toBeNull()
})
