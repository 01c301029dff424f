import type { Quotation } from './quotations'

/** Quotations that overlap, as of the same code or the same list, are one, where the better of them stood. */
export function distinct(quotations: readonly Quotation[]): Quotation[] {
  const kept: Quotation[] = []
  for (const { passage, range } of quotations) {
    const at = kept.findIndex(
      (other) => other.passage === passage && other.range.start < range.end && range.start < other.range.end,
    )
    const same = kept[at]?.range ?? range
    const start = Math.min(same.start, range.start)
    const end = Math.max(same.end, range.end)
    kept.splice(at < 0 ? kept.length : at, 1, { passage, range: { start, end } })
  }
  return kept
}
