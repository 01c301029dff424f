/** A passage's terms with their weights, of length 1. */
export type TermVector = ReadonlyMap<string, number>

/**
 * Score regularization (Diaz 2005): passages that say the same deserve like scores, so that each score moves towards
 * those of the nearest passages among the best.
 */
export const regularization = { passages: 50, neighbours: 10, share: 0.4 } as const

/** Makes a vector of terms: a logarithm of how often, times how rare. */
export function termVector(terms: readonly string[], rarity: (term: string) => number): TermVector {
  const times = new Map<string, number>()
  for (const term of terms) times.set(term, (times.get(term) ?? 0) + 1)
  let squares = 0
  for (const [term, count] of times) {
    const weight = (1 + Math.log(count)) * rarity(term)
    times.set(term, weight)
    squares += weight * weight
  }
  const length = Math.sqrt(squares)
  if (length > 0) for (const [term, weight] of times) times.set(term, weight / length)
  return times
}

/** The scores after each moved towards its neighbours'. */
export function regularizeScores(scores: readonly number[], vectors: readonly TermVector[]): number[] {
  const likeness = similarities(vectors)
  return scores.map((score, index) => {
    const near = vectors
      .map((_, other) => ({ other, like: other === index ? 0 : (likeness[index]?.[other] ?? 0) }))
      .sort((a, b) => b.like - a.like)
      .slice(0, regularization.neighbours)
    const sum = near.reduce((total, { like }) => total + like, 0)
    if (sum === 0) return score * (1 - regularization.share)
    const mean = near.reduce((total, { other, like }) => total + like * (scores[other] ?? 0), 0) / sum
    return (1 - regularization.share) * score + regularization.share * mean
  })
}

/** Cosines of all pairs, by the terms that each two share. */
function similarities(vectors: readonly TermVector[]): Float64Array[] {
  const having = new Map<string, { index: number; weight: number }[]>()
  const likeness = vectors.map(() => new Float64Array(vectors.length))
  for (const [index, vector] of vectors.entries()) {
    const own = likeness[index]
    for (const [term, weight] of vector) {
      const others = having.get(term)
      if (others === undefined) {
        having.set(term, [{ index, weight }])
        continue
      }
      for (const other of others) {
        const product = weight * other.weight
        const theirs = likeness[other.index]
        if (own !== undefined) own[other.index] = (own[other.index] ?? 0) + product
        if (theirs !== undefined) theirs[index] = (theirs[index] ?? 0) + product
      }
      others.push({ index, weight })
    }
  }
  return likeness
}
