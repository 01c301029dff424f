import { doubled } from '../index/doubled'
import { addText, createTextPool, type TextPool, textOf } from './text-pool'

/** What the index keeps of one word of a text. */
export type WordTerms = {
  /** Its terms in the order of the text: one, or the letters and digits of a mixed word (`fy`, `2018`). */
  readonly terms: readonly string[]
  /** Terms beside the order: a mixed word whole (`fy2018`). */
  readonly beside: readonly string[]
  /** As it is written, folded; the dictionary of forms leads from it to the term. */
  readonly form: string
}

/** A word of a text, the same object whenever it is met again. */
export type AnalyzedWord = WordTerms & {
  /** What the present taker of words keeps of it: a look at it is many times as quick as looking the word up. */
  note: { readonly owner: object; readonly terms: readonly number[] } | null
}

/** Words by their numbers, from 0 on. Most are never asked for as objects: what the index wants of them is in arrays. */
export type Words = {
  /** Adds one; `onlyTerm` is the number of its only term, or -1 for a word with others. */
  add(word: WordTerms, onlyTerm: number): void
  /** Twice the number of a word's only term, and one more where its form differs from it; -1 for a word with others. */
  onlyTerm(number: number): number
  /** How the words are written, folded. */
  readonly forms: TextPool
  /** `terms` are those of all words by their numbers. */
  word(number: number, terms: TextPool): AnalyzedWord
}

const FIRST_WORDS = 4096

/** Starts without words. */
export function createWords(): Words {
  const forms = createTextPool()
  let onlyTerms = new Int32Array(FIRST_WORDS)
  /** Those with more than one term. */
  const others = new Map<number, WordTerms>()
  const made: (AnalyzedWord | null)[] = []

  const termsOf = (number: number, terms: TextPool): WordTerms =>
    others.get(number) ?? {
      terms: [textOf(terms, (onlyTerms[number] as number) >> 1)],
      beside: none,
      form: textOf(forms, number),
    }
  return {
    forms,
    add(word, onlyTerm) {
      const number = addText(forms, word.form)
      if (number === onlyTerms.length) onlyTerms = doubled(onlyTerms)
      onlyTerms[number] = onlyTerm === -1 ? -1 : onlyTerm * 2 + (word.terms[0] === word.form ? 0 : 1)
      if (onlyTerm === -1) others.set(number, word)
      made.push(null)
    },
    onlyTerm: (number) => onlyTerms[number] as number,
    word(number, terms) {
      const known = made[number] ?? null
      if (known !== null) return known
      const word = { ...termsOf(number, terms), note: null }
      made[number] = word
      return word
    },
  }
}

const none: readonly string[] = []
