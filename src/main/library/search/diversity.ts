import type { Combined } from './hybrid'

/** A found passage: its document and its place there. */
export type Found = { readonly document: number; readonly ordinal: number }

/** What a passage keeps of its score behind another of its section: whoever looks at a few wants to see other places too. */
const SECTION_SHARE = 0.85

/** Of passages that follow each other in one document, so many are shown; more would say the same again. */
const MAX_NEIGHBOURS = 3

/** The first `limit` of ranked passages, with no long row of neighbours while others are there; in their order. */
export function spread<T extends Found>(ranked: readonly T[], limit: number): T[] {
  if (ranked.length <= limit) return [...ranked]
  const chosen = new Set<T>()
  const seen = new Set<string>()
  for (const each of ranked) {
    if (chosen.size === limit) break
    const crowd = rowOfNeighbours(seen, each) > MAX_NEIGHBOURS
    seen.add(keyAt(each, 0))
    if (!crowd) chosen.add(each)
  }
  for (const each of ranked) {
    if (chosen.size === limit) break
    chosen.add(each)
  }
  return ranked.filter((each) => chosen.has(each))
}

const keyAt = ({ document, ordinal }: Found, distance: number) => `${document} ${ordinal + distance}`

/** How long the unbroken row of better passages is with this one in it. */
function rowOfNeighbours(seen: ReadonlySet<string>, found: Found): number {
  let length = 1
  for (let before = 1; seen.has(keyAt(found, -before)); before++) length++
  for (let after = 1; seen.has(keyAt(found, after)); after++) length++
  return length
}

/**
 * The ranked passages with those lowered, once, that have a better one in their section (null for none), so many at the
 * front in their final order; best first. Lowered ones stay in order among themselves, so that two rows are merged.
 */
export function varySections(
  ranked: readonly Combined[],
  front: number,
  sectionOf: (found: Found) => string | null,
): Combined[] {
  const placed: Combined[] = []
  const lowered: Combined[] = []
  const seen = new Set<string>()
  let at = 0
  let first = 0
  while (placed.length < front) {
    const next = ranked[at]
    const behind = lowered[first]
    if (behind !== undefined && (next === undefined || behind.score >= next.score)) {
      placed.push(behind)
      first++
      continue
    }
    if (next === undefined) break
    at++
    const section = sectionOf(next)
    if (section === null || !seen.has(section)) placed.push(next)
    else
      lowered.push({
        ...next,
        score: next.score * SECTION_SHARE,
        similarity: next.similarity * SECTION_SHARE,
      })
    if (section !== null) seen.add(section)
  }
  const rest = [...lowered.slice(first), ...ranked.slice(at)]
  return [...placed, ...rest.sort((a, b) => b.score - a.score)]
}
