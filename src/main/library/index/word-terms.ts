import { doubled } from '../doubled'

/**
 * Which terms stand for the words of an analyzer, by their numbers: above 0 one more than its only term, below 0 one of
 * those with more, counted from -1. One look costs less memory traffic than what it leads to.
 */
export type WordTerms = {
  /** Of the analyzer whose numbers these are. */
  readonly generation: number
  /** 0 when nothing is known. */
  find(number: number): number
  /** Answers `terms`. */
  add(number: number, terms: number): number
}

const FIRST_WORDS = 4096

/** Begins with nothing known. */
export function createWordTerms(generation: number): WordTerms {
  let words = new Int32Array(FIRST_WORDS)
  let pairs = new Int32Array(FIRST_WORDS)
  return {
    generation,
    find: (number) => (number < 0 ? pairs[-1 - number] : words[number]) ?? 0,
    add(number, terms) {
      if (number < 0) {
        while (-number > pairs.length) pairs = doubled(pairs)
        pairs[-1 - number] = terms
      } else {
        while (number >= words.length) words = doubled(words)
        words[number] = terms
      }
      return terms
    },
  }
}
