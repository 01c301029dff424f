import type { AskedWord } from '../../../shared/contract/passages'
import { EVERYDAY_SHARE, isEverydayWord, isKindOfDocument } from '../analysis/everyday-words'
import { foldWord } from '../analysis/fold'
import { isBelowGram } from '../analysis/grams'
import { partsOfCompound } from './compound'
import { knownTerms } from './known-terms'
import type { IndexState } from './live-index'
import type { ParsedQuery, QueryWord } from './query'
import { hasPlace, inverseFrequency, placesWithAll, ranking } from './rank'
import { repeatedTitles } from './repeated-titles'
import { type Correction, completeWord, correctWord } from './spelling'

/** More words than this make a search slower, not better: of a longer query those that tell most are taken. */
const MAX_WORDS = 64

/** So many unknown words of a query are looked for among the known ones: each is a walk over the dictionary. */
const MAX_CORRECTIONS = 32

/** So many words of a query that are shorter than a gram are taken for beginnings: each may be that of thousands of terms. */
const MAX_BEGINNINGS = 32

/** What a word keeps of its rarity that the library lacks and that may be another one misspelt. */
const UNSURE_SHARE = 0.5

/** What a word keeps that says what kind of document the name before it is of. */
const KIND_SHARE = 0.2

/** A word with what it stands for in this library. */
export type WeighedWord = QueryWord & {
  /** How rare its terms are together; less for a word of any question. */
  readonly weight: number
  /** What it counts more for a document that is called so. */
  readonly named: number
  /** Where the library lacks it and its terms are those of other words: whether these are meant for sure. */
  readonly corrected: 'sure' | 'unsure' | null
  /** Where it is a compound that the library lacks: the terms of each of its words. */
  readonly parts?: readonly (readonly string[])[] | undefined
}

/** Finds out which terms each word stands for: its stems, what its form is kept as, or else what is nearest to it. */
export function weigh(
  state: IndexState,
  query: ParsedQuery,
  typing: boolean,
  checkCancelled: () => void,
): WeighedWord[] {
  const last = query.words.findLast(({ isWhole }) => !isWhole)
  let corrections = MAX_CORRECTIONS
  let beginnings = MAX_BEGINNINGS
  const found = query.words.map((word) => {
    checkCancelled()
    const known = knownTerms(state, word.form, word.terms, isAsWritten(word))
    const isTyped = typing && query.endsInWord && word === last
    const isBeginning = isTyped || (isBelowGram(word.form) && beginnings-- > 0)
    const completed = isBeginning ? completeWord(state, word.form) : []
    return { word, terms: [...new Set([...known, ...completed])] }
  })
  const isBeside = besideOthers(state, found)
  const weighed = found.flatMap(({ word, terms: own }) => {
    const isLacking = own.length === 0 && !word.isWhole && corrections-- > 0
    const instead = isLacking ? standingFor(state, word.form, query, isBeside, checkCancelled) : null
    const corrected = instead === null ? null : instead.isSure ? ('sure' as const) : ('unsure' as const)
    const usual = isEverydayWord(word.form, state.languages) ? EVERYDAY_SHARE : said(word.times)
    const share = corrected === 'unsure' ? UNSURE_SHARE * usual : usual
    // Each word of a compound is asked for, and not any of them.
    return (instead?.parts ?? [instead?.terms ?? own]).flatMap((terms) =>
      terms.length === 0
        ? []
        : [{ ...word, ...weightsOf(state, terms, share), terms, corrected, parts: instead?.parts }],
    )
  })
  return mostTelling(weighed).map((word, index, weighed) => {
    const behindName = (weighed[index - 1]?.named ?? 0) > 0
    const isKind = behindName && word.named === 0 && isKindOfDocument(word.form, state.languages)
    return isKind ? { ...word, weight: KIND_SHARE * word.weight } : word
  })
}

/** What a word counts by its terms, and what it counts more for a document that is called so. */
function weightsOf(
  state: IndexState,
  terms: readonly string[],
  share: number,
): Pick<WeighedWord, 'weight' | 'named'> {
  const frequency = terms.reduce((sum, term) => sum + state.find(term).count, 0)
  const weight = share * inverseFrequency(state.passages, frequency)
  const repeated = terms.reduce((sum, term) => sum + repeatedTitles(state.find(term)), 0)
  return { weight, named: share * inverseFrequency(state.passages, frequency - repeated) - weight }
}

/** What a word that the library lacks is taken for: another one misspelt, or what it is made of, whichever is surer. */
function standingFor(
  state: IndexState,
  form: string,
  query: Pick<ParsedQuery, 'languages' | 'told'>,
  isBeside: (term: string) => boolean | null,
  checkCancelled: () => void,
): Correction | null {
  const misspelt = correctWord(state, form, query, isBeside, checkCancelled)
  if (misspelt?.isSure === true) return misspelt
  checkCancelled()
  const parts = partsOfCompound(state, form, query.languages)
  return parts?.isSure === true ? parts : (misspelt ?? parts)
}

/**
 * Tells of a term whether it stands in a passage with another word of the query; null where the query has no other that
 * tells anything.
 */
function besideOthers(
  state: IndexState,
  found: readonly { readonly word: QueryWord; readonly terms: readonly string[] }[],
): (term: string) => boolean | null {
  const others = found.flatMap(({ word, terms }) => (isEverydayWord(word.form, state.languages) ? [] : terms))
  let places: Uint8Array | null = null
  return (term) => {
    if (others.length === 0) return null
    places ??= placesWithAll(state, [others], state.allowed({}))
    return hasPlace(state, term, places)
  }
}

/** How much each word of a query tells; one that may be another word misspelt, or not, as one that stands nowhere. */
export function askedWords(
  state: IndexState,
  { words }: Pick<ParsedQuery, 'words'>,
  weighed: readonly WeighedWord[],
): AskedWord[] {
  const known = new Map(weighed.map((word) => [word.form, word.corrected === 'unsure' ? [] : word.terms]))
  return words
    .filter(({ isWhole }) => !isWhole)
    .map(({ form }) => {
      const frequency = (known.get(form) ?? []).reduce((sum, term) => sum + state.find(term).count, 0)
      const share = isEverydayWord(form, state.languages) ? EVERYDAY_SHARE : 1
      return {
        word: form,
        rarity: Number((share * Math.log(1 + state.passages / (1 + frequency))).toFixed(3)),
      }
    })
}

/** What a word counts that is said so often: less each time, as in a passage. Words of any question are repeated by chance. */
function said(times: number): number {
  return (times * (ranking.saturation + 1)) / (times + ranking.saturation)
}

/** The words that count most, in their order. */
function mostTelling(words: readonly WeighedWord[]): readonly WeighedWord[] {
  if (words.length <= MAX_WORDS) return words
  const best = new Set([...words].sort((a, b) => b.weight - a.weight).slice(0, MAX_WORDS))
  return words.filter((word) => best.has(word))
}

/** Whoever writes the marks of a word means these; whoever writes none may mean any. */
function isAsWritten({ form, written }: QueryWord): (term: string) => boolean {
  return (term) => written === form || term === written || foldWord(term) === term
}
