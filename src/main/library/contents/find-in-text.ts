import { setImmediate as nextTask } from 'node:timers/promises'
import type { FoundWords } from '../../../shared/contract/document-layout'
import type { PageRange } from '../extractors/types'

/** Characters looked through at a time; other work of the process comes in between. */
const stretchLength = 400_000
/** Characters shown on each side of a match. */
const contextLength = 40
/** White space between the words that are looked for, at most; more lies between tables, not words. */
const longestGap = 200
/** The dots of a table of contents, which say nothing and would fill the room. */
const leader = /(?:[.·_] ?){4,}/gu

/** Where words stand in a text, whatever the case, accents that are written apart, and white space between them. */
export async function findInText(
  text: string,
  words: string,
  limit: number,
  pages: readonly PageRange[],
  signal: AbortSignal,
): Promise<{ matches: FoundWords[]; more: boolean }> {
  const wanted = words.normalize('NFC').trim().split(/\s+/u)
  const pattern = new RegExp(
    wanted.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join(`\\s{1,${longestGap}}`),
    'giu',
  )
  const overlap = words.length + longestGap * wanted.length
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
      matches.push(found(text, start, start + match[0].length, pages))
      done = Math.max(done, start + match[0].length)
    }
    from = done
    await nextTask()
  }
  return { matches, more: false }
}

function found(text: string, start: number, end: number, pages: readonly PageRange[]): FoundWords {
  const clean = (piece: string): string => piece.replace(/\s+/gu, ' ').replace(leader, '… ').toWellFormed()
  const page = pages.findLast((each) => each.start <= start)
  return {
    start,
    end,
    page: page?.page ?? null,
    before: clean(contextBefore(text, start)),
    words: clean(text.slice(start, end)),
    after: clean(contextAfter(text, end)),
  }
}

/** The context before a match, without what is left of a word that it begins in; a word that fills it stays cut. */
function contextBefore(text: string, to: number): string {
  const from = Math.max(0, to - contextLength)
  const piece = text.slice(from, to)
  if (from === 0 || !isInWord(text.slice(from - 1, from)) || !isInWord(piece.slice(0, 1))) return piece
  return piece.slice(Math.max(0, piece.search(/\s\S/u)))
}

/** As {@link contextBefore}, behind a match. */
function contextAfter(text: string, from: number): string {
  const to = Math.min(text.length, from + contextLength)
  const piece = text.slice(from, to)
  if (!isInWord(piece.slice(-1)) || !isInWord(text.slice(to, to + 1))) return piece
  const rest = /\S\s+\S*$/u.exec(piece)
  return rest === null ? piece : piece.slice(0, rest.index + 1)
}

function isInWord(letter: string): boolean {
  return /[\p{L}\p{N}\p{M}]/u.test(letter)
}
