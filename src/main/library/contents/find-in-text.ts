import { setImmediate as nextTask } from 'node:timers/promises'
import type { FoundWords } from '../../../shared/contract/document-layout'
import { codeApart, type Stretch } from '../../../shared/markdown/code-apart'
import { blockSeparator } from '../../../shared/markdown/flat-text'
import { stretchesInOneLine } from '../../../shared/markdown/one-line'
import type { HtmlIn } from '../../../shared/markdown/plain-inline'
import { isTableRow, isTableRule, withCellEdges } from '../../../shared/markdown/table-line'
import { matchEnd, matchStart } from '../../db/excerpt'
import type { PageRange, TextForm } from '../extractors/types'
import { spelledOtherwise } from './spelled-otherwise'

/** Characters looked through at a time; other work of the process comes in between. */
const stretchLength = 400_000
/** Characters shown on each side of a match. */
const contextLength = 40
/** Characters of the text from which these are made, since bars, rules and leaders of it are left out. */
const rawLength = 400
/** Characters of a line on each side of a place within which its ends are looked for. */
const longestRow = 20_000
/** Stands for the bars of a table while its cells are set apart: a noncharacter, which no text holds (Unicode 23.7). */
const cellEdge = '\ufdd1'
/** With what already sets them apart from the block above or below. */
const cellEdges = /(?: ·)? ?\ufdd1(?:(?: ·)? ?\ufdd1)*(?: ·)? ?/gu
/** White space between the words that are looked for, at most; more lies between tables, not words. */
const longestGap = 200
/** The dots of a table of contents, which say nothing and would fill the room. */
const leader = /(?:[.·_] ?){4,}/gu

/** How what stands around words is shown: `html` says what looks like HTML in Markdown is, words or, unless told, HTML. */
interface Shown {
  readonly form: TextForm
  readonly html?: HtmlIn
  readonly pages: readonly PageRange[]
}

/** Where words stand in a text, whatever the case, the accents and the white space between them. */
export async function findInText(
  text: string,
  words: string,
  limit: number,
  { form, html = 'html', pages }: Shown,
  signal: AbortSignal,
): Promise<{ matches: FoundWords[]; more: boolean }> {
  const wanted = words.trim().split(/\s+/u)
  const pattern = new RegExp(wanted.map(spelledOtherwise).join(`\\s{1,${longestGap}}`), 'giu')
  // Accents that are written apart make the text longer than what was typed.
  const overlap = 2 * words.length + longestGap * wanted.length
  // Told once, from the whole text: a match in long code has no fence near it.
  const markdown = form === 'markdown' ? { stretches: codeApart(text), html } : null
  const matches: FoundWords[] = []
  let from = 0
  while (from < text.length) {
    signal.throwIfAborted()
    const end = Math.min(text.length, from + stretchLength)
    const stretch = text.slice(from, Math.min(text.length, end + overlap))
    let done = end
    for (const match of stretch.matchAll(pattern)) {
      const start = from + match.index
      if (start >= end) break
      if (matches.length === limit) return { matches, more: true }
      const range = { start, end: start + match[0].length }
      matches.push({ ...range, page: pageAt(pages, start), ...shownAround(text, range, markdown) })
      done = Math.max(done, start + match[0].length)
    }
    from = done
    await nextTask()
  }
  return { matches, more: false }
}

function pageAt(pages: readonly PageRange[], place: number): number | null {
  return pages.findLast((each) => each.start <= place)?.page ?? null
}

type Range = Readonly<Record<'start' | 'end', number>>

/** What is known of a whole text of Markdown. */
interface KnownMarkdown {
  readonly stretches: readonly Stretch[]
  readonly html: HtmlIn
}

/** A match with what stands around it, each in one line; Markdown, which is told by what is known of it, in its words. */
function shownAround(
  text: string,
  match: Range,
  markdown: KnownMarkdown | null,
): Pick<FoundWords, 'before' | 'words' | 'after'> {
  const reach = {
    start: wordStart(text, match.start, rawLength),
    end: wordEnd(text, match.end, rawLength),
  }
  const inWords = markdown === null ? null : wordsOfMarkdown(text, match, reach, markdown)
  const { before, words, after } =
    inWords ??
    inLines({
      before: withoutTables(text, reach.start, match.start),
      words: text.slice(match.start, match.end),
      after: withoutTables(text, match.end, reach.end),
    })
  return {
    // The edge of a cell sets apart what is shown: at the outer ends there is nothing more.
    before: before
      .slice(wordStart(before, before.length, contextLength))
      .replace(/^ ?· /u, '')
      .toWellFormed(),
    words: words.toWellFormed(),
    after: after
      .slice(0, wordEnd(after, 0, contextLength))
      .replace(/ · ?$/u, '')
      .toWellFormed(),
  }
}

type Around = Readonly<Record<'before' | 'words' | 'after', string>>

/** What is shown of Markdown; null where the match is in what is not, such as the address of a link. */
function wordsOfMarkdown(
  text: string,
  match: Range,
  reach: Range,
  { stretches, html }: KnownMarkdown,
): Around | null {
  const near = stretches
    .filter(({ start, end }) => start < reach.end && end > reach.start)
    .map((stretch) => {
      const [first, last] = [Math.max(stretch.start, reach.start), Math.min(stretch.end, reach.end)]
      const part = (from: number, to: number) =>
        stretch.isCode ? text.slice(from, Math.max(from, to)) : withoutTables(text, from, to)
      const before = part(first, Math.min(last, match.start))
      const opening = first <= match.start && match.start < last ? matchStart : ''
      const words = text.slice(Math.max(first, match.start), Math.max(first, Math.min(last, match.end)))
      const closing = first < match.end && match.end <= last ? matchEnd : ''
      const after = part(Math.max(first, match.end), last)
      return { ...stretch, text: `${before}${opening}${words}${closing}${after}` }
    })
  const line = stretchesInOneLine(near, html)
  const [start, end] = [line.indexOf(matchStart), line.indexOf(matchEnd)]
  const found = line.slice(start + matchStart.length, end)
  if (start < 0 || end < start || found.trim() === '') return null
  return inLines({ before: line.slice(0, start), words: found, after: line.slice(end + matchEnd.length) })
}

function inLines({ before, words, after }: Around): Around {
  return { before: inShort(before), words: inShort(words), after: inShort(after) }
}

/** White space and leaders short, and the cells of tables set apart. */
function inShort(part: string): string {
  return part.replace(/\s+/gu, ' ').replace(leader, '… ').replace(cellEdges, blockSeparator)
}

/** A part of a text with its tables by the edges of their cells. */
function withoutTables(text: string, from: number, to: number): string {
  let line = ''
  for (let at = from; at < to; ) {
    const next = text.indexOf('\n', at)
    const end = next === -1 || next >= to ? to : next + 1
    line += withoutBars(text.slice(at, end), lineAround(text, at))
    at = end
  }
  return line
}

/** The words of a part of a line, with the edges of its cells where the line is a row of a table. */
function withoutBars(part: string, line: string): string {
  if (!isTableRow(line)) return part
  return isTableRule(line) ? cellEdge : withCellEdges(part, cellEdge)
}

/** The line in which a place of a text is, without the white space around it; empty when it is longer than a row may be. */
function lineAround(text: string, at: number): string {
  const first = Math.max(0, at - longestRow)
  const piece = text.slice(first, at + longestRow)
  const start = piece.slice(0, at - first).lastIndexOf('\n') + 1
  const end = piece.indexOf('\n', at - first)
  if (start === 0 && first > 0) return ''
  if (end === -1 && at + longestRow < text.length) return ''
  return piece.slice(start, end === -1 ? piece.length : end).trim()
}

/** Where the context before a match begins: not in what is left of a word; one that fills the context stays cut. */
function wordStart(text: string, to: number, length: number): number {
  const from = Math.max(0, to - length)
  if (from === 0 || !isInWord(text.slice(from - 1, from)) || !isInWord(text.slice(from, from + 1)))
    return from
  return from + Math.max(0, text.slice(from, to).search(/\s\S/u))
}

/** Where the context behind a match ends, as {@link wordStart}. */
function wordEnd(text: string, from: number, length: number): number {
  const to = Math.min(text.length, from + length)
  if (!isInWord(text.slice(to - 1, to)) || !isInWord(text.slice(to, to + 1))) return to
  const rest = /\S\s+\S*$/u.exec(text.slice(from, to))
  return rest === null ? to : from + rest.index + 1
}

function isInWord(letter: string): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(letter)
}
