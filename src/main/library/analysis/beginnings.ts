import type { Units } from './word-table'

/** Letters of ASCII. */
const ASCII = 0x80

/**
 * From this many letters on a stem begins with the first two letters of its word, in every language that is stemmed;
 * of shorter ones the second may be another (dying, die).
 */
const TWO_LETTERS_FROM = 6

/** How words may begin that have one of some terms, as far as it is told by letters of ASCII. */
export type Beginnings = {
  /** By ASCII code, 1 for each first letter. */
  readonly first: Uint8Array
  /** By the codes of two letters, the first times 128 plus the second, 1 for each two first ones. */
  readonly firstTwo: Uint8Array
}

/** The beginnings of some terms. */
export function beginningsOf(terms: Iterable<string>): Beginnings {
  const first = new Uint8Array(ASCII)
  const firstTwo = new Uint8Array(ASCII * ASCII)
  for (const term of terms) {
    const [one, two] = [term.charCodeAt(0), term.charCodeAt(1)]
    if (!(one < ASCII)) continue
    first[one] = 1
    if (two < ASCII) firstTwo[one * ASCII + two] = 1
  }
  return { first, firstTwo }
}

/** Whether a word of letters from a to z may have one of the terms. */
export function mayHaveTerm(
  { first, firstTwo }: Beginnings,
  units: Units,
  start: number,
  end: number,
): boolean {
  const one = units[start] as number
  if (end - start < TWO_LETTERS_FROM) return first[one] === 1
  return firstTwo[one * ASCII + (units[start + 1] as number)] === 1
}
