import type BetterSqlite3 from 'better-sqlite3'
import { foldWord, plainText } from '../library/analysis/fold'

/** Digits to which numbers in titles are filled up; longer ones are ordered as they stand. */
const NUMBER_DIGITS = 15

/** Gives a connection the function that the triggers of the schema order titles by. */
export function defineTitleOrder(raw: BetterSqlite3.Database): void {
  raw.function('order_of_title', { deterministic: true }, (title) => orderOfTitle(String(title)))
}

/** What titles are ordered by: without case and accents, and numbers by their value. */
function orderOfTitle(title: string): string {
  return foldWord(plainText(title)).replace(/[0-9]+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'))
}
