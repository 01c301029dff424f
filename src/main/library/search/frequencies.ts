import { hashTerm } from '../index/segment-writer'

/** In about how many passages terms stand, without looking each up. */
export type Frequencies = {
  add(hash: number, count: number): void
  remove(hash: number, count: number): void
  /** At least 1; a little too high where two terms share a place. */
  of(term: string): number
}

/** Places; 4 bytes each. */
const PLACES = 2 ** 20

/** Begins empty. */
export function createFrequencies(): Frequencies {
  const counts = new Uint32Array(PLACES)
  const change = (hash: number, by: number) => {
    const place = hash & (PLACES - 1)
    counts[place] = (counts[place] ?? 0) + by
  }
  return {
    add: change,
    remove: (hash, count) => change(hash, -count),
    of: (term) => Math.max(1, counts[hashTerm(term) & (PLACES - 1)] ?? 0),
  }
}
