/** Documents whose work could not even write down how it ended, as on a full disk: they are tried again after a while. */
export type Retries = {
  add(number: number): void
  drop(number: number): void
  /** What can be written again is tried again soon. */
  shorten(): void
  close(): void
}

const SHORTEST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 60_000

/** Starts with none; `again` is told of each whose pause is over. */
export function createRetries(again: (number: number) => void): Retries {
  const held = new Set<number>()
  let pause = SHORTEST_PAUSE_MS
  let timer: NodeJS.Timeout | undefined

  function release(): void {
    timer = undefined
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
    const numbers = [...held]
    held.clear()
    for (const number of numbers) again(number)
  }

  return {
    add(number) {
      held.add(number)
      timer ??= setTimeout(release, pause)
    },
    drop: (number) => held.delete(number),
    shorten() {
      pause = SHORTEST_PAUSE_MS
    },
    close() {
      held.clear()
      clearTimeout(timer)
    },
  }
}
