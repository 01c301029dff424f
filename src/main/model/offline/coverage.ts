import type { AskedWord, Correction, Passage } from '../../../shared/contract/passages'
import { folded } from '../../library/analysis/fold'
import { isUnspaced } from '../../library/analysis/grams'
import { type Language, languageOfAll } from '../../library/analysis/languages'
import { contentWords, isPair, wordPattern } from '../question-words'
import type { Quotation } from './quotations'
import { hasForm } from './word-forms'

/** How much of what a question asks for stands in what is quoted. */
export interface Coverage {
  /** Whether it is enough to be about what was asked. */
  readonly isEnough: boolean
  /** The words that stand nowhere, as they were asked, where they tell half of the question or more. */
  readonly missing: readonly string[]
}

/** What a search told of the words that it looked for. */
export interface SearchedWords {
  readonly asked: readonly AskedWord[]
  readonly corrections: readonly Correction[]
}

/**
 * The shares of what the question's words tell from which on passage and quotation are taken for an answer, by what the
 * words are. With these some nine of ten questions of XQuAD are known to have none where their article is not (0031).
 */
const enough = { words: 0.45, pairs: 0.2, letters: 0.36 }
/** Missing words are named when they tell this share of the question. */
const worthNaming = 0.5

/** Something that is asked for. */
interface Wanted {
  /** As it was asked. */
  readonly word: string
  readonly rarity: number
  readonly isIn: (text: PreparedText) => boolean
  readonly kind: keyof typeof enough
}

/** A text as its words are looked for in it. */
interface PreparedText {
  readonly stems: ReadonlySet<string>
  /** Folded, without white space. */
  readonly letters: string
}

/** Finds out how much of a question the best passage and the best quotation have. */
export function coverageOf(
  question: string,
  passages: readonly Passage[],
  quotations: readonly Quotation[],
  searched: SearchedWords,
): Coverage {
  const language = languageOfAll(passages)
  const wanted = wantedIn(question, language, searched)
  const total = told(wanted)
  if (total === 0) return { isEnough: true, missing: [] }
  const shareIn = (text: PreparedText) => told(wanted.filter(({ isIn }) => isIn(text))) / total
  const whole = passages.map((passage) => prepare(`${headOf(passage)} ${passage.text}`, language))
  const quoted = quotations.map(({ passage, range }) =>
    prepare(`${headOf(passage)} ${passage.text.slice(range.start, range.end)}`, language),
  )
  const best = (texts: readonly PreparedText[]) => Math.max(0, ...texts.map(shareIn))
  const least = wanted.reduce((sum, { kind, rarity }) => sum + enough[kind] * rarity, 0) / total
  const isEnough = (best(whole) + best(quoted)) / 2 >= least
  const missing = isEnough ? [] : wanted.filter(({ isIn }) => !whole.some(isIn))
  const isNamed = told(missing) >= worthNaming * total
  const words = missing.filter(({ kind }) => kind === 'words').map(({ word }) => word)
  return { isEnough, missing: isNamed ? [...new Set(words)] : [] }
}

/** Tells of a passage whether it has any of the words of a question. */
export function hasWordOf(
  question: string,
  passages: readonly Passage[],
  searched: SearchedWords,
): (passage: Passage) => boolean {
  const language = languageOfAll(passages)
  const wanted = wantedIn(question, language, searched)
  return (passage) => {
    const text = prepare(`${headOf(passage)} ${passage.text}`, language)
    return wanted.some(({ isIn }) => isIn(text))
  }
}

function told(wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { rarity }) => sum + rarity, 0)
}

function wantedIn(question: string, language: Language, { asked, corrections }: SearchedWords): Wanted[] {
  const rarities = new Map(asked.map(({ word, rarity }) => [word, rarity]))
  const instead = new Map(
    corrections.filter(({ sure }) => sure).map((each) => [folded(each.word), each.instead] as const),
  )
  const grams = asked.filter(({ word }) => isUnspaced(word))
  const spaced = new Map<string, Wanted>()
  for (const word of question.match(wordPattern) ?? []) {
    const form = folded(word)
    // What the search left out is a small word of the question's language.
    const rarity = rarities.get(form) ?? (asked.length === 0 ? 1 : 0)
    const stems = contentWords([word, ...(instead.get(form) ?? [])].join(' '), language)
    if (stems.length === 0 || rarity === 0 || (isPair(stems[0] ?? '') && grams.length > 0)) continue
    const isIn = (text: PreparedText) => stems.some((stem) => hasForm(text.stems, stem))
    spaced.set(form, { word, rarity, isIn, kind: stems.some(isPair) ? 'pairs' : 'words' })
  }
  return [
    ...spaced.values(),
    ...grams.map(({ word, rarity }): Wanted => {
      const kind = [...word].length > 2 ? 'letters' : 'pairs'
      return { word, rarity, isIn: ({ letters }) => letters.includes(word), kind }
    }),
  ]
}

function headOf({ title, section }: Passage): string {
  return `${title} ${section ?? ''}`
}

function prepare(text: string, language: Language): PreparedText {
  return {
    stems: new Set(contentWords(text, language)),
    letters: folded(text).replace(/\s+/gu, ''),
  }
}
