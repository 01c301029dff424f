/** Takes work that is done when all before it is. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Makes a queue of works: one at a time, in the order in which they came. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    // The next turn comes whether this one fails or not; the failure goes to its own caller.
    last = turn.catch(() => undefined)
    return turn
  }
}
