import type { Clock } from '../../src/main/missions/clock'

/** A clock that a test moves. */
export interface ManualClock extends Clock {
  /** Time passes: what was to be called by then is, in its order. */
  pass(ms: number): void
  /** The machine sleeps: the clock on the wall goes on, timers stand still. */
  sleep(ms: number): void
  /** Somebody sets the clock; timers don't notice. */
  set(at: number): void
  /** How many callbacks are still to come. */
  timers(): number
}

/** A clock that stands at a moment (such as `2026-03-02T08:00:00Z`) in a time zone. */
export function createManualClock(start: string, zone = 'Europe/Berlin'): ManualClock {
  let wall = Date.parse(start)
  let running = 0
  let timers: { readonly due: number; readonly call: () => void }[] = []
  return {
    now: () => wall,
    zone: () => zone,
    after(ms, call) {
      const timer = { due: running + ms, call }
      timers = [...timers, timer]
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pass(ms) {
      const end = running + ms
      for (;;) {
        const [first] = timers.filter(({ due }) => due <= end).toSorted((a, b) => a.due - b.due)
        if (first === undefined) break
        timers = timers.filter((timer) => timer !== first)
        wall += Math.max(0, first.due - running)
        running = Math.max(running, first.due)
        first.call()
      }
      wall += end - running
      running = end
    },
    sleep(ms) {
      wall += ms
    },
    set(at) {
      wall = at
    },
    timers: () => timers.length,
  }
}
