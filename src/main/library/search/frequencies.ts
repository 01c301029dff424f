import { hashTerm, MARKS, markOf } from '../index/term-mark'

/** In about how many passages terms stand, without looking each up. */
export type Frequencies = {
  add(mark: number, count: number): void
  remove(mark: number, count: number): void
  /** At least 1; a little too high where two terms share a mark. */
  of(term: string): number
  /** The same, by the term's mark. */
  ofMark(mark: number): number
}

/** Begins empty; takes 4 MB. */
export function createFrequencies(): Frequencies {
  const counts = new Uint32Array(MARKS)
  const change = (mark: number, by: number) => {
    counts[mark] = (counts[mark] ?? 0) + by
  }
  const ofMark = (mark: number) => Math.max(1, counts[mark] ?? 0)
  return {
    add: change,
    remove: (mark, count) => change(mark, -count),
    of: (term) => ofMark(markOf(hashTerm(term))),
    ofMark,
  }
}
