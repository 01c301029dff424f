/** A found passage: its document and its place there. */
export type Found = { readonly document: number; readonly ordinal: number }

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
