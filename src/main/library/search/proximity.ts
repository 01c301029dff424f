import { type Beginnings, beginningsOf } from '../analysis/beginnings'
import { ranking } from './rank'

/** What two words that are neighbours in the query and in the text add, relative to a word's own weight. */
const PAIR_WEIGHT = 0.1

/** Where the terms of a query stand in it. */
export type QueryPlaces = {
  /** By a term's number; -1 for one that is not asked for. */
  of(term: number): number
  /** How a word may begin that has one of its terms. */
  readonly beginnings: Beginnings
}

/** Tells where the terms of a query's words stand, each with its number. */
export function placesOf(
  words: readonly (readonly string[])[],
  numberOf: (term: string) => number,
): QueryPlaces {
  const places = new Map<number, number>()
  for (const [place, terms] of words.entries()) {
    for (const term of terms) places.set(numberOf(term), place)
  }
  return { of: (term) => places.get(term) ?? -1, beginnings: beginningsOf(words.flat()) }
}

/**
 * What a text gains by words that follow each other as in the query: `places` are those of its terms there, or -1;
 * `lengthShare` is its length over the average.
 */
export function pairGain(places: Int32Array, weights: readonly number[], lengthShare: number): number {
  const counts = new Map<number, number>()
  let before = -1
  for (const place of places) {
    if (before >= 0 && place === before + 1) counts.set(before, (counts.get(before) ?? 0) + 1)
    before = place
  }
  const norm = ranking.saturation * (1 - ranking.body.norm + ranking.body.norm * lengthShare)
  let gain = 0
  for (const [first, times] of counts) {
    const weight = (weights[first] ?? 0) + (weights[first + 1] ?? 0)
    gain += (weight * times * (ranking.saturation + 1)) / (times + norm)
  }
  return PAIR_WEIGHT * gain
}

/** Whether some words follow each other in a text; each is any of its terms. */
export function hasPhrase(terms: Int32Array, phrase: readonly ReadonlySet<number>[]): boolean {
  for (let start = 0; start + phrase.length <= terms.length; start++) {
    let length = 0
    while (length < phrase.length && phrase[length]?.has(terms[start + length] ?? -1)) length++
    if (length === phrase.length) return true
  }
  return false
}
