import type { ChunkRow, PassageDocument } from '../../db/passages'
import { createRecent } from '../../recent'
import type { Analyzer } from '../analysis/analyze'
import type { AnalyzedWord } from '../analysis/analyzed-words'
import { type Language, toLanguage } from '../analysis/languages'
import { doubled } from '../index/doubled'
import type { IndexState, PlacedPassage } from './live-index'
import type { QueryPlaces } from './proximity'
import { createTermNumbers, type TermNumbers } from './term-numbers'

/** The terms of a passage in order, field by field, by their numbers. */
export type PassageWords = {
  readonly title: Int32Array
  readonly section: Int32Array
  readonly body: Int32Array
}

/** What passages say, as one search sees it. */
export type PassageTexts = {
  chunk(passage: PlacedPassage): ChunkRow
  document(number: number): PassageDocument
  /** A passage taken apart into terms, by its place in the index. */
  at(place: number): PassageWords
  /** For each term of a passage's body in order where it stands in a query, or -1; to be read before the next is asked for. */
  placesIn(place: number, query: QueryPlaces): Int32Array
  readonly numbers: TermNumbers
}

/** Where the database has them. */
export type PassageSource = {
  readonly chunk: (document: number, ordinal: number) => ChunkRow | undefined
  readonly document: (number: number) => PassageDocument | undefined
}

/** Passages that are remembered, about 2 kB each: whoever types a query, or asks again, meets them again. */
const REMEMBERED = 4000

/** When more terms have numbers, about 20 MB, all begins anew. */
const MOST_NUMBERS = 2 ** 18

/** Remembers passages from search to search. */
export function createPassageTexts(
  source: PassageSource,
  analyzerFor: (language: Language) => Analyzer,
): (state: IndexState) => PassageTexts {
  const chunks = createMemory<ChunkRow>()
  const words = createMemory<PassageWords>()
  let numbers = createTermNumbers()
  /** Used again for each passage. */
  let found = new Int32Array(4096)
  return (state) => {
    if (numbers.size() > MOST_NUMBERS) {
      numbers = createTermNumbers()
      words.clear()
    }
    return textsOf(state)
  }

  function textsOf(state: IndexState): PassageTexts {
    // Of documents nothing is remembered beyond the search: their titles change.
    const documents = new Map<number, PassageDocument>()
    const document = (number: number): PassageDocument => {
      const known = documents.get(number) ?? source.document(number)
      if (known === undefined) throw new Error(`Document ${number} is indexed but not stored.`)
      documents.set(number, known)
      return known
    }
    const analyzerOf = (number: number) => analyzerFor(toLanguage(document(number).language) ?? 'en')
    const chunk = (passage: PlacedPassage): ChunkRow =>
      chunks.get(passage, () => {
        const { document, ordinal } = passage
        const stored = source.chunk(document, ordinal)
        if (stored !== undefined) return stored
        throw new Error(`Passage ${ordinal} of document ${document} is indexed but not stored.`)
      })
    return {
      chunk,
      document,
      numbers,
      at(place) {
        const passage = state.passageAt(place)
        const analyze = () => {
          const { title } = document(passage.document)
          return takeApart(analyzerOf(passage.document), title, chunk(passage))
        }
        return words.get(passage, analyze)
      },
      placesIn(place, { of, beginnings }) {
        const passage = state.passageAt(place)
        let count = 0
        analyzerOf(passage.document).eachLikely(chunk(passage).text, beginnings, (word) => {
          const terms = word === null ? null : numbers.ofWord(word)
          const places = terms?.length ?? 1
          if (count + places > found.length) found = doubled(found)
          // A word that no query asks for has one term.
          if (terms === null) found[count++] = -1
          else for (const term of terms) found[count++] = of(term)
        })
        return found.subarray(0, count)
      },
    }
  }

  function takeApart(analyzer: Analyzer, title: string, { text, section }: ChunkRow): PassageWords {
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
}

/** Remembers something of the passages that were met last. */
function createMemory<T>() {
  const known = createRecent<string, T>(REMEMBERED)
  return {
    get: ({ document, indexing, ordinal }: PlacedPassage, make: () => T): T =>
      known.of(`${document} ${indexing} ${ordinal}`, make),
    clear: known.clear,
  }
}
