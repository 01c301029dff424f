import type { Block, TextRange } from './blocks'
import type { TokenEstimate } from './tokens'

/** A range that goes into one chunk whole, with its estimated tokens. */
export type Piece = TextRange & { readonly tokens: number }

// A sentence ends at its mark before white space if the next begins like one; "…" of a table of contents
// (". . . . 37") has no letter before its dots. Chinese and Japanese marks need no space after them.
// What stands before an end is looked at only where white space is, and of Chinese and Japanese four marks of it at most,
// so that a long run of quotes and brackets takes no quadratic time.
const SENTENCE_END =
  /(?=\s)(?<=[\p{L}\p{N})\]"'”’»][.!?…]["')\]”’»]*)\s+(?=["'“‘«([]*[\p{Lu}\p{Lo}\p{N}])|(?<=[。！？｡][」』”’）]{0,4})(?![」』”’）。！？｡])/gu
const LINE_END = /\n+/g
const WORD_END = /\s+/g

/** Cuts a block that is too large: at sentence ends, then line ends, then words, then letters. */
export function piecesOf(text: string, estimate: TokenEstimate, block: Block, maxTokens: number): Piece[] {
  const tokens = estimate(block.start, block.end)
  if (tokens <= maxTokens) return [{ start: block.start, end: block.end, tokens }]
  const separators = block.byLines ? [LINE_END, WORD_END] : [SENTENCE_END, LINE_END, WORD_END]
  return cut(text, estimate, block, separators, maxTokens)
}

function cut(
  text: string,
  estimate: TokenEstimate,
  range: TextRange,
  separators: readonly RegExp[],
  maxTokens: number,
): Piece[] {
  const [separator, ...finer] = separators
  if (separator === undefined) return cutLetters(text, estimate, range, maxTokens)
  const pieces: Piece[] = []
  for (const part of split(text, range, separator)) {
    const tokens = estimate(part.start, part.end)
    if (tokens <= maxTokens) pieces.push({ ...part, tokens })
    // One after the other: a line of megabytes has more words than a call takes arguments.
    else for (const piece of cut(text, estimate, part, finer, maxTokens)) pieces.push(piece)
  }
  return pieces
}

/** Parts cover the range; the white space of a separator belongs to the part before it. */
function split(text: string, range: TextRange, separator: RegExp): TextRange[] {
  const parts: TextRange[] = []
  let start = range.start
  for (const match of text.slice(range.start, range.end).matchAll(separator)) {
    const end = range.start + match.index + match[0].length
    if (end > start && end < range.end) {
      parts.push({ start, end })
      start = end
    }
  }
  parts.push({ start, end: range.end })
  return parts
}

/** A "word" longer than a chunk (base64, minified code) is cut anywhere but inside a surrogate pair. */
function cutLetters(text: string, estimate: TokenEstimate, range: TextRange, maxTokens: number): Piece[] {
  const pieces: Piece[] = []
  let start = range.start
  let tokens = 0
  for (let index = range.start; index < range.end; ) {
    const width = (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1
    const cost = estimate(index, index + width)
    if (tokens + cost > maxTokens && index > start) {
      pieces.push({ start, end: index, tokens })
      start = index
      tokens = 0
    }
    tokens += cost
    index += width
  }
  pieces.push({ start, end: range.end, tokens })
  return pieces
}
