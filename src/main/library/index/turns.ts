import { setTimeout as pause } from 'node:timers/promises'

/**
 * After each transaction others get twice its time, but at least this (milliseconds): SQLite's lock is not fair,
 * so that main, which polls for it, could otherwise wait for a whole document.
 */
const LEAST_PAUSE_MS = 4
const PAUSE_RATIO = 2

/**
 * Repeats a step that holds the database's lock for a moment until it has nothing more to do. What `between` does,
 * without the lock, counts as part of the pause.
 */
export async function inTurns(
  step: () => boolean,
  between: () => Promise<void> | void = () => {},
): Promise<void> {
  for (;;) {
    const started = performance.now()
    const more = step()
    const held = performance.now() - started
    await between()
    if (!more) return
    const rest = Math.max(LEAST_PAUSE_MS, PAUSE_RATIO * held) - (performance.now() - started - held)
    if (rest > 0) await pause(rest)
  }
}
