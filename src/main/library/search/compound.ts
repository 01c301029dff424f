import { isStopWord, type Language, stemWord } from '../analysis/languages'
import type { IndexState } from './live-index'
import type { Correction } from './spelling'

/** Languages that write what a thing is of and what it is as one word: “Steuererstattung”. */
const compounding: ReadonlySet<Language> = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi', 'hu'])

/** The least letters of a word in it: shorter ones end many others by chance. */
const LEAST_PART = 4
/** The least letters of its last word where the library has not the first. */
const LEAST_ALONE = 6
/** Longer words are none (characters). */
const LONGEST = 40
/** What stands between the words of a compound, or is left out of the first of them. */
const joints = ['', 's', 'es', 'n', 'en', 'er', 'e']

/**
 * What a compound that the library lacks is made of: the terms of its first and its last word, or of the last alone, which
 * says what it is. The last is as long as can be.
 */
export function partsOfCompound(state: IndexState, form: string): Correction | null {
  const languages = state.languages.filter((language) => compounding.has(language))
  if (languages.length === 0 || form.length > LONGEST || /\P{L}/u.test(form)) return null
  const termsOf = (word: string) => knownTerms(state, word, languages)
  let alone: readonly string[] | null = null
  for (let at = LEAST_PART; at <= form.length - LEAST_PART; at++) {
    const last = termsOf(form.slice(at))
    if (last.length === 0) continue
    const first = firstOf(form.slice(0, at), termsOf)
    if (first.length > 0)
      return { terms: [...new Set([...first, ...last])], parts: [first, last], isSure: true }
    if (form.length - at >= LEAST_ALONE) alone ??= last
  }
  return alone === null ? null : { terms: alone, parts: [alone], isSure: false }
}

/** The terms of the first word, without what joins it to the next. */
function firstOf(written: string, termsOf: (word: string) => string[]): string[] {
  for (const joint of joints) {
    if (!written.endsWith(joint) || written.length - joint.length < LEAST_PART) continue
    const terms = termsOf(written.slice(0, written.length - joint.length))
    if (terms.length > 0) return terms
  }
  return []
}

/** The terms that the library has of a word, by its stem and by how it is written. */
function knownTerms(state: IndexState, word: string, languages: readonly Language[]): string[] {
  const isSmall = (each: string) => state.languages.some((language) => isStopWord(each, language))
  if (isSmall(word)) return []
  const stems = languages.map((language) => stemWord(word, language))
  const kept = state.segments.flatMap((segment) => segment.formTerms(word))
  return [...new Set([...stems, ...kept])].filter((term) => !isSmall(term) && state.find(term).count > 0)
}
