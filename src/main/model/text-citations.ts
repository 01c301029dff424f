import { type CitationMark, citationMarks, foldTitle } from '../../shared/run/citation-marks'
import { isNamedBehind, isSameSection } from '../../shared/text/sections'
import type { GivenPassage } from './check-citation'
import type { CitationClaim } from './port'
import { contentWords, isPair } from './question-words'
import { findQuote } from './quote'
import { splitSentences } from './sentences'

/** Quotation marks in pairs, and what stands between them. */
const quotation =
  /["“”„]([^“”"„]{2,1000})["“”]|«([^«»]{2,1000})»|»([^«»]{2,1000})«|「([^「」]{2,1000})」|『([^『』]{2,1000})』/gu
/** Fewer words in quotation marks are a way of speaking as often as a quotation. */
const wordsOfQuotation = 3

/**
 * What the marks written in an answer claim: each `[Title, p. N]`, and each `[Title]` of a document that was given.
 * The words quoted in its statement are its quote; without any, the passage's sentence that has most in common with
 * the statement is what it points to.
 */
export function findTextCitations(text: string, given: readonly GivenPassage[]): CitationClaim[] {
  const claims: CitationClaim[] = []
  let from = 0
  for (const mark of citationMarks(text)) {
    const named = passagesNamed(mark, given)
    if (named.length === 0 && mark.page === undefined && mark.section === undefined) continue
    const before = statementBefore(text.slice(from, mark.start), text.slice(0, mark.start))
    claims.push(claimOf(mark, before, named))
    from = mark.start + mark.text.length
  }
  return claims
}

function passagesNamed(mark: CitationMark, given: readonly GivenPassage[]): readonly GivenPassage[] {
  const label = mark.text.slice(1, -1)
  const whole = given.filter(
    ({ title, section }) => foldTitle(title) === foldTitle(label) || isNamedBehind(title, section, label),
  )
  if (whole.length > 0) return whole
  const titled = given.filter(({ title }) => foldTitle(title) === foldTitle(mark.title))
  const { page, lastPage = page, section } = mark
  if (page !== undefined && lastPage !== undefined)
    return titled.filter((passage) => (passage.page ?? 0) >= page && (passage.page ?? 0) <= lastPage)
  return titled.filter((passage) => isSameSection(passage.title, passage.section, section))
}

/** The words that a mark stands behind: what follows the mark before it, within their paragraph or quoted block. */
function statementBefore(sinceMark: string, all: string): string {
  const since = sinceMark.trim()
  // Marks side by side stand behind the same words.
  const words = /[\p{L}\p{N}]/u.test(since) ? since : withoutMarksAtEnd(all).trim()
  return words.split(/\n\s*\n/u).at(-1) ?? ''
}

/** A text up to the marks that it ends with; a pattern would try each blank of a long row of them anew. */
function withoutMarksAtEnd(text: string): string {
  let left = text.trimEnd()
  while (left.endsWith(']')) {
    const begin = left.lastIndexOf('[')
    if (begin < 0 || /[\]\n]/.test(left.slice(begin + 1, -1))) break
    left = left.slice(0, begin).trimEnd()
  }
  return left
}

/** What a statement claims of the passages that a mark behind it names. */
export function claimOf(
  mark: Pick<CitationMark, 'title' | 'page' | 'section'>,
  statement: string,
  named: readonly GivenPassage[],
): CitationClaim {
  const claim = { title: mark.title, page: mark.page ?? null, section: mark.section ?? null, range: null }
  const first = named[0]
  const quotes = quotesOf(statement)
  if (first === undefined) return { ...claim, chunkId: null, quote: quotes[0] ?? '' }
  for (const quote of quotes) {
    // All quoted words must be there: the first that are not make the claim fail.
    if (named.some((passage) => findQuote(passage.text, quote) !== null)) continue
    return { ...claim, chunkId: first.chunk_id, quote }
  }
  const quote = quotes.at(-1)
  const holder = quote && named.find((passage) => findQuote(passage.text, quote) !== null)
  if (quote !== undefined && holder) return { ...claim, chunkId: holder.chunk_id, quote }
  return { ...claim, ...nearestSentence(statement, named) }
}

/** The quotations of a statement: a quoted block, words right before the mark, and longer words in quotation marks. */
function quotesOf(statement: string): string[] {
  const lines = statement.split('\n')
  if (lines.every((line) => /^\s*>/u.test(line)))
    return [lines.map((line) => line.replace(/^\s*>\s?/u, '')).join('\n')]
  const quotes: string[] = []
  for (const match of statement.matchAll(quotation)) {
    const quote = match.slice(1).find((words) => words !== undefined) ?? ''
    const isLast = /^[\s.,;:!?*_()。，、；：！？（）]*$/u.test(statement.slice(match.index + match[0].length))
    if (isLast || countWords(quote) >= wordsOfQuotation) quotes.push(quote)
  }
  return quotes
}

/** Where no spaces stand between words, two characters count as one. */
function countWords(quote: string): number {
  const words = quote.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.reduce((sum, word) => sum + (isPair(word) ? [...word].length / 2 : 1), 0)
}

function nearestSentence(
  statement: string,
  named: readonly GivenPassage[],
): Pick<CitationClaim, 'chunkId' | 'range' | 'quote'> {
  const wanted = new Set(contentWords(lastSentence(statement)))
  let best: Pick<CitationClaim, 'chunkId' | 'range' | 'quote'> = { chunkId: null, range: null, quote: '' }
  let most = -1
  for (const passage of named) {
    for (const range of splitSentences(passage.text)) {
      const quote = passage.text.slice(range.start, range.end)
      const common = [...new Set(contentWords(quote))].filter((word) => wanted.has(word)).length
      // A sentence of signs alone can't be quoted.
      if (common <= most || findQuote(passage.text, quote) === null) continue
      most = common
      best = { chunkId: passage.chunk_id, range, quote }
    }
  }
  return best
}

function lastSentence(text: string): string {
  const last = splitSentences(text).at(-1)
  return last === undefined ? '' : text.slice(last.start, last.end)
}
