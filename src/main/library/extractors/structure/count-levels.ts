import { type CounterStyle, countedAs } from './counter'

/** How the number of a point is written. */
export type CountFormat = CounterStyle | '01'

/** How one level of a list is counted. */
export type CountedLevel = {
  readonly start: number
  /** null for bullets and for levels without any mark. */
  readonly format: CountFormat | null
  /** The label, in which `%1` to `%9` stand for the numbers of the levels. */
  readonly text: string
  /** The number of levels above of which each one begins this one anew; null for all of them. */
  readonly restart: number | null
  /** All numbers of the label in digits. */
  readonly isLegal: boolean
}

/** The levels of a list, of which those that nothing is said of have bullets. */
export type CountedLevels = readonly (CountedLevel | undefined)[]

/** How far each level is counted; undefined where it begins anew. */
export type Counts = (number | undefined)[]

/** Levels that a list has at most. */
export const MAX_LEVELS = 10
/** Where a list begins at most; programs stop far below. */
const MAX_START = 1_000_000_000

/** A number that a list begins with, as a file has it. */
export function startOf(value: string | undefined): number {
  return Math.min(MAX_START, Math.max(0, Math.trunc(Number(value)) || 0))
}

/** Counts one more point of a level; its label, or null for a bullet and for what has no visible number. */
export function countNext(counts: Counts, level: number, levels: CountedLevels): string | null {
  for (let at = 0; at <= level; at++) {
    const last = counts[at]
    // A level that is passed over is begun by what stands below it.
    if (last === undefined) counts[at] = levels[at]?.start ?? 1
    else if (at === level) counts[at] = last + 1
  }
  for (let below = level + 1; below < MAX_LEVELS; below++) {
    const restart = levels[below]?.restart ?? null
    if (restart === null || level < restart) counts[below] = undefined
  }
  const own = levels[level]
  return own === undefined || own.format === null ? null : labelOf(own, levels, counts)
}

function labelOf({ text, isLegal }: CountedLevel, levels: CountedLevels, counts: Counts): string | null {
  const label = text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      const format = levels[index]?.format ?? null
      return format === null ? '' : written(counts[index] ?? 1, isLegal ? '1' : format)
    })
    .trim()
  return label === '' ? null : label
}

function written(count: number, format: CountFormat): string {
  return format === '01' ? String(count).padStart(2, '0') : countedAs(format, count)
}
