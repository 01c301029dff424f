import type { Passage } from '../../../shared/contract/passages'
import { isTableRule } from '../../../shared/markdown/table-line'
import { titlesOfSection } from '../../../shared/text/sections'
import { type Range, splitSentences } from '../sentences'
import { longestQuotation, type Quotation } from './quotations'
import { recordsIn } from './record-lines'
import { lineAt } from './text-lines'
import { hasForm } from './word-forms'

/** A sentence that may answer a question, with the words of the question that it has. */
export interface CandidateSentence extends Quotation {
  readonly words: ReadonlySet<string>
}

/** Cuts passages into their sentences, in their order, and finds the words that are asked, as `wordsOf` cuts them. */
export function candidateSentences(
  passages: readonly Passage[],
  asked: ReadonlySet<string>,
  wordsOf: (text: string) => string[],
): CandidateSentence[] {
  const askedIn = (text: string) => wordsOf(text).filter((word) => asked.has(word))
  const candidates = passages.flatMap((passage) =>
    sentencesOf(passage).map((range) => ({
      passage,
      range: bestPart(passage.text, range, askedIn),
      words: new Set(askedIn(passage.text.slice(range.start, range.end))),
    })),
  )
  // What nothing says just so may be said by a part of it, or in a compound: the “Arzttermin” is a “Termin”.
  const heard = new Set(candidates.flatMap(({ words }) => [...words]))
  const unheard = [...asked].filter((word) => !heard.has(word))
  for (const { passage, range, words } of unheard.length === 0 ? [] : candidates) {
    const stems = new Set(wordsOf(passage.text.slice(range.start, range.end)))
    for (const word of unheard) if (hasForm(stems, word)) words.add(word)
  }
  return candidates
}

/** The sentences of a passage, each line of a record and each row of a table one by itself. */
export function sentencesOf({ text, section }: Passage): Range[] {
  const ranges = splitSentences(text, section === undefined ? [] : titlesOfSection(section))
  const each = ranges.flatMap((range) => recordsIn(text, range))
  // The line below the head of a table says nothing.
  return each.filter(({ start }) => {
    const line = lineAt(text, start)
    return !isTableRule(text.slice(line.start, line.end))
  })
}

/** Where a text without sentences can be cut: behind white space or a mark within a sentence. */
const cut = /[\s,;:|،؛、，；：｜]+/gu

/** Of what is longer than a quotation, such as a table or a script without full stops, the part with most of the words. */
function bestPart(text: string, range: Range, askedIn: (text: string) => readonly string[]): Range {
  if (range.end - range.start <= longestQuotation) return range
  const pieces = piecesOf(text, range).map((piece) => ({
    ...piece,
    words: askedIn(text.slice(piece.start, piece.end)),
  }))
  let best = clip(text, range)
  let most = 0
  for (const [index, { start, words }] of pieces.entries()) {
    // A part that begins with other words is found from there.
    if (words.length === 0) continue
    const within = pieces.slice(index).filter(({ end }) => end - start <= longestQuotation)
    const found = new Set(within.flatMap((piece) => piece.words)).size
    if (found > most) {
      most = found
      best = { start, end: within.at(-1)?.end ?? start }
    }
  }
  return best
}

function piecesOf(text: string, { start, end }: Range): Range[] {
  const ends = [...text.slice(start, end).matchAll(cut)].map((match) => start + match.index + match[0].length)
  const starts = [start, ...ends]
  return starts
    .map((from, index) => ({ start: from, end: starts[index + 1] ?? end }))
    .filter((piece) => piece.end > piece.start)
}

/** The beginning of what is longer than a quotation, cut between words where there are some. */
export function clip(text: string, range: Range): Range {
  if (range.end - range.start <= longestQuotation) return range
  const cut = text.lastIndexOf(' ', range.start + longestQuotation)
  return { start: range.start, end: cut > range.start ? cut : range.start + longestQuotation }
}
