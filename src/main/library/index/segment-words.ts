import type { Analyzer } from '../analysis/analyze'
import { addText, addTextOf, createTextPool, type TextPool, textOf } from '../analysis/text-pool'
import type { WordStream } from '../analysis/word-stream'
import { doubled } from './doubled'

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
  /** What is known of an analyzer's words; to be asked for once a text is read, since it may begin anew with it. */
  known(analyzer: Analyzer): KnownWords
  /** What is known of a stream's words, by their numbers in it; that holds for the segment, whatever the analyzer forgets. */
  ofStream(stream: WordStream, analyzer: Analyzer): Pick<KnownWords, 'of'>
  /** Those that stand for a word below 0. */
  several(terms: number): SeveralTerms
  readonly terms: TextPool
  /** Forms that differ from their only term, as they were met, and the terms; the same may stand here twice. */
  readonly forms: TextPool
  readonly formTerms: readonly number[]
  /** Ends the use of it, so that what it took of memory serves the next. */
  release(): void
}

const FIRST_NUMBERS = 4096

/** What an analyzer's numbers lead to, 0 where nothing is known: as long as the analyzer has words, however short a text. */
type Room = {
  words: Int32Array<ArrayBuffer>
  pairs: Int32Array<ArrayBuffer>
  /** Of the analyzer's terms, one more than the segment's. */
  terms: Int32Array<ArrayBuffer>
}

/** Rooms that no segment uses. Clearing what was used of one takes less than the memory for another. */
const spare = new WeakMap<Analyzer, Room>()

function takeRoom(analyzer: Analyzer): Room {
  const room = spare.get(analyzer)
  spare.delete(analyzer)
  return (
    room ?? {
      words: new Int32Array(FIRST_NUMBERS),
      pairs: new Int32Array(FIRST_NUMBERS),
      terms: new Int32Array(FIRST_NUMBERS),
    }
  )
}

/** Begins without words. */
export function createSegmentWords(): SegmentWords {
  const terms = createTextPool()
  const several: SeveralTerms[] = []
  const forms = createTextPool()
  const formTerms: number[] = []
  const knownOf = new Map<Analyzer, KnownWords & { release(): void }>()
  /** Terms by their text, as soon as not all come from the same numbers. */
  let byText: Map<string, number> | null = null

  const addTerm = (from: TextPool, theirs: number): number => {
    if (byText === null) return addTextOf(terms, from, theirs)
    const text = textOf(from, theirs)
    const known = byText.get(text)
    if (known !== undefined) return known
    byText.set(text, terms.count)
    return addText(terms, text)
  }

  const begin = (analyzer: Analyzer): KnownWords & { release(): void } => {
    if (terms.count > 0) byText ??= numbersByText(terms)
    const room = takeRoom(analyzer)
    /** Those that something is known of. */
    const knownWords: number[] = []
    const knownTerms: number[] = []
    const numberOf = (theirs: number): number => {
      while (theirs >= room.terms.length) room.terms = doubled(room.terms)
      const known = room.terms[theirs] as number
      if (known !== 0) return known - 1
      const number = addTerm(analyzer.terms(), theirs)
      room.terms[theirs] = number + 1
      knownTerms.push(theirs)
      return number
    }
    const numberText = (term: string) => numberOf(analyzer.termNumber(term))
    const learn = (word: number): number => {
      knownWords.push(word)
      const only = analyzer.onlyTerm(word)
      if (only === -1) {
        const { terms, beside } = analyzer.word(word)
        return -several.push({ terms: terms.map(numberText), beside: beside.map(numberText) })
      }
      const term = numberOf(only >> 1)
      if ((only & 1) === 1) {
        addTextOf(forms, analyzer.forms(word), analyzer.formPlace(word))
        formTerms.push(term)
      }
      return term + 1
    }
    return {
      generation: analyzer.generation(),
      of(number) {
        if (number < 0) {
          while (-number > room.pairs.length) room.pairs = doubled(room.pairs)
          if (room.pairs[-1 - number] === 0) room.pairs[-1 - number] = learn(number)
          return room.pairs[-1 - number] as number
        }
        while (number >= room.words.length) room.words = doubled(room.words)
        if (room.words[number] === 0) room.words[number] = learn(number)
        return room.words[number] as number
      },
      release() {
        for (const number of knownWords) {
          if (number < 0) room.pairs[-1 - number] = 0
          else room.words[number] = 0
        }
        for (const term of knownTerms) room.terms[term] = 0
        spare.set(analyzer, room)
      },
    }
  }

  const knownWordsOf = (analyzer: Analyzer): KnownWords => {
    const last = knownOf.get(analyzer)
    if (last?.generation === analyzer.generation()) return last
    last?.release()
    const fresh = begin(analyzer)
    knownOf.set(analyzer, fresh)
    return fresh
  }

  const beginStream = ({ units, starts }: WordStream, analyzer: Analyzer): Pick<KnownWords, 'of'> => {
    const codes = new Int32Array(starts.length)
    return {
      of(word) {
        const known = codes[word] as number
        if (known !== 0) return known
        const number = analyzer.numberOf(units, starts[word] as number, starts[word + 1] as number)
        const code = knownWordsOf(analyzer).of(number)
        codes[word] = code
        return code
      },
    }
  }

  /** Of the stream that came last: passages of a document follow each other. */
  let last: { readonly stream: WordStream; readonly known: Pick<KnownWords, 'of'> } | null = null

  return {
    known: knownWordsOf,
    ofStream(stream, analyzer) {
      if (last?.stream !== stream) last = { stream, known: beginStream(stream, analyzer) }
      return last.known
    },
    several: (number) => several[-1 - number] as SeveralTerms,
    terms,
    forms,
    formTerms,
    release() {
      for (const known of knownOf.values()) known.release()
      knownOf.clear()
    },
  }
}

function numbersByText(texts: TextPool): Map<string, number> {
  return new Map(Array.from({ length: texts.count }, (_, number) => [textOf(texts, number), number]))
}
