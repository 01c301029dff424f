import type { PassageText } from '../../db/passages'
import type { Analyzer } from '../analysis/analyze'
import { type Language, toLanguage } from '../analysis/languages'
import type { IndexState } from './live-index'

/** The terms of a passage in order, field by field. */
export type PassageTerms = {
  readonly title: readonly string[]
  readonly section: readonly string[]
  readonly body: readonly string[]
  /** Title and body. */
  readonly all: readonly string[]
}

/** Passages taken apart into terms, by their place in one state of the index. */
export type PassageTexts = { at(place: number): PassageTerms }

/** Passages that are remembered, about 3 kB each: whoever types a query, or asks again, meets them again. */
const REMEMBERED = 4000

/** Remembers passages from search to search. */
export function createPassageTexts(
  read: (document: number, ordinal: number) => PassageText | undefined,
  analyzerFor: (language: Language) => Analyzer,
): (state: IndexState) => PassageTexts {
  const known = new Map<string, PassageTerms>()
  const analyze = (document: number, ordinal: number): PassageTerms => {
    const stored = read(document, ordinal)
    if (stored === undefined) {
      throw new Error(`Passage ${ordinal} of document ${document} is indexed but not stored.`)
    }
    const analyzer = analyzerFor(toLanguage(stored.language) ?? 'en')
    const terms = (text: string) => {
      const found: string[] = []
      analyzer.eachWord(text, (word) => {
        for (const term of word.terms) found.push(term)
      })
      return found
    }
    const title = terms(stored.title)
    const body = terms(stored.text)
    return { title, body, section: terms(stored.section ?? ''), all: [...title, ...body] }
  }
  return (state) => ({
    at(place) {
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
    },
  })
}
