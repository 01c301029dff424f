/** Numbers that look random and are the same for the same seed. */
export interface Seeded {
  readonly seed: number
  /** From 0 up to, not including, this. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}

/** The seed of this run: a new one each time, or the one that a failure told. */
export function seedOfRun(): number {
  return Number(process.env.COUNTERSIGN_TEST_SEED ?? Date.now() % 1_000_000)
}

/** Starts a sequence (mulberry32). */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    seed,
    below,
    pick<T>(from: readonly T[]): T {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('There is nothing to pick from.')
      return found
    },
  }
}
