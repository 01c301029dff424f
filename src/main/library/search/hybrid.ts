import type { SearchMode } from '../../../shared/contract/passages'
import type { Nearest } from '../vectors/vector-index'

/** A passage that has words of the query, with the ranking's own value. */
export type FoundByWords = { readonly document: number; readonly ordinal: number; readonly score: number }

/** A passage with what its answer says of it. */
export type Combined = FoundByWords & { readonly similarity: number }

/** So many of the nearest passages are looked at; the last of them marks where nearness counts nothing. */
export const NEAREST = 100

/**
 * How much the words count against the vectors. Both count the same: which of the two is better depends on a model
 * that somebody else chooses.
 */
const WORDS_SHARE = 0.5

/**
 * Joins what has the words of a query and what stands near it (null when nobody asked), best first: each score as a
 * share of its own best, added up by weight. A passage that only one side found gets nothing from the other, but a
 * passage with the words gets its own nearness, however far down it is.
 *
 * `similarity` is the score as a share of the best one's, when words had a part in it; by vectors alone it is the
 * cosine, which says how near a passage is whatever the others are.
 */
export function combine(
  words: readonly FoundByWords[],
  near: Nearest | null,
): { mode: SearchMode; passages: readonly Combined[] } {
  if (near === null || near.passages.length === 0) {
    return { mode: 'words', passages: asShares(words) }
  }
  if (words.length === 0) {
    const passages = near.passages.map(({ document, ordinal, cosine }) => {
      const score = Math.min(1, cosine)
      return { document, ordinal, score, similarity: score }
    })
    return { mode: 'vectors', passages }
  }
  return { mode: 'hybrid', passages: asShares(addUp(words, near)) }
}

function addUp(words: readonly FoundByWords[], { passages, cosineOf }: Nearest): FoundByWords[] {
  const most = words[0]?.score ?? 0
  const nearest = passages[0]?.cosine ?? 0
  const floor = passages.at(-1)?.cosine ?? 0
  const nearness = (cosine: number) =>
    nearest === floor ? Number(cosine >= floor) : Math.max(0, (cosine - floor) / (nearest - floor))
  const scored = new Map<string, FoundByWords>()
  for (const { document, ordinal, cosine } of passages) {
    const score = (1 - WORDS_SHARE) * nearness(cosine)
    scored.set(`${document} ${ordinal}`, { document, ordinal, score })
  }
  for (const { document, ordinal, score } of words) {
    const key = `${document} ${ordinal}`
    const cosine = scored.has(key) ? null : cosineOf(document, ordinal)
    const near = scored.get(key)?.score ?? (cosine === null ? 0 : (1 - WORDS_SHARE) * nearness(cosine))
    scored.set(key, { document, ordinal, score: near + (most > 0 ? (WORDS_SHARE * score) / most : 0) })
  }
  return [...scored.values()].sort(
    (a, b) => b.score - a.score || a.document - b.document || a.ordinal - b.ordinal,
  )
}

function asShares(found: readonly FoundByWords[]): Combined[] {
  const best = found[0]?.score ?? 0
  return found.map((each) => ({ ...each, similarity: best > 0 ? each.score / best : 0 }))
}
