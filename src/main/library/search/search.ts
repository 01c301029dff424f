import type { AskedWord, Correction, Passage, SearchMode } from '../../../shared/contract/passages'
import { outerSection } from '../../../shared/text/sections'
import { countComplete, waitingCounter } from '../../db/index-segments'
import { chunkReader, languageReader, passageDocumentReader } from '../../db/passages'
import type { DocumentFilter } from '../../db/searchable-documents'
import type { WorkerConnection } from '../../db/worker-connection'
import { createAnalyzers } from '../analysis/analyze'
import { isUnspaced } from '../analysis/grams'
import { type Language, stopWordsOf } from '../analysis/languages'
import { hashTerm, markOf } from '../index/term-mark'
import { openVectorIndex, type QueryVector, type VectorIndex } from '../vectors/vector-index'
import { type Found, spread, varySections } from './diversity'
import { feedback, feedbackTerms } from './feedback'
import { foreignLanguage } from './foreign-language'
import type { RankedPlace } from './heap'
import { type Combined, combine, type FoundByWords, NEAREST } from './hybrid'
import { type IndexState, openLiveIndex, type PlacedPassage } from './live-index'
import { correctionsIn, wordsToMark } from './matched-words'
import { createMarkNumbers, type PassageMarks } from './numbered-marks'
import { createPassageTexts, type PassageTexts } from './passage-texts'
import { hasPhrase, pairGain, placesOf } from './proximity'
import { type ParsedQuery, parseQuery, type QueryWord } from './query'
import { inverseFrequency, placesWithAll, placesWithout, rankPlaces, type WeightedTerm } from './rank'
import { regularization, regularizeScores, termVectors } from './regularize'
import { type Accumulators, createAccumulators } from './scored-places'
import { askedWords, type WeighedWord, weigh } from './weigh'

/** What is searched for. */
export type SearchRequest = {
  readonly query: string
  readonly filter: DocumentFilter
  /** The least `similarity` of a passage, 0 to 1; what that means depends on the mode of the answer. */
  readonly minSimilarity: number
  readonly limit: number
  /** Whether the query is being typed, so that its last word may be the beginning of one. */
  readonly typing: boolean
  /** The vector of the query; without it words alone are searched. */
  readonly vector?: QueryVector | undefined
}

/** What a search found. */
export type SearchAnswer = {
  readonly results: readonly Passage[]
  /** Whether passages beyond the limit fit too. */
  readonly more: boolean
  readonly mode: SearchMode
  /** What the query asks for, without small words, with how much each tells. */
  readonly asked: readonly AskedWord[]
  /** Words that the library lacks, with what was searched for instead. */
  readonly corrections: readonly Correction[]
  /** The words that passages were found by, to be marked in them. */
  readonly marked: readonly string[]
  /** The language of the query, where it was searched by words that hardly anything in the library is in the language of. */
  readonly foreign: Language | null
  /** Documents that wait for their entries in the index, out of how many; null when none does. */
  readonly waiting: { readonly documents: number; readonly of: number } | null
}

/** Searches one database. */
export type Searcher = {
  /** Reads what every search needs, so that the first waits for less. */
  open(): void
  /** The best passages, best first; `checkCancelled` is called now and then and ends the search by throwing. */
  search(request: SearchRequest, checkCancelled?: () => void): SearchAnswer
}

/** So many passages are looked at closely: their words' order, and how like they are to each other. */
const CLOSE_LOOK = 50

/** What contents, an index or a bibliography keeps of its score: behind what tells something, ahead of what hardly fits. */
const LISTING_SHARE = 0.3

/** Passages are of one section when so many outer headings are the same: below them, one subject goes on. */
const SECTION_LEVELS = 2

/** The best passages that have all words of a phrase are read, up to so many, to see whether they have the phrase. */
const PHRASE_READ = 2000

/** A term in more passages than this share says too little to be added to a query. */
const COMMON_SHARE = 0.1

/** Opens the searcher of a database. */
export function openSearcher(connection: WorkerConnection): Searcher {
  const index = openLiveIndex(connection)
  const analyzerFor = createAnalyzers()
  const accumulators = createAccumulators()
  const countWaiting = waitingCounter(connection)
  const numberMarks = createMarkNumbers()
  const source = { chunk: chunkReader(connection), document: passageDocumentReader(connection) }
  const languageOf = languageReader(connection)
  const textsOf = createPassageTexts(source, analyzerFor)
  let opened: VectorIndex | null = null
  const vectors = () => {
    opened ??= openVectorIndex(connection)
    return opened
  }
  return {
    open() {
      index.read((state) => state.allowed({}))
    },
    search(request, checkCancelled = () => {}) {
      return index.read((state) => {
        const analyzers = (state.languages.length === 0 ? (['en'] as const) : state.languages).map(
          analyzerFor,
        )
        const query = parseQuery(request.query, analyzers, state.mainLanguages)
        const texts = textsOf(state)
        const marks = remembering(state.marksAt)
        const work = { state, texts, marks, numberMarks, accumulators, vectors, checkCancelled }
        const words = weigh(state, query, request.typing, checkCancelled)
        const found = searchIn(work, request, query, words)
        const corrections = correctionsIn(request.query, words, found.results, analyzers)
        const marked = wordsToMark(request.query, query, corrections)
        const waiting = countWaiting()
        const incomplete = waiting === 0 ? null : { documents: waiting, of: countComplete(connection) }
        const asked = askedWords(state, query, words)
        const ofFound = () => found.results.map(({ document_id }) => languageOf(document_id))
        const foreign = found.mode === 'words' ? foreignLanguage(state, query, words, ofFound) : null
        return { ...found, asked, corrections, marked, foreign, waiting: incomplete }
      })
    },
  }
}

type Work = {
  readonly state: IndexState
  readonly texts: PassageTexts
  /** What a passage says, by its place. */
  readonly marks: (place: number) => PassageMarks
  readonly numberMarks: ReturnType<typeof createMarkNumbers>
  readonly accumulators: Accumulators
  /** Opened when first needed. */
  readonly vectors: () => VectorIndex
  readonly checkCancelled: () => void
}

function remembering<T>(read: (place: number) => T): (place: number) => T {
  const known = new Map<number, T>()
  return (place) => {
    const value = known.get(place) ?? read(place)
    known.set(place, value)
    return value
  }
}

function searchIn(
  work: Work,
  request: SearchRequest,
  query: ParsedQuery,
  words: readonly WeighedWord[],
): Pick<SearchAnswer, 'mode' | 'results' | 'more'> {
  const { mode, passages } = combine(byWords(work, request, query, words), byMeaning(work, request, query))
  const indexings = work.state.documents(request.filter)
  const placed = <T extends Found>(found: T) => ({ ...found, indexing: indexings[found.document] ?? 0 })
  // By vectors alone the score is the cosine, which says how near a passage is whatever the others are. Sections are read
  // with the passages that are shown, so that hardly more is read than those.
  const varied =
    mode === 'vectors'
      ? passages
      : varySections(passages, request.limit, (found) => {
          const { section } = work.texts.chunk(placed(found))
          return section === null ? null : `${found.document} ${outerSection(section, SECTION_LEVELS)}`
        })
  const similar = varied.filter(({ similarity }) => similarity >= request.minSimilarity)
  const results = spread(similar, request.limit).map((found) => toPassage(work.texts, placed(found)))
  return { mode, results, more: similar.length > request.limit }
}

/** What stands near the query; null without a vector, or when the query asks for words as they are written. */
function byMeaning({ state, vectors, checkCancelled }: Work, request: SearchRequest, query: ParsedQuery) {
  if (request.vector === undefined || query.phrases.length > 0 || query.excluded.length > 0) return null
  const documents = state.documents(request.filter)
  return vectors().nearest(request.vector, documents, Math.max(NEAREST, request.limit * 2), checkCancelled)
}

/** Passages that have words of the query, best first. */
function byWords(
  work: Work,
  request: SearchRequest,
  query: ParsedQuery,
  words: readonly WeighedWord[],
): FoundByWords[] {
  if (words.length === 0) return []
  const all = work.state.allowed(request.filter)
  const allowed =
    query.excluded.length === 0
      ? all
      : placesWithout(
          work.state,
          query.excluded.flatMap(({ terms }) => terms),
          all,
        )
  const terms = termsOf(words)
  const withPhrases = query.phrases.length === 0 ? null : findPhrases(work, query.phrases, terms, allowed)
  const ranked = withPhrases ?? withFeedback(work, words, terms, allowed, request.limit)
  return lookClosely(work, words, ranked)
}

function termsOf(words: readonly WeighedWord[]): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  for (const { terms: alternatives, weight, named } of words) {
    for (const term of alternatives) {
      if ((terms.get(term)?.weight ?? 0) < weight) terms.set(term, { term, weight, named })
    }
  }
  return [...terms.values()]
}

/** Ranks by the words, then by the words and what the best passages are likely to say. */
function withFeedback(
  work: Work,
  words: readonly WeighedWord[],
  terms: readonly WeightedTerm[],
  allowed: Uint8Array,
  limit: number,
): RankedPlace[] {
  const { state, accumulators, checkCancelled } = work
  const depth = Math.max(CLOSE_LOOK, limit * 2)
  const first = rankPlaces(state, terms, allowed, depth, accumulators, checkCancelled)
  // A gram is a part of a word or of two: what is likely beside it is the rest of them. It keeps its share, so that the
  // numbers and names among grams are not all that is asked for.
  const likely = termsToAdd(work, first.best.slice(0, feedback.examples)).filter(
    ({ term }) => !isUnspaced(term),
  )
  // Each word of the query counts one; what is added counts as many together, in its share.
  const share = (1 - feedback.originalWeight) * words.length
  const added = likely.map(({ term, probability }) => {
    const rarity = inverseFrequency(state.passages, state.find(term).count)
    return { term, weight: share * probability * rarity }
  })
  // What is added orders the passages that have a word of the query; it never brings in one that has none.
  return added.length === 0 ? first.best : first.withMore(feedback.originalWeight, added)
}

function termsToAdd({ state, marks, numberMarks }: Work, examples: readonly RankedPlace[]) {
  const most = Math.max(10, state.passages * COMMON_SHARE)
  return feedbackTerms(
    numberMarks(examples.map(({ place }) => marks(place))),
    examples.map(({ place, score }) => ({ score, words: state.wordsAt(place) })),
    (mark) => {
      const frequency = state.frequencies.ofMark(mark)
      return frequency > 1 && frequency <= most
    },
    (example, index) => {
      const { place } = examples[example] ?? { place: 0 }
      const term = state.termAt(place, marks(place).places[index] ?? 0)
      const isSmall = state.languages.some((language) => stopWordsOf(language).has(term))
      return term.length < 2 || isSmall || isMixed(term) ? null : term
    },
  )
}

/** Letters and digits together: its parts are terms of their own. */
function isMixed(term: string): boolean {
  return /\p{N}/u.test(term) && /[^\p{N}]/u.test(term)
}

/** The best passages that have every phrase, or null when none has. */
function findPhrases(
  { state, texts, accumulators, checkCancelled }: Work,
  phrases: readonly (readonly QueryWord[])[],
  terms: readonly WeightedTerm[],
  allowed: Uint8Array,
): RankedPlace[] | null {
  const having = placesWithAll(
    state,
    phrases.flat().map((word) => word.terms),
    allowed,
  )
  const wanted = phrases.map((phrase) => phrase.map((word) => new Set(word.terms.map(texts.numbers.of))))
  const { best } = rankPlaces(state, terms, having, PHRASE_READ, accumulators, checkCancelled)
  const found = best.filter(({ place }) => {
    checkCancelled()
    const { body, title, section } = texts.at(place)
    return wanted.every((phrase) => [body, title, section].some((field) => hasPhrase(field, phrase)))
  })
  return found.length === 0 ? null : found
}

/** Reorders the best passages by their words' order and by how like they are to each other. */
function lookClosely(
  work: Work,
  words: readonly WeighedWord[],
  ranked: readonly RankedPlace[],
): FoundByWords[] {
  const { state, marks, numberMarks } = work
  const pairs = pairsIn(work, words)
  const paired = ranked
    .map(({ place, score }, index) =>
      index >= CLOSE_LOOK
        ? { place, score }
        : { place, score: (score + pairs(place)) * (marks(place).isListing ? LISTING_SHARE : 1) },
    )
    .sort((a, b) => b.score - a.score)
  const near = paired.slice(0, regularization.passages)
  const numbered = numberMarks(near.map(({ place }) => marks(place)))
  const vectors = termVectors(numbered, (mark) =>
    inverseFrequency(state.passages, state.frequencies.ofMark(mark)),
  )
  const scores = near.map(({ score }) => score)
  const regular = regularizeScores(scores, vectors, numbered.marks.length)
  // What is beyond keeps its distance to the last that was moved.
  const shift = near.length === 0 ? 0 : (regular.at(-1) ?? 0) / (near.at(-1)?.score ?? 1)
  return paired
    .map(({ place, score }, index) => ({
      ...state.passageAt(place),
      score: regular[index] ?? score * Math.min(1, shift),
    }))
    .sort((a, b) => b.score - a.score || a.document - b.document || a.ordinal - b.ordinal)
}

const nothing: Pick<WeighedWord, 'terms' | 'weight'> = { terms: [], weight: 0 }

/** What a passage gains by words that follow each other; only texts that can have such words are read. */
function pairsIn({ state, texts, marks }: Work, words: readonly WeighedWord[]): (place: number) => number {
  // Grams tell the order of their letters already: one follows nothing, and nothing follows it.
  const ordered = words
    .filter(({ isWhole }) => !isWhole)
    .flatMap((word) => (isUnspaced(word.form) ? [nothing, word, nothing] : [word]))
  const weights = ordered.map(({ weight }) => weight)
  const places = placesOf(
    ordered.map(({ terms }) => terms),
    texts.numbers.of,
  )
  const wanted = ordered.map(({ terms }) => terms.map((term) => markOf(hashTerm(term))))
  return (place) => {
    const said = marks(place).marks
    const has = wanted.map((alternatives) => alternatives.some((mark) => said.includes(mark)))
    if (!has.some((each, index) => each && has[index + 1])) return 0
    const body = texts.placesIn(place, places)
    return pairGain(body, weights, body.length / state.average.body)
  }
}

function toPassage(texts: PassageTexts, found: Combined & PlacedPassage): Passage {
  const { id, title } = texts.document(found.document)
  const { page, section, start, end, text } = texts.chunk(found)
  return {
    chunk_id: `${id}#${found.ordinal}`,
    document_id: id,
    title,
    ...(page === null ? {} : { page }),
    ...(section === null ? {} : { section }),
    start,
    end,
    score: found.score,
    similarity: found.similarity,
    text,
  }
}
