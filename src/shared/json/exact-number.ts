import { isRecord } from './is-record'

/** From here on a number is written with a power of ten (ECMA-262, Number::toString), as by whoever means a size. */
const WRITTEN_AS_POWER = 1e21
/** Decimal digits that any double keeps. */
const KEPT_DIGITS = 15

/**
 * Whether a number is surely what was written: beyond 2^53, digits that were written out are others once they are read.
 * Sizes such as 6.022e23 have few digits, and zeros behind them.
 */
export function isExact(value: number): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return true
  if (Math.abs(value) < WRITTEN_AS_POWER) return false
  const [digits = ''] = String(Math.abs(value)).split('e')
  return digits.replace('.', '').length <= KEPT_DIGITS
}

/** What is wrong with a number that is not {@link isExact}, for whoever gave it. */
export const inexactNumber = 'too large to be exact as a number; in a text field it stays as it is'

/** Where in JSON there are numbers that are not {@link isExact}, which no schema forbids. */
export function inexactIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'number') return isExact(value) ? [] : [[...path]]
  if (Array.isArray(value)) return value.flatMap((each, at) => inexactIn(each, [...path, at]))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, each]) => inexactIn(each, [...path, name]))
}
