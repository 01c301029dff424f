import type { ExtractedDocument, Heading } from '../extractors/types'
import { type Block, blocksOf, type TextRange } from './blocks'
import { type Piece, piecesOf } from './pieces'
import { sectionFinder } from './sections'
import { type TokenEstimate, tokenEstimator } from './tokens'

/** A passage of a document: `text.slice(start, end)` has no white space at either end. */
export type Chunk = {
  /** Counted from 0, in the order of the text. */
  readonly ordinal: number
  readonly start: number
  readonly end: number
  /** Counted from 1; null for documents without pages. */
  readonly page: number | null
  /** The path of headings that the passage stands under ("Guide > Install"). */
  readonly section: string | null
  /** Estimated. */
  readonly tokens: number
}

/** Sizes in estimated tokens. */
export type ChunkOptions = { readonly targetTokens?: number; readonly maxTokens?: number }

/** A screenful: enough to answer from, little enough to be about one thing. */
const TARGET_TOKENS = 350
const MAX_TOKENS = 500

/** A section shorter than this share of the target is not worth a chunk of its own and joins its neighbour. */
const MIN_SECTION_SHARE = 0.3

/** Cuts a document into passages that cover its text in order, follow its structure and never cross a page. */
export function chunkText(document: ExtractedDocument, options: ChunkOptions = {}): Chunk[] {
  const max = options.maxTokens ?? MAX_TOKENS
  const target = Math.min(options.targetTokens ?? TARGET_TOKENS, max)
  const pages: readonly (TextRange & { page: number | null })[] =
    document.pages.length > 0 ? document.pages : [{ page: null, start: 0, end: document.text.length }]
  const estimate = tokenEstimator(document.text)
  const findSection = sectionFinder(document)
  const takeHeadings = headingTaker(document.headings)
  const chunks: Chunk[] = []
  for (const page of pages) {
    const headings = takeHeadings(page.end)
    const headingStarts = new Set(headings.map((heading) => heading.start))
    const blocks = blocksOf(document, page, headings)
    for (const group of groupBySection(estimate, blocks, headingStarts, target)) {
      const pieces = group.flatMap((block) => piecesOf(document.text, estimate, block, max))
      for (const range of pack(pieces, target, max)) {
        const trimmed = trim(document.text, range)
        if (trimmed === null) continue
        const section = findSection(trimmed.start, trimmed.end)
        const tokens = Math.ceil(estimate(trimmed.start, trimmed.end))
        chunks.push({ ordinal: chunks.length, ...trimmed, page: page.page, section, tokens })
      }
    }
  }
  return chunks
}

/** Hands out the headings up to a place, each once. */
function headingTaker(headings: readonly Heading[]): (end: number) => readonly Heading[] {
  let next = 0
  return (end) => {
    const first = next
    while ((headings[next]?.start ?? end) < end) next++
    return headings.slice(first, next)
  }
}

/** A new group begins at a heading once the last has enough text to stand alone. */
function groupBySection(
  estimate: TokenEstimate,
  blocks: readonly Block[],
  headingStarts: ReadonlySet<number>,
  target: number,
): Block[][] {
  const groups: Block[][] = []
  let group: Block[] = []
  let tokens = 0
  for (const block of blocks) {
    if (headingStarts.has(block.start) && tokens >= target * MIN_SECTION_SHARE) {
      groups.push(group)
      group = []
      tokens = 0
    }
    group.push(block)
    tokens += estimate(block.start, block.end)
  }
  groups.push(group)
  return groups
}

/** Packs pieces into ranges of about the same size, near the target and never over the maximum. */
function pack(pieces: readonly Piece[], target: number, max: number): TextRange[] {
  const total = pieces.reduce((sum, piece) => sum + piece.tokens, 0)
  const count = Math.max(1, Math.round(total / target), Math.ceil(total / max))
  const size = total / count
  const ranges: { start: number; end: number }[] = []
  let tokens = 0
  let packed = 0
  for (const piece of pieces) {
    const last = ranges.at(-1)
    // A range ends where the sum is nearest to its share, so that a last crumb never remains.
    const goal = size * ranges.length
    const overshoots = packed + piece.tokens - goal > goal - packed
    if (last === undefined || tokens + piece.tokens > max || overshoots) {
      ranges.push({ start: piece.start, end: piece.end })
      tokens = piece.tokens
    } else {
      last.end = piece.end
      tokens += piece.tokens
    }
    packed += piece.tokens
  }
  return ranges
}

function trim(text: string, { start, end }: TextRange): TextRange | null {
  const range = text.slice(start, end)
  const trimmed = range.trimStart()
  if (trimmed === '') return null
  const from = start + range.length - trimmed.length
  return { start: from, end: from + trimmed.trimEnd().length }
}
