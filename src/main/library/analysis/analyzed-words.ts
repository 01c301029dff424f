import { longer } from '../doubled'

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
  onlyTerm(number: number): number
  form(number: number): string
  /** `terms` are those of all words by their numbers. */
  word(number: number, terms: readonly string[]): AnalyzedWord
  size(): number
}

const FIRST_WORDS = 4096

/** Starts without words. */
export function createWords(): Words {
  const forms: string[] = []
  let onlyTerms = new Int32Array(FIRST_WORDS)
  /** Those with more than one term. */
  const others = new Map<number, WordTerms>()
  const made: (AnalyzedWord | null)[] = []

  const form = (number: number): string => {
    const known = forms[number]
    if (known === undefined) throw new Error(`There is no word ${number}.`)
    return known
  }
  const termsOf = (number: number, terms: readonly string[]): WordTerms =>
    others.get(number) ?? {
      terms: [terms[onlyTerms[number] as number] as string],
      beside: none,
      form: form(number),
    }
  return {
    add(word, onlyTerm) {
      if (forms.length === onlyTerms.length) {
        onlyTerms = longer(onlyTerms, new Int32Array(onlyTerms.length * 2))
      }
      onlyTerms[forms.length] = onlyTerm
      if (onlyTerm === -1) others.set(forms.length, word)
      forms.push(word.form)
      made.push(null)
    },
    onlyTerm: (number) => onlyTerms[number] as number,
    form,
    word(number, terms) {
      const known = made[number] ?? null
      if (known !== null) return known
      const word = { ...termsOf(number, terms), note: null }
      made[number] = word
      return word
    },
    size: () => forms.length,
  }
}

const none: readonly string[] = []
