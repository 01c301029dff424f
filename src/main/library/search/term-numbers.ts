import type { AnalyzedWord } from '../analysis/analyze'

/** Numbers, from 0 on, that stand for terms while texts are compared: arrays of them take the place of maps of words. */
export type TermNumbers = {
  of(term: string): number
  /** Of the terms of a word, in their order; a word that was met before is not looked up again. */
  ofWord(word: AnalyzedWord): readonly number[]
  size(): number
  /** Numbers the terms of some texts anew, without gaps, so that what is kept of each fits in a short array. */
  among(texts: readonly Int32Array[]): NumberedTexts
}

/** Texts by the numbers of their terms among themselves. */
export type NumberedTexts = {
  readonly texts: readonly Int32Array[]
  /** By number. */
  readonly terms: readonly string[]
}

const FIRST_PLACES = 2 ** 14

/** Begins without any. */
export function createTermNumbers(): TermNumbers {
  const numbers = new Map<string, number>()
  const terms: string[] = []
  const owner = {}
  /** Counted from 1; all 0 between two uses. */
  let places = new Int32Array(FIRST_PLACES)
  const of = (term: string): number => {
    const known = numbers.get(term)
    if (known !== undefined) return known
    numbers.set(term, terms.length)
    return terms.push(term) - 1
  }
  return {
    of,
    ofWord({ note, terms: ofWord }) {
      if (note.owner !== owner) {
        note.owner = owner
        note.terms = ofWord.map(of)
      }
      return note.terms
    },
    size: () => terms.length,
    among(texts) {
      if (places.length < terms.length) places = new Int32Array(2 * terms.length)
      const met: number[] = []
      const numbered = texts.map((text) =>
        text.map((term) => {
          const known = places[term] ?? 0
          if (known > 0) return known - 1
          places[term] = met.push(term)
          return met.length - 1
        }),
      )
      for (const term of met) places[term] = 0
      return { texts: numbered, terms: met.map((term) => terms[term] ?? '') }
    },
  }
}
