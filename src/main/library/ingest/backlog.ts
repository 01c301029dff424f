/** The documents that wait for their turn. */
export type Backlog = {
  /** Puts it at the end, unless it waits already. */
  add(number: number): void
  leave(number: number): void
  /** In the order in which they came; they may leave while one goes through them. */
  inOrder(): Iterable<number>
  /** Looks up the sizes of some of those whose sizes are not known yet. */
  lookAtSome(): void
  /**
   * Takes the largest of those whose sizes are known out of its turn, where it may begin. While one that was taken so
   * is at work, only a larger one is.
   */
  takeLargest(
    isAtWork: (number: number) => boolean,
    mayBegin: (number: number) => boolean,
  ): number | undefined
}

/** Documents whose size is looked up at a time: thousands may come at once, and main has other work. */
const LOOKED_AT_ONCE = 32

/** Starts an empty one; `sizeOf` tells the bytes of a document's file, and those of up to `small` are not told apart. */
export function createBacklog(sizeOf: (number: number) => number, small: number): Backlog {
  const waiting = new Set<number>()
  /** Of those that wait, whose sizes are not known yet. */
  const unsized = new Set<number>()
  /** Of those that wait, the sizes (bytes) of those that are not small. */
  const large = new Map<number, number>()
  /** The one that was begun before its turn, with its size (bytes). */
  let early = { number: Number.NaN, size: 0 }

  function leave(number: number): void {
    waiting.delete(number)
    unsized.delete(number)
    large.delete(number)
  }

  return {
    add(number) {
      waiting.add(number)
      unsized.add(number)
    },
    leave,
    inOrder: () => waiting.values(),
    lookAtSome() {
      let left = LOOKED_AT_ONCE
      for (const number of unsized) {
        if (left-- === 0) break
        unsized.delete(number)
        const size = sizeOf(number)
        if (size > small) large.set(number, size)
      }
    },
    takeLargest(isAtWork, mayBegin) {
      let most = isAtWork(early.number) ? early.size : 0
      let largest: number | undefined
      for (const [number, size] of large) {
        if (size <= most || isAtWork(number)) continue
        largest = number
        most = size
      }
      if (largest === undefined || !mayBegin(largest)) return undefined
      early = { number: largest, size: most }
      leave(largest)
      return largest
    },
  }
}
