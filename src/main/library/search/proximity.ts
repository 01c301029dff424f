import { ranking } from './rank'

/** What two words that are neighbours in the query and in the text add, relative to a word's own weight. */
const PAIR_WEIGHT = 0.1

/** Where the terms of a query stand in it. */
export type QueryPlaces = {
  /** By a term's number; -1 for one that is not asked for, as for -1. */
  of(term: number): number
  /** 1 by ASCII code for each letter that a term of it begins with. */
  readonly firstLetters: Uint8Array
}

/** Tells where the terms of a query's words stand, each with its number. */
export function placesOf(
  words: readonly (readonly string[])[],
  numberOf: (term: string) => number,
): QueryPlaces {
  const places = new Map<number, number>()
  const firstLetters = new Uint8Array(0x80)
  for (const [place, terms] of words.entries()) {
    for (const term of terms) {
      places.set(numberOf(term), place)
      const first = term.charCodeAt(0)
      if (first < firstLetters.length) firstLetters[first] = 1
    }
  }
  return { of: (term) => places.get(term) ?? -1, firstLetters }
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
