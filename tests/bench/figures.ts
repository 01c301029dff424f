import type { BenchRow } from './search'

/** One figure of the table; `value` is NaN where it could not be measured, and the name then says why. */
export interface Figure extends BenchRow {
  /** The slowest of 100, or from the least to the most, in the same unit. */
  readonly spread?: string
  /** What it stands beside: the other's figure, a ratio, or its parts. */
  readonly comparison?: string
}

/** Whether a figure keeps its target. */
export type Verdict = 'within' | 'over' | ''

/** The middle of some numbers. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The number below which this share of the others lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** From the least to the most, in words. */
export function range(values: readonly number[], digits = 0): string {
  return `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}`
}

/** Rounds to some decimal places. */
export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits))
}

/** Compares a figure with its target, which is written like "< 50". */
export function verdict({ value, target }: Figure): Verdict {
  if (target === undefined || Number.isNaN(value)) return ''
  const [, sign, limit] = /^([<>]) ([\d.]+)$/.exec(target) ?? []
  if (sign === undefined) throw new Error(`A target is written like "< 50", not "${target}".`)
  const kept = sign === '<' ? value < Number(limit) : value > Number(limit)
  return kept ? 'within' : 'over'
}

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const head = ['figure', 'measured', 'spread', 'target', '', 'beside']
  const rows = figures.map((figure) => [
    figure.name,
    Number.isNaN(figure.value) ? '–' : `${figure.value.toLocaleString('en')} ${figure.unit}`,
    figure.spread ?? '',
    figure.target ?? '',
    verdict(figure),
    figure.comparison ?? '',
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n')
}
