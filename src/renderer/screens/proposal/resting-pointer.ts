import type { InputGuard } from './input-guard'

/** Pixels within which a pointer rests: a hand trembles, and a finger comes down beside where it was. */
const restsWithinPx = { mouse: 5, finger: 30 }

/** Milliseconds in which what comes under the pointer follows the wheel or the key that scrolls. */
const followsScrollMs = 400

/** Where a pointer is, and when, by the clock of `performance`. */
export interface PointerSighting<Control> {
  readonly x: number
  readonly y: number
  readonly at: number
  readonly pointerType: string
  /** What can be pressed there; undefined where that is nothing that decides. */
  readonly control: Control | undefined
}

/** Follows what is under the pointer. */
export interface RestingPointer<Control> {
  /** The pointer moved, or something else came to be under it. */
  see(sighting: PointerSighting<Control>): void
  /** Something else may have come to be where it was last: nobody tells of that for a finger that is lifted. */
  lookAgain(at: number): void
  /**
   * Whether a press of the pointer is ignored. What comes under it from then on is not what the person scrolled to.
   */
  press(sighting: PointerSighting<Control>): boolean
  /** The person scrolls. */
  scrolls(at: number): void
}

/**
 * Begins to guard the place where a pointer rests when what is there changes by itself, and ends it when the person
 * moves; `controlAt` tells what is at a place now. Whatever decides there is guarded: a hand that trembles comes from
 * the one thing that came to the next.
 */
export function followPointer<Control>(
  guard: InputGuard<'here'>,
  controlAt: (x: number, y: number) => Control | undefined,
): RestingPointer<Control> {
  let last: PointerSighting<Control> | null = null
  /** Where it came to rest: many small steps are a way, too. */
  let rest = { x: Number.NaN, y: Number.NaN }
  let scrolledAt = Number.NEGATIVE_INFINITY

  const rests = (now: PointerSighting<Control>): boolean => {
    const within = now.pointerType === 'mouse' ? restsWithinPx.mouse : restsWithinPx.finger
    return Math.hypot(now.x - rest.x, now.y - rest.y) <= within && now.at - scrolledAt >= followsScrollMs
  }
  const see = (now: PointerSighting<Control>): void => {
    const before = last
    last = now
    if (before === null || !rests(now)) {
      guard.end()
      rest = now
      return
    }
    if (now.control === before.control) return
    const { x, y, control } = before
    // Beside an edge, a small step leads from one thing to another: then what was there still is.
    const crossed = (now.x !== x || now.y !== y) && controlAt(x, y) === control
    if (!crossed) guard.begin('here')
  }
  return {
    see,
    lookAgain(at) {
      if (last !== null) see({ ...last, at, control: controlAt(last.x, last.y) })
    },
    press(now) {
      see(now)
      scrolledAt = Number.NEGATIVE_INFINITY
      return now.control !== undefined && guard.ignores('here', now.at)
    },
    scrolls(at) {
      scrolledAt = at
    },
  }
}
