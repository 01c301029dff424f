import type BetterSqlite3 from 'better-sqlite3'
import { folded } from '../library/analysis/fold'

/** Digits to which numbers in titles are filled up; longer ones are ordered as they stand. */
const NUMBER_DIGITS = 15

/** Gives a connection the functions by which the schema's triggers order titles and its migrations fold texts anew. */
export function defineFolding(raw: BetterSqlite3.Database): void {
  raw.function('order_of_title', { deterministic: true }, (title) => orderOfTitle(String(title)))
  raw.function('folded', { deterministic: true }, (text) => folded(String(text)))
}

/** What titles are ordered by: without case and accents, and numbers by their value. */
function orderOfTitle(title: string): string {
  return folded(title).replace(/[0-9]+/g, (digits) => digits.padStart(NUMBER_DIGITS, '0'))
}
