import { editDistance } from '../../shared/text/edit-distance'

// More than this many differing letters is another word, not a slip.
const farthest = 5
const suggestions = 3
// The distance costs the product of both lengths, and a name comes from outside.
const longestCompared = 80

/** Names that are spelled like it, nearest first. */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const spelled = name.slice(0, longestCompared).toLowerCase()
  return known
    .map((candidate) => ({ candidate, distance: editDistance(spelled, candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.min(farthest, candidate.length / 2))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, suggestions)
    .map(({ candidate }) => candidate)
}
