import type { Analyzer } from '../analysis/analyze'
import type { AnalyzedWord } from '../analysis/analyzed-words'
import { foldWord } from '../analysis/fold'
import { type Language, stopWordsOf, toldLanguage } from '../analysis/languages'

/** A word of a query: any of its terms is as good as the word. */
export type QueryWord = {
  /** As it was written, folded. */
  readonly form: string
  /** As `form`, but with its marks where one of the languages keeps them. */
  readonly written: string
  /** Its stem in each language of the library. */
  readonly terms: readonly string[]
  /** Beside the order of words: a mixed word whole, next to its parts. */
  readonly isWhole: boolean
  /** How often the query has it. */
  readonly times: number
}

/** What any text asks for. */
export type ParsedQuery = {
  /** The words to rank by, each once, in order. */
  readonly words: readonly QueryWord[]
  /** Words that must follow each other, for each piece in quotes. */
  readonly phrases: readonly (readonly QueryWord[])[]
  /** Words behind a minus. */
  readonly excluded: readonly QueryWord[]
  /** Small words that nothing is ranked by. */
  readonly leftOut: readonly QueryWord[]
  /** What it is in, or may be. */
  readonly languages: readonly Language[]
  /** The language that it tells. */
  readonly told: Language | null
  /** Whether the last word may be going on. */
  readonly endsInWord: boolean
}

/** Characters of a query that are looked at: a page. */
const MAX_LENGTH = 10_000

const quoted = /["“”„«»]([^"“”„«»]*)["“”„«»]/gu
// A minus counts before a word that begins there; between words it is a hyphen.
const minus = /(?<=^|\s)-(?=[\p{L}\p{N}"“„«])(?:["“„«]([^"“”„«»]*)["”“»]|([^\s"“”„«»]+))/gu
/** What is written together with a word and says nothing of what is asked: “what’s”, “Parkinson’s”. Left out of the words alone: a phrase is looked for as it stands. */
const possessive = /(?<=[\p{L}\p{N}])['’ʼ＇]s(?![\p{L}\p{M}\p{N}])/giu
const lastCharacterOfWord = /[\p{L}\p{N}\p{M}]$/u

/**
 * Reads any text as a query; there is no text that is not one. Small words are left out of the language that it is in,
 * and where that can't be told, of those that the library is mostly in: a few documents in another must not make a small
 * word of “data” or “war”.
 */
export function parseQuery(
  text: string,
  analyzers: readonly Analyzer[],
  mainLanguages: readonly Language[] = analyzers.map(({ language }) => language),
): ParsedQuery {
  const query = text.slice(0, MAX_LENGTH).toWellFormed()
  const excluded: QueryWord[] = []
  const wanted = query.replace(minus, (_, words: string | undefined, word: string | undefined) => {
    excluded.push(...wordsOf(words ?? word ?? '', analyzers).filter(({ isWhole }) => !isWhole))
    return ' '
  })
  const words = wordsOf(wanted.replace(possessive, ''), analyzers)
  // Nothing but what is not wanted: then it was meant as it stands.
  if (words.length === 0 && excluded.length > 0) {
    return parseQuery(query.replaceAll('-', ' '), analyzers, mainLanguages)
  }
  const phrases = [...wanted.matchAll(quoted)]
    .map(([, phrase = '']) => wordsOf(phrase, analyzers).filter(({ isWhole }) => !isWhole))
    .filter((phrase) => phrase.length > 1)
  const told = toldLanguage(wanted)
  const isThere = analyzers.some(({ language }) => language === told)
  const languages = told !== null && isThere ? [told] : mainLanguages
  const telling = withoutStopWords(words, languages)
  return {
    words: once(telling),
    phrases,
    excluded,
    leftOut: words.filter((word) => !telling.includes(word)),
    languages,
    told,
    endsInWord: lastCharacterOfWord.test(query),
  }
}

/** The words of a text, each read in every language. */
function wordsOf(text: string, analyzers: readonly Analyzer[]): QueryWord[] {
  const readings = analyzers.map((analyzer) => {
    const words: AnalyzedWord[] = []
    analyzer.eachWord(text, (word) => words.push(word))
    return words
  })
  // Where words begin and end is the same in all languages, and so is how many terms each has.
  const [first = []] = readings
  return first.flatMap((word, index) => {
    const alternatives = (part: number, of: 'terms' | 'beside') => [
      ...new Set(readings.flatMap((words) => words[index]?.[of][part] ?? [])),
    ]
    const isMixed = word.terms.length > 1
    const wholes = isMixed ? word.beside : []
    return [
      ...word.terms.map((term, part) => {
        const terms = alternatives(part, 'terms')
        const form = isMixed ? foldWord(term) : word.form
        const written = terms.find((each) => foldWord(each) !== each) ?? form
        return { form, written, terms, isWhole: false, times: 1 }
      }),
      ...wholes.map((whole) => ({ form: whole, written: whole, terms: [whole], isWhole: true, times: 1 })),
    ]
  })
}

/** Without words that say nothing, unless nothing else is there. */
function withoutStopWords(words: readonly QueryWord[], languages: readonly Language[]): readonly QueryWord[] {
  const stopWords = languages.map(stopWordsOf)
  const telling = words.filter(({ written }) => !stopWords.some((these) => these.has(written)))
  return telling.length > 0 ? telling : words
}

/** Each once, with how often it was there. */
function once(words: readonly QueryWord[]): QueryWord[] {
  const found = new Map<string, QueryWord>()
  for (const word of words) {
    const key = word.terms.join(' ')
    const known = found.get(key)
    found.set(key, known === undefined ? word : { ...known, times: known.times + 1 })
  }
  return [...found.values()]
}
