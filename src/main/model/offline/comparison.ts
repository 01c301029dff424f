import type { Passage } from '../../../shared/contract/passages'
import { EVERYDAY_SHARE, isEverydayWord } from '../../library/analysis/everyday-words'
import { foldWord, plainText } from '../../library/analysis/fold'
import type { Language } from '../../library/analysis/languages'
import { wordPattern } from '../question-words'
import { type CandidateSentence, candidateSentences } from './candidate-sentences'
import { type Place, placesOf } from './headings'
import type { Quotation } from './quotations'
import { tableHead } from './table-rows'
import { lineAt } from './text-lines'
import { hasForm } from './word-forms'

/** What a word counts that was asked before what goes on from it. */
const earlierWeight = 0.5
/** What a word counts in a document whose title has it: there it says which document, and no more which sentence. */
const titledWeight = 0.3
/** What a word of the headings above counts for a sentence that lacks it, and for the first one below them. */
const aboveWeight = { first: 0.8, further: 0.7 }

/** A question, with what was asked before where it goes on from that. */
export interface Asked {
  readonly question: string
  readonly before: string
}

/** What the headings above a sentence say of the question. */
export interface Above {
  /** Whether nothing stands between them and it. */
  readonly isFirst: boolean
  /** Whether it stands right below headings with all that is said of the question anywhere. */
  readonly isTopic: boolean
  /** What their words are worth for it that it lacks. */
  readonly worth: number
  /** What all their words of the question are worth. */
  readonly said: number
}

/** Sentences beside a question; lists of each sentence are in the order of the sentences. */
export interface Comparison {
  readonly sentences: readonly CandidateSentence[]
  /** The words of the question, and of what was asked before. */
  readonly asked: ReadonlySet<string>
  /** Those of them that are asked last. */
  readonly last: ReadonlySet<string>
  /** Those of them that some sentence has. */
  readonly said: ReadonlySet<string>
  /** What each of the words tells. */
  readonly weights: ReadonlyMap<string, number>
  /** What words tell together, of a passage in which some may say less; null of none in particular. */
  worthIn(words: Iterable<string>, passage: Passage | null): number
  /** What the words of each sentence are worth. */
  readonly own: readonly number[]
  readonly places: readonly (Place | null)[]
  readonly above: readonly (Above | null)[]
  /** Of each row of a table which of the sentences is its head; null of what has none. */
  readonly heads: readonly (number | null)[]
  readonly wordsOf: (text: string) => string[]
  titleWords(passage: Passage): ReadonlySet<string> | undefined
}

/** Compares the sentences of passages with a question by their words, as `wordsOf` cuts them. */
export function compare(
  { question, before }: Asked,
  passages: readonly Passage[],
  language: Language,
  wordsOf: (text: string) => string[],
): Comparison {
  const last = new Set(wordsOf(question))
  const asked = new Set([...last, ...wordsOf(before)])
  const sentences = candidateSentences(passages, asked, wordsOf)
  const weights = weightsOf(asked, sentences, new Set(everydayWords(question, language).flatMap(wordsOf)))
  for (const [word, weight] of weights) if (!last.has(word)) weights.set(word, weight * earlierWeight)
  const titles = new Map(passages.map(({ title }) => [title, new Set(wordsOf(title))]))
  const titleWords = ({ title }: Passage) => titles.get(title)
  const worthIn = (words: Iterable<string>, passage: Passage | null) =>
    [...words].reduce((sum, word) => {
      const weight = passage !== null && titleWords(passage)?.has(word) === true ? titledWeight : 1
      return sum + (weights.get(word) ?? 0) * weight
    }, 0)
  const compared = {
    ...{ sentences, asked, last, weights, worthIn, wordsOf, titleWords },
    said: new Set(sentences.flatMap(({ words }) => [...words])),
    own: sentences.map(({ words, passage }) => worthIn(words, passage)),
    places: placesOf(sentences),
    heads: headsOf(sentences),
  }
  return { ...compared, above: sentences.map((_, index) => aboveOf(compared, index)) }
}

/** The words of the headings above a sentence. */
export function headingWords(
  { places, wordsOf }: Pick<Comparison, 'places' | 'wordsOf'>,
  index: number,
): string[] {
  return places[index]?.headings.flatMap(wordsOf) ?? []
}

/** How much of what is told of the question a sentence says, below its headings and title; from 0 to 1. */
export function saidShare(
  comparison: Comparison,
  { passage, words }: CandidateSentence,
  index: number,
): number {
  const { said, worthIn, titleWords } = comparison
  const total = worthIn(said, null)
  if (total === 0) return 0
  const context = new Set([...headingWords(comparison, index), ...(titleWords(passage) ?? [])])
  const saidHere = [...said].filter((word) => words.has(word) || hasForm(context, word))
  return worthIn(saidHere, null) / total
}

function aboveOf(compared: Omit<Comparison, 'above'>, index: number): Above | null {
  const { sentences, places, asked, said, worthIn, titleWords } = compared
  const sentence = sentences[index]
  const place = places[index] ?? null
  if (sentence === undefined || place === null) return null
  const { passage, words } = sentence
  const titled = titleWords(passage)
  // The title says which document, of all of its sentences.
  const heading = new Set(headingWords(compared, index))
  const inHeadings = [...asked].filter((word) => hasForm(heading, word) && titled?.has(word) !== true)
  const topic = [...said].filter((word) => titled?.has(word) !== true)
  const isTopic = topic.length > 0 && topic.every((word) => inHeadings.includes(word))
  const lacking = worthIn(
    inHeadings.filter((word) => !words.has(word)),
    passage,
  )
  return {
    isFirst: place.isFirst,
    isTopic: isTopic && place.isFirst,
    worth: lacking * (place.isFirst ? aboveWeight.first : aboveWeight.further),
    said: worthIn(inHeadings, passage),
  }
}

function headsOf(quotations: readonly Quotation[]): (number | null)[] {
  return quotations.map(({ passage, range }) => {
    const head = tableHead(passage.text, range.start)
    if (head === null) return null
    const at = quotations.findIndex(
      (other) => other.passage === passage && lineAt(passage.text, other.range.start).start === head.start,
    )
    return at === -1 ? null : at
  })
}

/**
 * What each word of a question tells, by how many of the sentences have it: inverse document frequency, squared, so that
 * the words that all sentences have decide nothing.
 */
function weightsOf(
  asked: ReadonlySet<string>,
  sentences: readonly CandidateSentence[],
  everyday: ReadonlySet<string>,
): Map<string, number> {
  return new Map(
    [...asked].map((word) => {
      const having = sentences.filter(({ words }) => words.has(word)).length
      const share = everyday.has(word) ? EVERYDAY_SHARE : 1
      return [word, (share * Math.log(1 + sentences.length / (1 + having))) ** 2]
    }),
  )
}

/** Words of any question in it, in lower case: rare among the sentences, they tell nothing of what it is about. */
function everydayWords(question: string, language: Language): string[] {
  const asked = plainText(question).match(wordPattern) ?? []
  return asked.filter((word) => isEverydayWord(foldWord(word), [language]))
}
