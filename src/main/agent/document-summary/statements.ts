import { citationMarks } from '../../../shared/run/citation-marks'
import { checkCitation, type GivenPassage } from '../../model/check-citation'
import type { CitationClaim } from '../../model/port'
import { contentWords } from '../../model/question-words'
import { findQuote } from '../../model/quote'
import { claimOf } from '../../model/text-citations'

/** A passage that a statement rests on. */
export interface Source {
  /** Its place among those that were given, from 0. */
  readonly index: number
  /** Its words that say so; empty where none of them stand out. */
  readonly quote: string
}

/** One statement of a summary. */
export interface Statement {
  readonly text: string
  readonly sources: readonly Source[]
}

/** A piece of an answer's text, with what its server says that it relies on. */
export interface AnsweredText {
  readonly text: string
  readonly claims: readonly CitationClaim[]
}

/** What an answer says, and how many of its citations hold of nothing that was given. */
export interface Statements {
  readonly statements: readonly Statement[]
  readonly dropped: number
}

/** How a passage is titled when it is given, from its place. */
export function passageTitle(index: number): string {
  return `Passage ${index + 1}`
}

// Blanks before a mark are taken from the first of them alone: tried from each, a long row would take its square.
const titled = /(?<!\s)\s*[[(]passages?\s+(?<named>\d[^[\]()\n]{0,200})[\])]/giu
/** As lists are numbered in which passages are given; a paper's own references look the same. */
const bare = /(?<!\s)\s*\[(?<named>\d{1,4}(?:\s*[,;–-]\s*\d{1,4})*)\]/gu
const pagePart = /(?:,|(?<!\s))\s*(?:pp?\.?|pages?|S\.|Seiten?)\s?\d+(?:\s?[–-]\s?\d+)?/giu
const numbers = /(?<first>\d{1,6})(?:\s*[–-]\s*(?<last>\d{1,6}))?/gu
const listMark = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/u
const sentenceEnd = /[.!?…。！？]["'”’»)]*$/u
const endAfterMark = /^\s*(?<end>[.!?…。！？,;:]+)/u

/** Reads an answer: its statements, each with the passages that it names and that prove to have been given. */
export function readStatements(answer: readonly AnsweredText[], given: readonly GivenPassage[]): Statements {
  const told = withToldMarks(answer, given)
  const { text: clean, dropped: others } = withoutOtherMarks(told.text)
  let dropped = told.dropped + others
  const mark = clean.search(titled) >= 0 ? titled : bare
  const statements: Statement[] = []
  for (const line of clean.split('\n')) {
    for (const { text, named } of piecesOf(line, mark)) {
      const asked = [...new Set(named)]
      const sources = sourcesOf(asked, text, given, told.quotes)
      dropped += asked.length - sources.length
      const last = statements.at(-1)
      if (/[\p{L}\p{N}]/u.test(text)) statements.push({ text, sources })
      // Marks on a line of their own stand behind the line before.
      else if (last !== undefined) statements.splice(-1, 1, { ...last, sources: joined(last, sources) })
    }
  }
  return { statements, dropped }
}

/** The text with a mark behind each piece of which the server itself told a source that holds. */
function withToldMarks(answer: readonly AnsweredText[], given: readonly GivenPassage[]) {
  const quotes = new Map<number, string>()
  let dropped = 0
  let text = ''
  for (const piece of answer) {
    const named: number[] = []
    for (const claim of piece.claims) {
      const index = given.findIndex(({ chunk_id }) => chunk_id === claim.chunkId)
      if (!checkCitation(claim, given).verified) dropped++
      else if (!named.includes(index)) {
        named.push(index)
        if (!quotes.has(index)) quotes.set(index, claim.quote)
      }
    }
    const words = piece.text.trimEnd()
    const marks = named.map((index) => ` [${passageTitle(index)}]`).join('')
    text += words + marks + piece.text.slice(words.length)
  }
  return { text, quotes, dropped }
}

/** An answer without marks of other documents and pages, which point to nothing that was given. */
function withoutOtherMarks(text: string): { readonly text: string; readonly dropped: number } {
  let kept = ''
  let done = 0
  let dropped = 0
  for (const found of citationMarks(text)) {
    const isPlace = found.page !== undefined || found.section !== undefined
    if (!isPlace || /^passages?\s+\d/iu.test(found.title)) continue
    kept += text.slice(done, found.start).trimEnd()
    done = found.start + found.text.length
    dropped++
  }
  return { text: kept + text.slice(done), dropped }
}

/** The statements of a line with the numbers of the passages behind each; one without words has an empty text. */
function piecesOf(
  line: string,
  mark: RegExp,
): readonly { readonly text: string; readonly named: readonly number[] }[] {
  const words = line.replace(listMark, '')
  const pieces: { text: string; named: number[] }[] = []
  let text = ''
  let named: number[] = []
  const close = () => {
    const tidy = text.replace(/\s+/gu, ' ').trim()
    if (tidy !== '' || named.length > 0) pieces.push({ text: tidy, named })
    text = ''
    named = []
  }
  let done = 0
  const found = [...words.matchAll(mark)]
  for (const [at, match] of found.entries()) {
    text += words.slice(done, match.index)
    done = match.index + match[0].length
    named.push(...numbersIn(match.groups?.named ?? ''))
    if (found[at + 1]?.index === done) continue
    const end = endAfterMark.exec(words.slice(done))
    if (end !== null) {
      text += end.groups?.end ?? ''
      done += end[0].length
    }
    if (sentenceEnd.test(text)) close()
  }
  text += words.slice(done)
  // A heading says nothing of the document.
  if (named.length > 0 || !/^\s*#|:\s*$/u.test(text)) close()
  return pieces
}

function numbersIn(named: string): number[] {
  return [...named.replace(pagePart, '').matchAll(numbers)].flatMap(({ groups }) => {
    const first = Number(groups?.first)
    const last = Number(groups?.last ?? first)
    // Both ends are enough to tell that a range was not given.
    if (last < first || last - first > 100) return [first, last]
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  })
}

/** Those of the named passages that were given, where the words that the statement quotes stand in them. */
function sourcesOf(
  asked: readonly number[],
  statement: string,
  given: readonly GivenPassage[],
  quotes: ReadonlyMap<number, string>,
): Source[] {
  const wanted = new Set(contentWords(statement))
  const named = asked.flatMap((number) => given[number - 1] ?? [])
  const [first] = named
  if (first === undefined || !checkCitation(claimOf(first, statement, named), given).verified) return []
  return named.map((passage) => {
    const index = given.indexOf(passage)
    const { quote } = claimOf(passage, statement, [passage])
    const stands = contentWords(quote).some((word) => wanted.has(word)) && isIn(quote, passage)
    return { index, quote: quotes.get(index) ?? (stands ? quote : '') }
  })
}

function isIn(quote: string, passage: GivenPassage): boolean {
  return findQuote(passage.text, quote) !== null
}

function joined({ sources }: Statement, more: readonly Source[]): readonly Source[] {
  return [...sources, ...more.filter(({ index }) => !sources.some((source) => source.index === index))]
}
