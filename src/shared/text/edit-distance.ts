/**
 * The distance of optimal string alignment: how many letters are put in, taken out, replaced, or swapped with the next;
 * costs the product of both lengths.
 */
export function editDistance(a: string, b: string): number {
  let beforePrevious: readonly number[] = []
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swaps = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = swaps ? (beforePrevious[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      current.push(
        Math.min(substitution, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1),
      )
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
