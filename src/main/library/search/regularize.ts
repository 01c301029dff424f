import { MOST_TIMES } from '../index/passage-terms'
import type { NumberedMarks } from './numbered-marks'

/** A passage's terms, each once by its number, with their weights, of length 1. */
export type TermVector = { readonly terms: Int32Array; readonly weights: Float64Array }

/**
 * Score regularization (Diaz 2005): passages that say the same deserve like scores, so that each score moves towards
 * those of the nearest passages among the best.
 */
export const regularization = { passages: 50, neighbours: 10, share: 0.4 } as const

/** Makes vectors of passages: a logarithm of how often a term stands there, times how rare it is. */
export function termVectors(
  { passages, marks }: NumberedMarks,
  rarity: (mark: number) => number,
): TermVector[] {
  const rarities = new Float64Array(marks.length)
  for (let number = 0; number < marks.length; number++) rarities[number] = rarity(marks[number] as number)
  return passages.map(({ numbers, times }) => {
    const weights = new Float64Array(numbers.length)
    let squares = 0
    for (let index = 0; index < numbers.length; index++) {
      const weight =
        (logarithms[times[index] as number] as number) * (rarities[numbers[index] as number] as number)
      weights[index] = weight
      squares += weight * weight
    }
    const length = Math.sqrt(squares)
    if (length > 0)
      for (let index = 0; index < weights.length; index++)
        weights[index] = (weights[index] as number) / length
    return { terms: numbers, weights }
  })
}

const logarithms = Float64Array.from(
  { length: MOST_TIMES + 1 },
  (_, times) => 1 + Math.log(Math.max(1, times)),
)

/** The scores after each moved towards its neighbours'; `size` is how many terms there are. */
export function regularizeScores(
  scores: readonly number[],
  vectors: readonly TermVector[],
  size: number,
): number[] {
  const likeness = similarities(vectors, size)
  return scores.map((score, index) => {
    const like = likeness[index] ?? new Float64Array(0)
    let sum = 0
    let product = 0
    for (const other of nearestOf(like, index)) {
      sum += like[other] ?? 0
      product += (like[other] ?? 0) * (scores[other] ?? 0)
    }
    if (sum === 0) return score * (1 - regularization.share)
    return (1 - regularization.share) * score + (regularization.share * product) / sum
  })
}

/** Who is most like one, other than itself; of equal ones those that came first. */
function nearestOf(like: Float64Array, own: number): number[] {
  const near: number[] = []
  for (let other = 0; other < like.length; other++) {
    const likeness = like[other] as number
    if (other === own || likeness === 0) continue
    let at = near.length
    while (at > 0 && (like[near[at - 1] as number] as number) < likeness) at--
    if (at === regularization.neighbours) continue
    near.splice(at, 0, other)
    if (near.length > regularization.neighbours) near.pop()
  }
  return near
}

/**
 * Cosines of all pairs, by the terms that each two share: a vector meets those before it in lists by term, each entry
 * of which names the one before it.
 */
function similarities(vectors: readonly TermVector[], size: number): Float64Array[] {
  const likeness = vectors.map(() => new Float64Array(vectors.length))
  const entries = vectors.reduce((sum, { terms }) => sum + terms.length, 0)
  // Counted from 1: 0 ends a list.
  const latest = new Int32Array(size)
  const before = new Int32Array(entries + 1)
  const owner = new Int32Array(entries + 1)
  const share = new Float64Array(entries + 1)
  let entry = 0
  for (const [index, { terms, weights }] of vectors.entries()) {
    const own = likeness[index] ?? new Float64Array(0)
    for (let place = 0; place < terms.length; place++) {
      const term = terms[place] ?? 0
      const weight = weights[place] ?? 0
      for (let at = latest[term] ?? 0; at !== 0; at = before[at] ?? 0) {
        const other = owner[at] ?? 0
        own[other] = (own[other] ?? 0) + weight * (share[at] ?? 0)
      }
      entry++
      before[entry] = latest[term] ?? 0
      owner[entry] = index
      share[entry] = weight
      latest[term] = entry
    }
    for (let other = 0; other < index; other++) {
      const theirs = likeness[other]
      if (theirs !== undefined) theirs[index] = own[other] ?? 0
    }
  }
  return likeness
}
