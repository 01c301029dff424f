import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { modelLimits } from './limits'
import { createPatience } from './patience'

const { firstEventMs, idleMs, afterSleepMs, lookMs } = modelLimits
const hour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open({ nearby = false } = {}) {
  const giveUp = vi.fn()
  return { patience: createPatience(modelLimits, { nearby, giveUp }), giveUp }
}
/** Timers stand still while a machine sleeps, its clock does not. */
const sleep = () => vi.setSystemTime(Date.now() + hour)

it('gives up on what never begins, and sooner on what stops', () => {
  const first = open()
  vi.advanceTimersByTime(firstEventMs - lookMs)
  expect(first.giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * lookMs)
  expect(first.giveUp).toHaveBeenCalledOnce()
  expect(first.patience.late()).toEqual({ afterMs: firstEventMs, started: false, slept: false })

  const second = open()
  second.patience.arrived()
  vi.advanceTimersByTime(idleMs + lookMs)
  expect(second.patience.late()).toEqual({ afterMs: idleMs, started: true, slept: false })
})

it('waits for what has not begun as long as something comes, and says then that it has not', () => {
  const { patience, giveUp } = open()
  for (let sign = 0; sign < 100; sign++) {
    patience.stirred()
    vi.advanceTimersByTime(firstEventMs - lookMs)
  }
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * lookMs)
  expect(patience.late()).toEqual({ afterMs: firstEventMs, started: false, slept: false })
})

it('goes on as long as something comes', () => {
  const { patience, giveUp } = open()
  for (let sign = 0; sign < 100; sign++) {
    patience.arrived()
    vi.advanceTimersByTime(idleMs - lookMs)
  }
  expect(giveUp).not.toHaveBeenCalled()
  patience.end()
})

it('counts anew after a sleep, and not for long', () => {
  const { patience, giveUp } = open()
  patience.arrived()
  sleep()
  vi.advanceTimersByTime(afterSleepMs - lookMs)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(3 * lookMs)
  expect(patience.late()).toEqual({ afterMs: afterSleepMs, started: true, slept: true })
  expect(giveUp).toHaveBeenCalledOnce()
})

it('forgets the sleep with the next sign of life', () => {
  const { patience, giveUp } = open()
  sleep()
  vi.advanceTimersByTime(lookMs)
  patience.arrived()
  vi.advanceTimersByTime(idleMs - lookMs)
  expect(giveUp).not.toHaveBeenCalled()
  patience.end()
})

it('gives a server on the same machine, which slept too, its usual time', () => {
  const { patience } = open({ nearby: true })
  patience.arrived()
  sleep()
  vi.advanceTimersByTime(idleMs - lookMs)
  expect(patience.late()).toBeNull()
  vi.advanceTimersByTime(3 * lookMs)
  expect(patience.late()).toEqual({ afterMs: idleMs, started: true, slept: false })
})

it('gives up no more once it has ended', () => {
  const { patience, giveUp } = open()
  patience.end()
  vi.advanceTimersByTime(10 * firstEventMs)
  expect(giveUp).not.toHaveBeenCalled()
})

it('gives up in the same time where the clock is set back meanwhile', () => {
  const { patience, giveUp } = open()
  patience.arrived()
  vi.advanceTimersByTime(idleMs / 2)
  vi.setSystemTime(Date.now() - hour)
  vi.advanceTimersByTime(idleMs / 2 + 2 * lookMs)
  expect(giveUp).toHaveBeenCalledOnce()
  expect(patience.late()).toMatchObject({ afterMs: idleMs, slept: false })
})

it('goes on where something came after the clock was set back and before it was looked at', () => {
  const { patience, giveUp } = open()
  patience.arrived()
  vi.advanceTimersByTime(idleMs / 2)
  vi.setSystemTime(Date.now() - hour)
  for (let piece = 0; piece < 10; piece++) {
    patience.arrived()
    vi.advanceTimersByTime(idleMs - lookMs)
  }
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2 * lookMs)
  expect(patience.late()).toMatchObject({ afterMs: idleMs, slept: false })
})
