import type { Segment } from '../index/segment-reader'
import { hashTerm, MARKS, markOf } from '../index/term-mark'

/** In about how many passages terms stand, without looking each up. */
export type Frequencies = {
  add(segment: Segment): void
  remove(segment: Segment): void
  /** At least 1; a little too high where two terms share a mark. */
  of(term: string): number
  /** The same, by the term's mark. */
  ofMark(mark: number): number
}

/** Begins empty; takes 4 MB. */
export function createFrequencies(): Frequencies {
  const counts = new Uint32Array(MARKS)
  const ofMark = (mark: number) => Math.max(1, counts[mark] ?? 0)
  return {
    add: (segment) => segment.addFrequencies(counts, 1),
    remove: (segment) => segment.addFrequencies(counts, -1),
    of: (term) => ofMark(markOf(hashTerm(term))),
    ofMark,
  }
}
