import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { INPUT_GUARD_MS } from '../../ui/dialog'
import { createInputGuard } from './input-guard'
import { followPointer, type PointerSighting } from './resting-pointer'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A pointer over buttons in a row, each 100 pixels wide; what is put there instead is seen at once. */
function pointer(pointerType = 'mouse', ...first: string[]) {
  let row: (string | undefined)[] = first.length > 0 ? first : ['reject', 'approve']
  const controlAt = (x: number) => row[Math.floor(x / 100)]
  const guard = createInputGuard<'here'>((seen) => {
    seen()
    return () => undefined
  })
  const follows = followPointer(guard, controlAt)
  const sighting = (x: number): PointerSighting<string> => ({
    ...{ x, y: 10, at: performance.now(), pointerType },
    control: controlAt(x),
  })
  const see = (x: number) => follows.see(sighting(x))
  return {
    moveTo: see,
    /** Whether the press is ignored. */
    press: (x: number) => follows.press(sighting(x)),
    /** Other buttons are there, which nobody tells of. */
    becomes(...now: (string | undefined)[]) {
      row = now
    },
    /** The page tells that something else is under a mouse that rests. */
    rests: see,
    /** The page looks at what is where the pointer was last. */
    lookAgain: () => follows.lookAgain(performance.now()),
    scroll: () => follows.scrolls(performance.now()),
  }
}

/** A mouse that rests on a button, in the place of which another comes. */
function moved() {
  const mouse = pointer()
  mouse.moveTo(150)
  mouse.becomes('reject the next', 'approve the next')
  return mouse
}

it('ignores a press on what came under a resting pointer, until it has been seen for a while', () => {
  const { press, rests } = moved()
  rests(150)
  expect(press(150)).toBe(true)
  vi.advanceTimersByTime(INPUT_GUARD_MS - 1)
  expect(press(150)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(press(150)).toBe(false)
})

it('ignores it also from a hand that trembles', () => {
  const { press, rests } = moved()
  rests(150)
  expect(press(154)).toBe(true)
})

it('ignores a press that is the first that is heard of it', () => {
  expect(moved().press(150)).toBe(true)
  expect(moved().press(151)).toBe(true)
})

it('never ignores a press on what the person moved to, far, in small steps, or across an edge', () => {
  const far = pointer()
  far.moveTo(50)
  expect(far.press(150)).toBe(false)

  const small = pointer()
  for (let x = 90; x <= 110; x++) small.moveTo(x)
  expect(small.press(110)).toBe(false)

  const edge = pointer()
  edge.moveTo(99)
  expect(edge.press(101)).toBe(false)

  const again = moved()
  again.rests(150)
  again.moveTo(160)
  expect(again.press(160)).toBe(false)
})

it('never ignores a press on what the person scrolled to', () => {
  const { press, rests, scroll } = moved()
  scroll()
  rests(150)
  expect(press(150)).toBe(false)
})

it('ignores a press on what came after another press, although the person had scrolled before', () => {
  const { moveTo, press, rests, becomes, scroll } = pointer()
  moveTo(150)
  scroll()
  expect(press(150)).toBe(false)
  becomes('reject the next', 'approve the next')
  rests(150)
  expect(press(150)).toBe(true)
})

it('ignores also what a hand that trembles comes to from what came, be that a gap or another button', () => {
  for (const came of [undefined, 'reject the next']) {
    const told = pointer()
    told.moveTo(199)
    told.becomes('open the next', came, 'approve the next')
    told.rests(199)
    told.moveTo(201)
    expect(told.press(202)).toBe(true)
    vi.advanceTimersByTime(INPUT_GUARD_MS)
    expect(told.press(202)).toBe(false)

    const untold = pointer()
    untold.moveTo(199)
    untold.becomes('open the next', came, 'approve the next')
    expect(untold.press(202)).toBe(true)

    const gone = pointer()
    gone.moveTo(199)
    gone.becomes('open the next', came, 'approve the next')
    gone.rests(199)
    expect(gone.press(206)).toBe(false)
  }
})

it('ignores the second of two taps on what came in between, for as long as it has not been seen for a while', () => {
  const quick = pointer('touch')
  expect(quick.press(150)).toBe(false)
  quick.becomes('reject the next', 'approve the next')
  vi.advanceTimersByTime(INPUT_GUARD_MS - 1)
  expect(quick.press(160)).toBe(true)

  const slow = pointer('touch')
  expect(slow.press(150)).toBe(false)
  vi.advanceTimersByTime(450)
  slow.becomes('reject the next', 'approve the next')
  slow.lookAgain()
  vi.advanceTimersByTime(70)
  expect(slow.press(160)).toBe(true)

  const later = pointer('touch')
  expect(later.press(150)).toBe(false)
  vi.advanceTimersByTime(450)
  later.becomes('reject the next', 'approve the next')
  later.lookAgain()
  vi.advanceTimersByTime(INPUT_GUARD_MS)
  expect(later.press(150)).toBe(false)
})

it('ignores a tap on what nobody saw come, and the next one no more', () => {
  const { press, becomes } = pointer('touch')
  expect(press(150)).toBe(false)
  becomes('reject the next', 'approve the next')
  vi.advanceTimersByTime(10 * INPUT_GUARD_MS)
  expect(press(150)).toBe(true)
  vi.advanceTimersByTime(INPUT_GUARD_MS)
  expect(press(150)).toBe(false)
})

it('never ignores a tap on what a finger scrolled to', () => {
  const { press, becomes, scroll, lookAgain } = pointer('touch')
  expect(press(150)).toBe(false)
  scroll()
  becomes('reject the next', 'approve the next')
  lookAgain()
  expect(press(150)).toBe(false)
})

it('ignores a press on the same button when what it decides on has grown, until that has been seen for a while', () => {
  for (const [passed, ignored] of [
    [INPUT_GUARD_MS - 1, true],
    [INPUT_GUARD_MS, false],
  ] as const) {
    const { moveTo, press, becomes, lookAgain } = pointer('mouse', 'approve 1 2')
    moveTo(50)
    becomes('approve 1 2 3')
    lookAgain()
    vi.advanceTimersByTime(passed)
    expect(press(50)).toBe(ignored)
  }
})
