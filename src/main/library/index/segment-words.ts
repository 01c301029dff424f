import type { Analyzer } from '../analysis/analyze'
import { doubled } from '../doubled'

/** Several terms that stand for one word. */
export type SeveralTerms = {
  readonly terms: readonly number[]
  /** See {@link AnalyzedWord}. */
  readonly beside: readonly number[]
}

/**
 * Which terms of a segment stand for the words of an analyzer, by their numbers: above 0 one more than its only term,
 * below 0 one of those with more, counted from -1. One look costs less memory traffic than what it leads to.
 */
export type KnownWords = {
  /** Of the analyzer whose numbers these are. */
  readonly generation: number
  /** What stands for a word. */
  of(number: number): number
}

/** The words of a segment that is being built, and its terms by number, from 0 on. */
export type SegmentWords = {
  /** What is known of an analyzer's words; to be asked for once a text is being read, since it may begin anew with it. */
  known(analyzer: Analyzer): KnownWords
  /** Those that stand for a word below 0. */
  several(terms: number): SeveralTerms
  /** The terms. */
  readonly terms: readonly string[]
  /** Forms that differ from their only term, as they were met, and the terms; the same may stand here twice. */
  readonly forms: readonly string[]
  readonly formTerms: readonly number[]
}

const FIRST_NUMBERS = 4096

/** Begins without words. */
export function createSegmentWords(): SegmentWords {
  const terms: string[] = []
  const several: SeveralTerms[] = []
  const forms: string[] = []
  const formTerms: number[] = []
  const knownOf = new Map<Analyzer, KnownWords>()
  /** Terms by their text, as soon as not all come from the same numbers. */
  let byText: Map<string, number> | null = null

  const addTerm = (text: string): number => {
    const known = byText?.get(text)
    if (known !== undefined) return known
    byText?.set(text, terms.length)
    return terms.push(text) - 1
  }

  const begin = (analyzer: Analyzer): KnownWords => {
    if (terms.length > 0) byText ??= new Map(terms.map((text, number) => [text, number]))
    /** Of the analyzer's terms, one more than the segment's; 0 where it has none yet. */
    let ours = new Int32Array(FIRST_NUMBERS)
    let words = new Int32Array(FIRST_NUMBERS)
    let pairs = new Int32Array(FIRST_NUMBERS)
    const numberOf = (theirs: number): number => {
      while (theirs >= ours.length) ours = doubled(ours)
      const number = (ours[theirs] as number) || addTerm(analyzer.term(theirs)) + 1
      ours[theirs] = number
      return number - 1
    }
    const numberText = (term: string) => numberOf(analyzer.termNumber(term))
    const learn = (word: number): number => {
      const only = analyzer.onlyTerm(word)
      if (only === -1) {
        const { terms, beside } = analyzer.word(word)
        return -several.push({ terms: terms.map(numberText), beside: beside.map(numberText) })
      }
      const term = numberOf(only)
      const form = analyzer.form(word)
      if (form !== terms[term]) {
        forms.push(form)
        formTerms.push(term)
      }
      return term + 1
    }
    return {
      generation: analyzer.generation(),
      of(number) {
        if (number < 0) {
          while (-number > pairs.length) pairs = doubled(pairs)
          if (pairs[-1 - number] === 0) pairs[-1 - number] = learn(number)
          return pairs[-1 - number] as number
        }
        while (number >= words.length) words = doubled(words)
        if (words[number] === 0) words[number] = learn(number)
        return words[number] as number
      },
    }
  }

  return {
    known(analyzer) {
      const last = knownOf.get(analyzer)
      if (last?.generation === analyzer.generation()) return last
      const fresh = begin(analyzer)
      knownOf.set(analyzer, fresh)
      return fresh
    },
    several: (number) => several[-1 - number] as SeveralTerms,
    terms,
    forms,
    formTerms,
  }
}
