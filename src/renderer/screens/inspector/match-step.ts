/**
 * The index so many matches further: from the last one on with the first, and back; -1 is before all. NaN where there are
 * none.
 */
export function steppedMatch(from: number, by: number, count: number): number {
  const to = from < 0 && by < 0 ? by : from + by
  return ((to % count) + count) % count
}
