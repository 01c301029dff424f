// More than this many differing letters is another word, not a slip.
const farthest = 5
const suggestions = 3
// The distance costs the product of both lengths, and a name comes from outside.
const longestCompared = 80

/** Names that are spelled like it, nearest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const spelled = name.slice(0, longestCompared).toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: distance(spelled, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.min(farthest, candidate.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, suggestions)
    .map(({ candidate }) => candidate)
}

/** Levenshtein's edit distance. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
