import { doubled } from '../index/doubled'
import { type AnalyzedWord, createWords, type Words, type WordTerms } from './analyzed-words'
import { type Beginnings, mayHaveTerm } from './beginnings'
import { foldWord } from './fold'
import { gramLength, partsOfOneGramLength, USUAL_GRAM } from './grams'
import { type Language, stemWord } from './languages'
import { type Letters, lettersOf, unfoldingLetters } from './letters'
import type { TextPool } from './text-pool'
import { createWordTable, hashUnits, type Units } from './word-table'
import { type Runs, runsOf, runText } from './words'

/** Reads texts of one language; what it learns of a word it remembers, so that the same word is the same object. */
export type Analyzer = {
  readonly language: Language
  /** Hands out each word of a text in order. */
  eachWord(text: string, take: (word: AnalyzedWord) => void): void
  /** Its words by their numbers, below 0 for those of a script without spaces; they hold until the next text is read. */
  numbersOf(text: string): Int32Array
  /**
   * As `eachWord`, with null for most words that have no term which begins in one of some ways: a stem begins as its
   * word does, so that only the others need to be known.
   */
  eachLikely(text: string, beginnings: Beginnings, take: (word: AnalyzedWord | null) => void): void
  /** The number of a word of a stream (`word-stream.ts`); it holds until the next text is read. */
  numberOf(units: Units, start: number, end: number): number
  /** The word of a number. */
  word(number: number): AnalyzedWord
  /** See {@link Words}. */
  onlyTerm(number: number): number
  /** The terms by their numbers, and the number of a term of some word. */
  terms(): TextPool
  termNumber(term: string): number
  /** How words are written, folded, and the place of a word among these. */
  forms(number: number): TextPool
  formPlace(number: number): number
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

/** Starts with no words remembered; one serves all texts of its language, one after the other. */
export function createAnalyzer(language: Language): Analyzer {
  const table = createWordTable()
  /** A gram has the same number in the table and among `grams`. */
  const gramTable = createWordTable()
  let words = createWords()
  let grams = createWords()
  const terms = createWordTable()
  let generation = 0
  const termNumber = (term: string): number => {
    const length = writeUnits(term)
    const hash = hashUnits(units, 0, length)
    const known = terms.find(units, 0, length, hash)
    return known === -1 ? terms.add(term, hash) : known
  }
  const add = (to: Words, word: WordTerms) => {
    const [first] = word.terms
    const isOnly = word.terms.length === 1 && word.beside.length === 0
    to.add(word, isOnly && first !== undefined ? termNumber(first) : -1)
  }
  const remember = (word: string, hash: number): number => {
    add(words, analyzeWord(word, language))
    return table.add(word, hash)
  }
  const rememberGram = (key: string, hash: number, gram: WordTerms): number => {
    add(grams, gram)
    return gramTable.add(key, hash)
  }
  /** The number of a gram that others of its run follow: so many letters from one on. */
  const gramOf = ({ units, starts }: Letters, first: number, size: number): number => {
    const start = starts[first] as number
    const end = starts[first + size] as number
    const hash = hashUnits(units, start, end)
    const known = gramTable.find(units, start, end, hash)
    if (known !== -1) return known
    const form = runText(units, start, end)
    return rememberGram(form, hash, { terms: [form], beside: none, form })
  }
  /** The number of the gram that ends its run. */
  const lastGramOf = (letters: Letters, first: number): number => {
    const length = writeKey(letters, first)
    const hash = hashUnits(key, 0, length)
    const known = gramTable.find(key, 0, length, hash)
    return known === -1 ? rememberGram(runText(key, 0, length), hash, lastGram(letters, first)) : known
  }
  const forgetIfMany = () => {
    if (words.forms.count < REMEMBERED_WORDS && grams.forms.count < REMEMBERED_WORDS) return
    table.clear()
    gramTable.clear()
    terms.clear()
    words = createWords()
    grams = createWords()
    generation++
  }
  /** The numbers of the words of the present text: the first so many. */
  let numbers = new Int32Array(1024)
  let count = 0
  const take = (number: number) => {
    if (count === numbers.length) numbers = doubled(numbers)
    numbers[count++] = number
  }
  const takeGrams = (letters: Letters, longest: number) => {
    const last = Math.max(0, letters.count - longest)
    for (let first = 0; first < last; first++) take(-1 - gramOf(letters, first, longest))
    take(-1 - lastGramOf(letters, last))
  }
  const numberOf = (
    units: Units,
    start: number,
    end: number,
    hash = hashUnits(units, start, end),
  ): number => {
    const known = table.find(units, start, end, hash)
    return known === -1 ? remember(runText(units, start, end), hash) : known
  }
  const takeRun = ({ units, starts, ends, hashes, unspaced }: Runs, run: number) => {
    const start = starts[run] as number
    const end = ends[run] as number
    if (unspaced[run] === 0) {
      take(numberOf(units, start, end, hashes[run]))
      return
    }
    const unfolding = unfoldingLetters(units, start, end)
    if (unfolding !== null) {
      takeGrams(unfolding, USUAL_GRAM)
      return
    }
    for (const part of partsOfOneGramLength(runText(units, start, end))) {
      takeGrams(lettersOf(foldWord(part)), gramLength(part))
    }
  }
  const wordOf = (number: number): AnalyzedWord =>
    number < 0 ? grams.word(-1 - number, terms.texts()) : words.word(number, terms.texts())
  const numbersOf = (text: string): Int32Array => {
    forgetIfMany()
    const runs = runsOf(text)
    count = 0
    for (let run = 0; run < runs.count; run++) takeRun(runs, run)
    return numbers.subarray(0, count)
  }
  return {
    language,
    numbersOf,
    numberOf,
    eachWord(text, takeWord) {
      for (const number of numbersOf(text)) takeWord(wordOf(number))
    },
    eachLikely(text, beginnings, takeWord) {
      forgetIfMany()
      const runs = runsOf(text)
      for (let run = 0; run < runs.count; run++) {
        const start = runs.starts[run] as number
        const end = runs.ends[run] as number
        if (!mayHaveTerm(beginnings, runs.units, start, end) && isPlain(runs.units, start, end)) {
          takeWord(null)
          continue
        }
        count = 0
        takeRun(runs, run)
        for (let index = 0; index < count; index++) takeWord(wordOf(numbers[index] as number))
      }
    },
    word: wordOf,
    onlyTerm: (number) => (number < 0 ? grams.onlyTerm(-1 - number) : words.onlyTerm(number)),
    terms: terms.texts,
    termNumber,
    forms: (number) => (number < 0 ? grams.forms : words.forms),
    formPlace: (number) => (number < 0 ? -1 - number : number),
    generation: () => generation,
  }
}

/** Where a term is written to be looked up. */
let units = new Uint16Array(256)

function writeUnits(term: string): number {
  if (term.length > units.length) units = new Uint16Array(term.length * 2)
  for (let index = 0; index < term.length; index++) units[index] = term.charCodeAt(index)
  return term.length
}

/** Whether a word is in the letters of ASCII alone: it then has one term. */
function isPlain(units: Units, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = units[at] as number
    if (unit < 0x61 || unit > 0x7a) return false
  }
  return true
}

function analyzeWord(run: string, language: Language): WordTerms {
  const word = run.length > MAX_WORD_LENGTH ? run.slice(0, MAX_WORD_LENGTH).toWellFormed() : run
  const form = foldWord(word)
  if (!digit.test(form) || !notDigit.test(form)) {
    return { terms: [stemWord(word, language)], beside: none, form }
  }
  const terms = (form.match(parts) ?? []).map((part) => stemWord(part, language))
  return { terms, beside: [form], form }
}

/**
 * Runs of a script without spaces are cut into overlapping grams; what is left of the last one without its first letters
 * stands beside it, so that each letter begins some term and fewer letters can be asked for by prefix.
 */
function lastGram({ units, starts, count }: Letters, first: number): WordTerms {
  const from = (letter: number) => runText(units, starts[letter] as number, starts[count] as number)
  const gram = from(first)
  const beside = Array.from({ length: count - first - 1 }, (_, index) => from(first + 1 + index))
  return { terms: [gram], beside, form: gram }
}

/** Where the key of a gram that ends its run is written to be looked up. */
let key = new Uint16Array(64)

/** Writes the letters from one on with a zero behind them, so that the key is not that of another gram; answers its length. */
function writeKey({ units, starts, count }: Letters, first: number): number {
  const start = starts[first] as number
  const length = (starts[count] as number) - start
  if (length >= key.length) key = new Uint16Array(length * 2)
  for (let index = 0; index < length; index++) key[index] = units[start + index] as number
  key[length] = 0
  return length + 1
}

const none: readonly string[] = []

/** Analyzers by language, made when first asked for. */
export function createAnalyzers(): (language: Language) => Analyzer {
  const analyzers = new Map<Language, Analyzer>()
  return (language) => {
    const known = analyzers.get(language) ?? createAnalyzer(language)
    analyzers.set(language, known)
    return known
  }
}
