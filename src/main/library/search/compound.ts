import { isStopWord, type Language } from '../analysis/languages'
import { knownTerms } from './known-terms'
import type { IndexState } from './live-index'
import type { Correction } from './spelling'

/** Languages that write what a thing is of and what it is as one word: “Steuererstattung”. */
const compounding: ReadonlySet<Language> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu'])

/** The least letters of a word in it: shorter ones end many others by chance. */
const LEAST_PART = 4
/** The least letters of its last word where the library has not the first. */
const LEAST_ALONE = 8
/** Longer words are none (characters). */
const LONGEST = 40
/** What stands between the words of a compound. */
const joints = ['', 's', 'es', 'n', 'en', 'er', 'e']
/** What the last word may have more than as the library has it. */
const endings = ['', 'n', 'en', 's', 'es', 'e', 'er', 'ern']
/** How words end that are made of one word, though these endings are words as well: “Wissenschaft”, “Bestellungen”, “trainieren”. */
const suffix =
  /^(?:schaft(?:en)?|heit(?:en)?|keit(?:en)?|lung(?:en?)?|nier(?:en?|ten?)?|rier(?:en?|ten?)?|n?ation(?:en)?|ration(?:en)?|lich\p{L}*|loser?\p{L}*|isch\p{L}*|ieren|tisch(?:e[mnrs]?)?)$/u

/**
 * What a compound that the library lacks is made of, in the languages that the query may be in: its first and its last word
 * as the library has them, or the last alone, which says what it is. The last is as long as can be.
 */
export function partsOfCompound(
  state: IndexState,
  form: string,
  languages: readonly Language[],
): Correction | null {
  if (!languages.some((language) => compounding.has(language))) return null
  if (form.length > LONGEST || /\P{L}/u.test(form)) return null
  const termsOf = (word: string) => writtenTerms(state, word)
  let alone: readonly string[] | null = null
  for (let at = LEAST_PART; at <= form.length - LEAST_PART; at++) {
    const written = form.slice(at)
    if (suffix.test(written)) continue
    const last = firstOf(withoutEnd(written, endings), termsOf)
    if (last.length === 0) continue
    const beginning = form.slice(0, at)
    const first = firstOf([...withoutEnd(beginning, joints), `${beginning}e`], termsOf)
    if (first.length > 0)
      return { terms: [...new Set([...first, ...last])], parts: [first, last], isSure: true }
    if (form.length - at >= LEAST_ALONE && termsOf(written).length > 0) alone ??= last
  }
  return alone === null ? null : { terms: alone, parts: [alone], isSure: false }
}

function withoutEnd(word: string, ends: readonly string[]): string[] {
  return ends
    .filter((end) => word.endsWith(end) && word.length - end.length >= LEAST_PART)
    .map((end) => word.slice(0, word.length - end.length))
}

/** The terms of the first of some words that the library has. */
function firstOf(words: readonly string[], termsOf: (word: string) => string[]): string[] {
  for (const word of words) {
    const terms = termsOf(word)
    if (terms.length > 0) return terms
  }
  return []
}

/** The terms of a word that the library has as it is written; of one that is its own stem that can't be told from others of that stem. */
function writtenTerms(state: IndexState, word: string): string[] {
  const isSmall = (each: string) => state.languages.some((language) => isStopWord(each, language))
  return isSmall(word) ? [] : knownTerms(state, word, [word], (term) => !isSmall(term))
}
