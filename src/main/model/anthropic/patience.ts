import type { ModelLimits } from './limits'

/** Why an answer is waited for no longer. */
export interface Late {
  /** How long nothing came (milliseconds). */
  readonly afterMs: number
  /** Whether anything had arrived. */
  readonly started: boolean
  /** The machine was asleep in between: the connection ended meanwhile and nobody told. */
  readonly slept?: boolean
}

/** Watches one answer for signs of life. */
export interface Patience {
  /** Call it at each event of the answer. */
  arrived(): void
  /** Call it at whatever else comes: a server that reads a long prompt may send comments until it answers. */
  stirred(): void
  /** Set once it has given up. */
  late(): Late | null
  end(): void
}

/**
 * Gives up once nothing came for too long. Whether the machine slept shows where much more time went by between two
 * looks than should have: timers stand still meanwhile, or all fall due at once, so a limit is counted anew from then.
 * A server elsewhere has forgotten the connection or answers soon; one on this machine slept as well.
 */
export function createPatience(
  limits: ModelLimits,
  options: { readonly nearby: boolean; readonly giveUp: () => void },
): Patience {
  let started = false
  let last = Date.now()
  let looked = last
  let slept = false
  let late: Late | null = null
  const look = (): void => {
    const now = Date.now()
    // A clock that was set back must not make the silence that was counted so far undone.
    if (now < looked) last -= looked - now
    if (now - looked > limits.lookMs + limits.sleptMs) {
      slept = true
      last = now
    }
    looked = now
    const usual = started ? limits.idleMs : limits.firstEventMs
    const cut = slept && !options.nearby
    const afterMs = cut ? Math.min(usual, limits.afterSleepMs) : usual
    if (now - last < afterMs) return
    late = { afterMs, started, slept: cut }
    clearInterval(timer)
    options.giveUp()
  }
  const timer = setInterval(look, limits.lookMs)
  const stirred = (): void => {
    slept = false
    last = Date.now()
    // A clock that was set back before this is no longer to be counted for it.
    looked = Math.min(looked, last)
  }
  return {
    arrived() {
      started = true
      stirred()
    },
    stirred,
    late: () => late,
    end: () => clearInterval(timer),
  }
}
