import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { INPUT_GUARD_MS } from '../../ui/dialog'
import { createInputGuard, type InputGuard } from './input-guard'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A guard, and the moment in which what has the focus is painted. */
function guarded() {
  const painted: (() => void)[] = []
  const guard = createInputGuard<string>((done) => {
    painted.push(done)
    return () => void painted.splice(painted.indexOf(done), 1)
  })
  return { guard, paint: () => painted.splice(0).forEach((done) => void done()) }
}
const press = (guard: InputGuard<string>, card: string) => guard.ignores(card, performance.now())

it('ignores keys on a card that got the focus by itself, from then until it has been seen for a while', () => {
  const { guard, paint } = guarded()
  guard.begin('second')
  vi.advanceTimersByTime(10 * INPUT_GUARD_MS)
  expect(press(guard, 'second')).toBe(true)
  paint()
  expect(press(guard, 'second')).toBe(true)
  vi.advanceTimersByTime(INPUT_GUARD_MS - 1)
  expect(press(guard, 'second')).toBe(true)
  vi.advanceTimersByTime(1)
  expect(press(guard, 'second')).toBe(false)
})

it('goes by when a key was pressed, not by when it is heard of', () => {
  const { guard, paint } = guarded()
  guard.begin('second')
  paint()
  const pressedAt = performance.now() + 100
  vi.advanceTimersByTime(10 * INPUT_GUARD_MS)
  expect(guard.ignores('second', pressedAt)).toBe(true)
})

it('lets keys through on other cards, and on any once the person has moved', () => {
  const { guard, paint } = guarded()
  expect(press(guard, 'first')).toBe(false)
  guard.begin('second')
  paint()
  expect(press(guard, 'first')).toBe(false)
  expect(guard.ignores(undefined, performance.now())).toBe(false)
  guard.end()
  expect(press(guard, 'second')).toBe(false)
})

it('guards the card that has the focus now when it moves on by itself again', () => {
  const { guard, paint } = guarded()
  guard.begin('second')
  paint()
  vi.advanceTimersByTime(INPUT_GUARD_MS)
  guard.begin('third')
  paint()
  expect([press(guard, 'second'), press(guard, 'third')]).toEqual([false, true])
})
