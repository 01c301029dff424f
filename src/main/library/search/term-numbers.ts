import type { AnalyzedWord } from '../analysis/analyzed-words'

/** Numbers, from 0 on, that stand for terms while texts are looked at. */
export type TermNumbers = {
  of(term: string): number
  /** Of the terms of a word, in their order; a word that was met before is not looked up again. */
  ofWord(word: AnalyzedWord): readonly number[]
  size(): number
}

/** Starts without a term; each new one gets the next number, from 0. */
export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  const owner = {}
  const of = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, numbers.size)
    return numbers.size - 1
  }
  return {
    of,
    ofWord(word) {
      if (word.note?.owner === owner) return word.note.terms
      const terms = word.terms.map(of)
      word.note = { owner, terms }
      return terms
    },
    size: () => numbers.size,
  }
}
