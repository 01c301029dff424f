import { foldWord } from './fold'
import { type Language, stemWord } from './languages'
import { createWordTable, type Units } from './word-table'
import { eachRun, runText, type TakeRun } from './words'

/** What the index keeps of one word of a text. */
export type AnalyzedWord = {
  /** Its terms in the order of the text: one, or the letters and digits of a mixed word (`fy`, `2018`). */
  readonly terms: readonly string[]
  /** Terms beside the order: a mixed word whole (`fy2018`). */
  readonly beside: readonly string[]
  /** As it is written, folded; the dictionary of forms leads from it to the term. */
  readonly form: string
  /** What the present taker of words keeps of it: a look at it is many times as quick as looking the word up. */
  readonly note: { owner: object | null; terms: readonly number[] }
}

/** Reads texts of one language; what it learns of a word it remembers, so that the same word is the same object. */
export type Analyzer = {
  readonly language: Language
  /** Hands out each word of a text in order. */
  eachWord(text: string, take: (word: AnalyzedWord) => void): void
  /** As `eachWord`, by the numbers of the words: below 0 for those of a script without spaces. */
  eachNumber(text: string, take: (number: number) => void): void
  /**
   * As `eachWord`, with null for most words that have no term with one of some first letters (1 by ASCII code): a stem
   * begins with the letter that its word begins with, so that only the others need to be known.
   */
  eachLikely(text: string, firstLetters: Uint8Array, take: (word: AnalyzedWord | null) => void): void
  /** The word of a number. */
  word(number: number): AnalyzedWord
  /** Changes between two texts when all numbers are given anew. */
  generation(): number
}

/** Longer words are no words; what is beyond is left out (characters). */
const MAX_WORD_LENGTH = 64

/** So many words are remembered, about 30 MB at most; then it begins anew. */
const REMEMBERED_WORDS = 150_000

const parts = /\p{N}+|[^\p{N}]+/gu
const digit = /\p{N}/u
const notDigit = /[^\p{N}]/u

/** Makes an analyzer. */
export function createAnalyzer(language: Language): Analyzer {
  const table = createWordTable()
  const pairNumbers = new Map<string, number>()
  let words: AnalyzedWord[] = []
  let pairs: AnalyzedWord[] = []
  let generation = 0
  const remember = (word: string, hash: number): number => {
    words.push(analyzeWord(word, language))
    return table.add(word, hash)
  }
  const pairOf = (key: string, analyze: () => AnalyzedWord): number => {
    const known = pairNumbers.get(key)
    if (known !== undefined) return known
    pairs.push(analyze())
    pairNumbers.set(key, -pairs.length)
    return -pairs.length
  }
  const forgetIfMany = () => {
    if (words.length < REMEMBERED_WORDS && pairs.length < REMEMBERED_WORDS) return
    table.clear()
    pairNumbers.clear()
    words = []
    pairs = []
    generation++
  }
  const wordOf = (number: number): AnalyzedWord => {
    const word = number < 0 ? pairs[-1 - number] : words[number]
    if (word === undefined) throw new Error(`There is no word ${number}.`)
    return word
  }
  const numbersOf =
    (take: (number: number) => void): TakeRun =>
    (units, start, end, kind, hash) => {
      if (kind === 'word') {
        const known = table.find(units, start, end, hash)
        take(known === -1 ? remember(runText(units, start, end), hash) : known)
        return
      }
      const letters = [...foldWord(runText(units, start, end))]
      if (letters.length === 1) {
        take(pairOf(letters[0] ?? '', () => alone(letters[0] ?? '')))
        return
      }
      for (let at = 1; at < letters.length; at++) {
        const pair = `${letters[at - 1]}${letters[at]}`
        const last = at === letters.length - 1 ? letters[at] : undefined
        // No word holds a zero, so that the key is not that of any other.
        take(pairOf(last === undefined ? pair : `${pair}\0`, () => paired(pair, last)))
      }
    }
  const eachNumber = (text: string, take: (number: number) => void) => {
    forgetIfMany()
    eachRun(text, numbersOf(take))
  }
  return {
    language,
    eachNumber,
    eachWord: (text, take) => eachNumber(text, (number) => take(wordOf(number))),
    eachLikely(text, firstLetters, take) {
      forgetIfMany()
      const takeRun = numbersOf((number) => take(wordOf(number)))
      eachRun(text, (units, start, end, kind, hash) => {
        if (kind === 'word' && firstLetters[units[start] as number] === 0 && isPlain(units, start, end)) {
          take(null)
        } else takeRun(units, start, end, kind, hash)
      })
    },
    word: wordOf,
    generation: () => generation,
  }
}

/** Whether a word is in the letters of ASCII alone: it then has one term. */
function isPlain(units: Units, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = units[at] as number
    if (unit < 0x61 || unit > 0x7a) return false
  }
  return true
}

function analyzed(terms: readonly string[], beside: readonly string[], form: string): AnalyzedWord {
  return { terms, beside, form, note: { owner: null, terms: [] } }
}

function analyzeWord(run: string, language: Language): AnalyzedWord {
  const word = run.length > MAX_WORD_LENGTH ? run.slice(0, MAX_WORD_LENGTH).toWellFormed() : run
  const form = foldWord(word)
  if (!digit.test(form) || !notDigit.test(form)) return analyzed([stemWord(word, language)], [], form)
  const terms = (foldWord(word).match(parts) ?? []).map((part) => stemWord(part, language))
  return analyzed(terms, [form], form)
}

function alone(letter: string): AnalyzedWord {
  return analyzed([letter], [], letter)
}

/**
 * Runs of a script without spaces are cut into overlapping pairs; the last letter stands alone beside them, so that
 * each letter begins some term and a single one can be asked for by prefix.
 */
function paired(pair: string, last: string | undefined): AnalyzedWord {
  return analyzed([pair], last === undefined ? [] : [last], pair)
}

/** Analyzers by language, made when first asked for. */
export function createAnalyzers(): (language: Language) => Analyzer {
  const analyzers = new Map<Language, Analyzer>()
  return (language) => {
    const known = analyzers.get(language) ?? createAnalyzer(language)
    analyzers.set(language, known)
    return known
  }
}
