import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Turn } from '../../db/short-transactions'

/**
 * After each transaction others get twice its time, but at least this (milliseconds): SQLite's lock is not fair,
 * so that main, which polls for it, could otherwise wait for a whole document.
 */
const LEAST_PAUSE_MS = 4
const PAUSE_RATIO = 2

/**
 * Takes turns at the database until there is nothing more to do. What `between` does, without the lock, counts as part
 * of the pause.
 */
export async function inTurns(
  turn: () => Turn,
  between: () => Promise<void> | void = () => {},
): Promise<void> {
  for (;;) {
    const { more, locked, released } = turn()
    await between()
    if (!more) return
    const rest = Math.max(LEAST_PAUSE_MS, PAUSE_RATIO * (released - locked)) - (performance.now() - released)
    // A thread that is to end hears of it between two turns of the event loop.
    await (rest > 0 ? pause(rest) : nextTurn())
  }
}
