import type { DictionaryCursor } from '../index/dictionary'
import { readFormTerms } from '../index/segment-writer'
import type { IndexState } from './live-index'

/** Shorter words have too many neighbours (letters). */
const LEAST_LENGTH = 4
/** From here on two edits are allowed (letters). */
const TWO_EDITS_LENGTH = 8

/** Words that are taken for a misspelt one: of the nearest, the commonest. */
const MOST_CORRECTIONS = 3

/** So many words that begin as asked are looked at in each part of the index. */
const COMPLETIONS_LOOKED_AT = 4000
/** The commonest words that a beginning may stand for. */
const MOST_COMPLETIONS = 12

/** The terms of the words that are nearest to a word that the library lacks: by one edit, or by two in a long word whose first letter is right. */
export function correctWord(state: IndexState, form: string, checkCancelled: () => void): string[] {
  const length = [...form].length
  if (length < LEAST_LENGTH || /\p{N}/u.test(form)) return []
  const byOne = near(state, form, 1, '', checkCancelled)
  if (byOne.length > 0 || length < TWO_EDITS_LENGTH) return byOne
  return near(state, form, 2, form.slice(0, 1), checkCancelled)
}

/** The commonest terms of words within some edits that begin as given. */
function near(
  state: IndexState,
  form: string,
  edits: number,
  beginning: string,
  checkCancelled: () => void,
): string[] {
  const found = new Set<string>()
  for (const { formsFrom, termsFrom } of state.segments) {
    checkCancelled()
    eachNear(formsFrom(beginning), form, edits, beginning, (key, cursor) => {
      for (const term of readFormTerms(key, cursor.payload, cursor.end)) found.add(term)
    })
    eachNear(termsFrom(beginning), form, edits, beginning, (key) => found.add(key))
  }
  return commonest(state, found, MOST_CORRECTIONS)
}

/** The terms of the commonest words that begin so. */
export function completeWord(state: IndexState, beginning: string): string[] {
  const found = new Set<string>()
  for (const { termsFrom, formsFrom } of state.segments) {
    let left = COMPLETIONS_LOOKED_AT
    for (const at = termsFrom(beginning); at.key?.startsWith(beginning) && left > 0; at.next(), left--) {
      found.add(at.key)
    }
    left = COMPLETIONS_LOOKED_AT
    for (const at = formsFrom(beginning); at.key?.startsWith(beginning) && left > 0; at.next(), left--) {
      for (const term of readFormTerms(at.key, at.payload, at.end)) found.add(term)
    }
  }
  return commonest(state, found, MOST_COMPLETIONS)
}

function commonest(state: IndexState, terms: Iterable<string>, most: number): string[] {
  return [...terms]
    .map((term) => ({ term, frequency: state.frequencies.of(term) }))
    .sort((a, b) => b.frequency - a.frequency || (a.term < b.term ? -1 : 1))
    .slice(0, most)
    .map(({ term }) => term)
}

/**
 * Hands out the keys of a dictionary within some edits (a letter more, less or other, or two swapped) of a word.
 * Keys come in order, so that the table of distances is kept for what two keys share, and where no key with some
 * beginning can be near, all of them are passed over.
 */
function eachNear(
  cursor: DictionaryCursor,
  word: string,
  most: number,
  beginning: string,
  take: (key: string, cursor: DictionaryCursor) => void,
): void {
  const width = word.length + 1
  const longest = word.length + most
  const rows = Array.from({ length: longest + 2 }, () => new Uint8Array(width))
  for (let column = 0; column < width; column++) setAt(rows, 0, column, column)
  let previous = ''
  while (cursor.key?.startsWith(beginning) === true) {
    const { key } = cursor
    let row = 0
    while (row < previous.length && row < key.length && previous[row] === key[row]) row++
    let alive = true
    for (; row < key.length && alive; row++) {
      if (row >= longest) {
        alive = false
        break
      }
      alive = fillRow(rows, row + 1, key, word) <= most
    }
    if (alive) {
      const edits = rows[key.length]?.[word.length] ?? Number.POSITIVE_INFINITY
      if (edits <= most) take(key, cursor)
      previous = key
      cursor.next()
      continue
    }
    // No key that begins so is near: on to the first that begins otherwise.
    previous = key.slice(0, row)
    cursor.skip(row)
  }
}

function setAt(rows: readonly Uint8Array[], row: number, column: number, value: number): void {
  const cells = rows[row]
  if (cells !== undefined) cells[column] = Math.min(value, 255)
}

/** Distances of the first `row` letters of a key to each beginning of the word; answers the least of them. */
function fillRow(rows: readonly Uint8Array[], row: number, key: string, word: string): number {
  const above = rows[row - 1]
  const before = rows[row - 2]
  const cells = rows[row]
  if (above === undefined || cells === undefined) return Number.POSITIVE_INFINITY
  const letter = key[row - 1]
  cells[0] = row
  let least = row
  for (let column = 1; column < cells.length; column++) {
    const same = letter === word[column - 1] ? 0 : 1
    let edits = Math.min(
      (above[column - 1] ?? 0) + same,
      (above[column] ?? 0) + 1,
      (cells[column - 1] ?? 0) + 1,
    )
    if (
      before !== undefined &&
      column > 1 &&
      letter === word[column - 2] &&
      key[row - 2] === word[column - 1]
    ) {
      edits = Math.min(edits, (before[column - 2] ?? 0) + 1)
    }
    cells[column] = edits
    if (edits < least) least = edits
  }
  return least
}
