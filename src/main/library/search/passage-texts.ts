import type { PassageText } from '../../db/passages'
import type { AnalyzedWord, Analyzer } from '../analysis/analyze'
import { type Language, toLanguage } from '../analysis/languages'
import { doubled } from '../doubled'
import type { IndexState } from './live-index'
import { createTermNumbers, type TermNumbers } from './term-numbers'

/** The terms of a passage in order, field by field, by their numbers. */
export type PassageWords = {
  readonly title: Int32Array
  readonly section: Int32Array
  readonly body: Int32Array
}

/** Passages taken apart into terms, by their place in one state of the index. */
export type PassageTexts = { at(place: number): PassageWords; readonly numbers: TermNumbers }

/** Passages that are remembered, about 1 kB each: whoever types a query, or asks again, meets them again. */
const REMEMBERED = 4000

/** When more terms have numbers, about 20 MB, all begins anew. */
const MOST_NUMBERS = 2 ** 18

/** Remembers passages from search to search. */
export function createPassageTexts(
  readText: (document: number, ordinal: number) => PassageText | undefined,
  analyzerFor: (language: Language) => Analyzer,
): (state: IndexState) => PassageTexts {
  const known = new Map<string, PassageWords>()
  let numbers = createTermNumbers()
  /** Used again for each passage. */
  let found = new Int32Array(4096)
  const analyze = (document: number, ordinal: number): PassageWords => {
    const stored = readText(document, ordinal)
    if (stored === undefined) {
      throw new Error(`Passage ${ordinal} of document ${document} is indexed but not stored.`)
    }
    const analyzer = analyzerFor(toLanguage(stored.language) ?? 'en')
    const { title, text, section } = stored
    let count = 0
    const take = (word: AnalyzedWord) => {
      const ofWord = numbers.ofWord(word)
      if (count + ofWord.length > found.length) found = doubled(found)
      for (let index = 0; index < ofWord.length; index++) found[count++] = ofWord[index] ?? 0
    }
    analyzer.eachWord(title, take)
    const titleEnd = count
    analyzer.eachWord(text, take)
    const bodyEnd = count
    if (section !== null) analyzer.eachWord(section, take)
    const terms = found.slice(0, count)
    return {
      title: terms.subarray(0, titleEnd),
      body: terms.subarray(titleEnd, bodyEnd),
      section: terms.subarray(bodyEnd),
    }
  }
  return (state) => {
    if (numbers.size() > MOST_NUMBERS) {
      numbers = createTermNumbers()
      known.clear()
    }
    return { numbers, at: (place) => at(state, place) }
  }

  function at(state: IndexState, place: number): PassageWords {
    const { document, indexing, ordinal } = state.passageAt(place)
    const key = `${document} ${indexing} ${ordinal}`
    const terms = known.get(key) ?? analyze(document, ordinal)
    known.delete(key)
    known.set(key, terms)
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break
      known.delete(oldest)
    }
    return terms
  }
}
