import { readFormTerms } from '../index/segment-writer'
import type { IndexState } from './live-index'
import { createNearKeys, LONGEST_NEAR } from './near-keys'

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

/** The terms of the words that are nearest to a word that the library lacks: by one edit, or by two in a long word whose first letter is right and whose first half has at most one of them. */
export function correctWord(state: IndexState, form: string, checkCancelled: () => void): string[] {
  const length = [...form].length
  if (length < LEAST_LENGTH || form.length > LONGEST_NEAR || /\p{N}/u.test(form)) return []
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
  const nearKeys = createNearKeys(form, edits)
  for (const { walkForms, walkTerms } of state.segments) {
    checkCancelled()
    walkForms(beginning, {
      ...nearKeys,
      take(key, payload, end) {
        for (const term of readFormTerms(key, payload, end)) found.add(term)
      },
    })
    walkTerms(beginning, { ...nearKeys, take: (key) => found.add(key) })
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
