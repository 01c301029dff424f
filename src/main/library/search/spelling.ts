import { isCommonWord } from '../analysis/common-words'
import { readFormTerms } from '../index/segment-writer'
import { likelihood } from './likely-edit'
import type { IndexState } from './live-index'
import { createNearKeys, LONGEST_NEAR } from './near-keys'
import type { ParsedQuery } from './query'

/** Shorter words have too many neighbours (letters). */
const LEAST_LENGTH = 4
/** From here on two edits are allowed (letters). */
const TWO_EDITS_LENGTH = 8

/** How one word of Latin or Greek ends as one and as many: “analysis”, “analyses”. The stemmer takes these for two. */
const learnedEndings = [
  ['is', 'es'],
  ['on', 'a'],
  ['um', 'a'],
  ['us', 'i'],
  ['a', 'ae'],
] as const

/** Words that are taken for a misspelt one: of the likeliest, the commonest. */
const MOST_CORRECTIONS = 3
/** The commonest of the near words, among which the likeliest are looked for. */
const MOST_LOOKED_AT = 12

/** So many words that begin as asked are looked at in each part of the index. */
const COMPLETIONS_LOOKED_AT = 4000
/** The commonest words that a beginning may stand for. */
const MOST_COMPLETIONS = 12

/** What a word that the library lacks is taken for. */
export type Correction = {
  readonly terms: readonly string[]
  /** Of a compound: those of each of its words that the library has. */
  readonly parts?: readonly (readonly string[])[]
  /** Whether hardly anything else can be meant. */
  readonly isSure: boolean
}

/**
 * The words that are nearest to one that the library lacks, and likely enough: by one edit, or by two in a long word
 * whose first letter is right and whose first half has at most one of them. A common word of the languages that the query
 * may be in is meant as it is written, and taken for other forms of itself alone; one of a query in another language than
 * the library's is taken for no common word of that. `isBeside` tells of a term whether it stands in a passage with
 * another word of the query; null where there is no other.
 */
export function correctWord(
  state: IndexState,
  form: string,
  { languages, told }: Pick<ParsedQuery, 'languages' | 'told'>,
  isBeside: (term: string) => boolean | null,
  checkCancelled: () => void,
): Correction | null {
  const length = [...form].length
  if (length < LEAST_LENGTH || form.length > LONGEST_NEAR || /\p{N}/u.test(form)) return null
  const isCommonHere = (word: string) => isCommonWord(word, state.mainLanguages)
  const isForeign = told !== null && !state.mainLanguages.includes(told)
  const mayBe = isForeign ? (_form: string, other: string) => !isCommonHere(other) : () => true
  const mayStandFor = isCommonWord(form, languages) ? isOtherForm : mayBe
  const byOne = near(state, form, 1, '', mayStandFor, checkCancelled)
  if (byOne.size > 0 || length < TWO_EDITS_LENGTH) return likeliest(state, form, byOne, isBeside)
  const byTwo = near(state, form, 2, form.slice(0, 1), mayStandFor, checkCancelled)
  return likeliest(state, form, byTwo, isBeside)
}

/** Whether one of two words is that of which the other means many. */
function isOtherForm(form: string, other: string): boolean {
  const isPair = (one: string, many: string, [end, ends]: (typeof learnedEndings)[number]) =>
    one.endsWith(end) && many === one.slice(0, -end.length) + ends
  return learnedEndings.some((endings) => isPair(form, other, endings) || isPair(other, form, endings))
}

/** The terms of words within some edits that begin as given and may be meant, each with the words that lead to it. */
function near(
  state: IndexState,
  form: string,
  edits: number,
  beginning: string,
  mayStandFor: (form: string, other: string) => boolean,
  checkCancelled: () => void,
): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const add = (term: string, key: string) => {
    if (mayStandFor(form, key)) found.set(term, [...(found.get(term) ?? []), key])
  }
  const nearKeys = createNearKeys(form, edits)
  for (const { walkForms, walkTerms } of state.segments) {
    checkCancelled()
    walkForms(beginning, {
      ...nearKeys,
      take(key, payload, end) {
        for (const term of readFormTerms(key, payload, end)) add(term, key)
      },
    })
    walkTerms(beginning, { ...nearKeys, take: (key) => add(key, key) })
  }
  return found
}

/** Of the commonest words that are near, those that are meant most likely. */
function likeliest(
  state: IndexState,
  form: string,
  found: ReadonlyMap<string, readonly string[]>,
  isBeside: (term: string) => boolean | null,
): Correction | null {
  const likely = { sure: new Set<string>(), unsure: new Set<string>(), none: new Set<string>() }
  for (const term of commonest(state, found.keys(), MOST_LOOKED_AT)) {
    const beside = isBeside(term)
    for (const key of found.get(term) ?? []) likely[likelihood(form, key, beside)].add(term)
  }
  const isSure = likely.sure.size > 0
  const terms = [...(isSure ? likely.sure : likely.unsure)].slice(0, MOST_CORRECTIONS)
  return terms.length === 0 ? null : { terms, isSure }
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
