import { isTableRow } from '../../../shared/markdown/table-line'
import { titlesOfSection } from '../../../shared/text/sections'
import type { ChunkRow } from '../../db/passages'
import { placesOf } from '../../model/offline/headings'
import { quotedBlocks } from '../../model/offline/quoted-blocks'
import { lineAt } from '../../model/offline/text-lines'
import { type Range, splitSentences } from '../../model/sentences'
import type { KeySentence } from '../../workers/index-protocol'
import { createAnalyzers } from '../analysis/analyze'
import { type Language, languageOfAll, stopWordsOf } from '../analysis/languages'
import { isListing } from '../analysis/listing'

/** Characters: shorter is a heading or a crumb, longer is a table or a list without full stops. */
const SENTENCE_LENGTH = { min: 40, max: 400 } as const

/** A summary of a text of few passages takes so many sentences all the same: more of each, one after the other. */
const LEAST_SENTENCES = 5

/** A sentence this like one that was chosen already says it again (cosine). */
const SAME_CONTENT = 0.6

type Vector = ReadonlyMap<string, number>
type Candidate = {
  readonly chunk: ChunkRow
  readonly sentence: string
  readonly vector: Vector
  readonly score: number
}

/**
 * From each of the passages nearest to the centre of the whole text, its most central sentence, or of few passages the
 * most central ones that follow each other, in text order.
 */
export function summarizeChunks(all: readonly ChunkRow[], maxChunks: number): KeySentence[] {
  // A table of contents has the words of the whole text, and says nothing of it.
  const telling = all.filter(({ text }) => !isListing(text))
  const chunks = telling.length > 0 ? telling : all
  const tellingTerms = tellingTermsIn(languageOfAll(chunks))
  const words = chunks.map(({ text }) => tellingTerms(text))
  const frequency = new Map<string, number>()
  for (const stems of words)
    for (const stem of new Set(stems)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  // A word of a single passage of a long text is not what the text is about.
  const least = chunks.length > 10 ? 2 : 1
  const weigh = (stem: string) => {
    const count = frequency.get(stem) ?? 0
    return count < least ? 0 : Math.log(1 + chunks.length / count)
  }
  const vectors = words.map((stems) => toVector(stems, weigh))
  const centre = sum(vectors)
  const inARow = Math.ceil(LEAST_SENTENCES / Math.max(1, chunks.length))
  const candidates = chunks
    .map((chunk, index) => ({ chunk, score: cosine(vectors[index] ?? new Map(), centre) }))
    .sort((a, b) => b.score - a.score)
    // Some of them will say the same, or hold no whole sentence.
    .slice(0, maxChunks * 4)
    .flatMap(({ chunk, score }) => keySentence(chunk, inARow, score, centre, weigh, tellingTerms))
  const chosen: Candidate[] = []
  for (const candidate of candidates) {
    if (chosen.length === maxChunks) break
    if (chosen.every(({ vector }) => cosine(vector, candidate.vector) < SAME_CONTENT)) chosen.push(candidate)
  }
  return chosen
    .sort((a, b) => a.chunk.ordinal - b.chunk.ordinal)
    .map(({ chunk: { ordinal, page, section, start, end }, sentence }) => ({
      ordinal,
      page,
      section,
      start,
      end,
      sentence,
    }))
}

function keySentence(
  chunk: ChunkRow,
  inARow: number,
  score: number,
  centre: Vector,
  weigh: (stem: string) => number,
  tellingTerms: TellingTerms,
): Candidate[] {
  let best: Candidate | null = null
  let bestScore = -1
  for (const sentence of sentencesOf(chunk, inARow)) {
    const vector = toVector(tellingTerms(sentence), weigh)
    const central = cosine(vector, centre)
    if (central > bestScore) {
      best = { chunk, sentence, vector, score }
      bestScore = central
    }
  }
  return best === null ? [] : [best]
}

/**
 * Whole sentences of a usable length, as words without the marks of Markdown, up to so many in a row; the beginning of
 * what the passage says where it has none. Headings and code say nothing alone, and neither does a row without its table.
 */
function sentencesOf({ text, section }: ChunkRow, inARow: number): string[] {
  const titles = section === null ? [] : titlesOfSection(section)
  const passage = { text, section }
  const ranges = splitSentences(text, titles)
  const places = placesOf(ranges.map((range) => ({ passage, range })))
  const said = ranges.flatMap((range, index) => {
    const line = lineAt(text, range.start)
    // A heading has no place below one.
    if (places[index] === null || isTableRow(text.slice(line.start, line.end))) return []
    const words = wordsIn(text, range)
    return words === '' || titles.includes(words) ? [] : [{ words, range }]
  })
  const follows = (index: number) => {
    const [before, next] = [said[index - 1], said[index]]
    return before !== undefined && next !== undefined && isBlank(text, before.range.end, next.range.start)
  }
  const sentences = said.map((_, first) => {
    let row = said[first]?.words ?? ''
    for (let next = first + 1; next < first + inARow && follows(next); next++) {
      const longer = `${row} ${said[next]?.words ?? ''}`
      if (longer.length > SENTENCE_LENGTH.max) break
      row = longer
    }
    return row
  })
  const usable = sentences.filter(
    ({ length }) => length >= SENTENCE_LENGTH.min && length <= SENTENCE_LENGTH.max,
  )
  if (usable.length > 0) return usable
  // A passage of nothing but a table or code is told as far as there is room.
  const all = [
    said.map(({ words }) => words).join(' '),
    rowsIn(text),
    wordsIn(text, { start: 0, end: text.length }),
    text.replace(/\s+/g, ' ').trim(),
  ]
  const beginning = all.find((words) => words !== '')
  return beginning === undefined ? [] : [beginning.slice(0, SENTENCE_LENGTH.max).toWellFormed()]
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).trim() === ''
}

function wordsIn(text: string, range: Range): string {
  return linesIn(text, range).join(' ')
}

/** The table of a text, a line for each row, as many as there is room for; empty where it has none. */
function rowsIn(text: string): string {
  const lines = [...text.matchAll(/[^\n]+/gu)].map(({ index, 0: line }) => ({ start: index, line }))
  const rows = lines.filter(({ line }) => isTableRow(line))
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return ''
  let told = ''
  for (const line of linesIn(text, { start: first.start, end: last.start + last.line.length })) {
    if (told !== '' && told.length + line.length >= SENTENCE_LENGTH.max) break
    told += told === '' ? line : `\n${line}`
  }
  return told
}

function linesIn(text: string, range: Range): string[] {
  return quotedBlocks(text, range).flatMap(({ isCode, lines }) => (isCode ? [] : lines))
}

/** Reads the terms of a text that say something about it. */
type TellingTerms = (text: string) => string[]

const analyzerFor = createAnalyzers()

function tellingTermsIn(language: Language): TellingTerms {
  const analyzer = analyzerFor(language)
  const stopWords = stopWordsOf(language)
  return (text) => {
    const found: string[] = []
    analyzer.eachWord(text, ({ form, terms }) => {
      if (form.length > 1 && !stopWords.has(form)) found.push(...terms.filter((term) => !/^\d+$/.test(term)))
    })
    return found
  }
}

function toVector(stems: readonly string[], weigh: (stem: string) => number): Vector {
  const vector = new Map<string, number>()
  for (const stem of stems) vector.set(stem, (vector.get(stem) ?? 0) + weigh(stem))
  const length = Math.sqrt([...vector.values()].reduce((total, value) => total + value * value, 0)) || 1
  for (const [stem, value] of vector) vector.set(stem, value / length)
  return vector
}

function sum(vectors: readonly Vector[]): Vector {
  const total = new Map<string, number>()
  for (const vector of vectors)
    for (const [stem, value] of vector) total.set(stem, (total.get(stem) ?? 0) + value)
  const length = Math.sqrt([...total.values()].reduce((squares, value) => squares + value * value, 0)) || 1
  for (const [stem, value] of total) total.set(stem, value / length)
  return total
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let product = 0
  for (const [stem, value] of small) product += value * (large.get(stem) ?? 0)
  return product
}
