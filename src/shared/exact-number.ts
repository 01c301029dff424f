import { isRecord } from './is-record'

/** Whether a number is surely what was written: beyond 2^53, digits that were written out are others once they are read. */
export function isExact(value: number): boolean {
  return !Number.isInteger(value) || Number.isSafeInteger(value)
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
