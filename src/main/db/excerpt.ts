import type { Excerpt } from '../../shared/contract/excerpt'
import { inOneLine } from '../../shared/markdown/one-line'

/** Signs that no keyboard writes, around the words that were found. */
export const matchStart = '\u0002'
/** See {@link matchStart}. */
export const matchEnd = '\u0003'
const matches = new RegExp(`${matchStart}([^${matchEnd}]*)`, 'gu')

/** Characters of an excerpt: the lines that the list has room for. */
const excerptCharacters = 180
/** Characters before the first match in it. */
const leadCharacters = 40
/** Characters around a match within which its lines are read: marks of a link begin and end on a line. */
const reachCharacters = 2000

/** A piece of a text around what was found in it, in one line of plain text; `marked` has the matches between signs. */
export function excerptOf(marked: string, form: 'markdown' | 'plain'): Excerpt {
  const at = densest(marked)
  const from = Math.max(lineStart(marked, at - leadCharacters), at - reachCharacters, 0)
  const to = Math.min(lineEnd(marked, at + excerptCharacters), at + reachCharacters)
  const lines = marked.slice(from, to)
  const plain = form === 'markdown' ? inOneLine(lines) : lines.replace(/\s+/gu, ' ').trim()
  const first = densest(plain)
  const begin = first <= leadCharacters ? 0 : wordStart(plain, first - leadCharacters, first)
  const whole = begin + excerptCharacters >= plain.length
  const end = whole ? plain.length : wordEnd(plain, first, begin + excerptCharacters)
  const before = begin > 0 || from > 0 ? '…' : ''
  const after = end < plain.length || to < marked.length ? '…' : ''
  return partsOf(`${before}${plain.slice(begin, end)}${after}`)
}

/** Where the first word behind a place begins; the place itself where no space comes before the end. */
function wordStart(text: string, from: number, before: number): number {
  const space = text.indexOf(' ', from)
  return space < 0 || space >= before ? from : space + 1
}

/** Where the last word before a place ends; the place itself where no space comes behind the start. */
function wordEnd(text: string, after: number, to: number): number {
  const space = text.lastIndexOf(' ', to)
  return space <= after ? to : space
}

/** Where the match stands that is followed by most of the others. */
function densest(marked: string): number {
  const starts = [...marked.matchAll(matches)].map((match) => ({
    at: match.index,
    word: match[1]?.toLowerCase() ?? '',
  }))
  let best = { at: 0, count: 0 }
  for (const [index, { at }] of starts.entries()) {
    const words = new Set<string>()
    for (
      let next = index;
      (starts[next]?.at ?? Number.POSITIVE_INFINITY) < at + excerptCharacters / 2;
      next++
    )
      words.add(starts[next]?.word ?? '')
    if (words.size > best.count) best = { at, count: words.size }
  }
  return best.at
}

function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf('\n', at) + 1
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** A text of which the matches stand between signs, as pieces. */
export function partsOf(excerpt: string): Excerpt {
  return excerpt
    .split(matchStart)
    .flatMap((piece, index) => {
      if (index === 0) return [{ text: piece, match: false }]
      const end = piece.indexOf(matchEnd)
      return [
        { text: piece.slice(0, end < 0 ? undefined : end), match: true },
        { text: end < 0 ? '' : piece.slice(end + 1), match: false },
      ]
    })
    .filter(({ text }) => text !== '')
}
