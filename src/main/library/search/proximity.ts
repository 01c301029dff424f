import { ranking } from './rank'

/** What two words that are neighbours in the query and in the text add, relative to a word's own weight. */
const PAIR_WEIGHT = 0.1

/** Where in a query a term, by its number, stands; undefined when it does not. */
export type PositionOf = (term: number) => number | undefined

/** What a text gains by words that follow each other as in the query; `norm` is its length over the average. */
export function pairGain(
  terms: Int32Array,
  positionOf: PositionOf,
  weights: readonly number[],
  lengthShare: number,
): number {
  const counts = new Map<number, number>()
  let before: number | undefined
  for (const term of terms) {
    const position = positionOf(term)
    if (before !== undefined && position === before + 1) counts.set(before, (counts.get(before) ?? 0) + 1)
    before = position
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
