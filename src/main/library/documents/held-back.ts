import type { AppEvent } from '../../../shared/contract/events'
import type { Publish } from '../../publish'

/** A way to tell of changes that can be held back until they are stored. */
export type HeldBack = {
  readonly publish: Publish
  /** Does work that is one transaction; what it tells is told when that ended well, else not at all. */
  holdingBack(work: () => void): void
}

/** Wraps a way to tell of changes. */
export function createHeldBack(tell: Publish): HeldBack {
  let held: AppEvent[] | null = null
  return {
    publish(event) {
      if (held === null) tell(event)
      else held.push(event)
    },
    holdingBack(work) {
      const mine: AppEvent[] = []
      held = mine
      try {
        work()
      } finally {
        held = null
      }
      for (const event of mine) tell(event)
    },
  }
}
