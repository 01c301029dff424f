import { unmirrorBrackets } from './brackets'
import { boxAt, isBlank, type Places, placesOn } from './char-places'
import type { PdfDocument } from './open'
import { type Pdfium, withHeap } from './pdfium'
import { type LineBox, type LinePiece, readingOrder } from './reading-order'
import { mendTornLines } from './torn-lines'

/** A line of a page as a range of PDFium characters, without its line end, and where it stands (points). */
export type PageLine = LinePiece & {
  /** Whether a wide gap parts the first or the last word from the rest, as it does a page number. */
  readonly apart: 'first' | 'last' | 'both' | null
  /** Whether it is one of the outermost lines of the page, where headers and footers stand. */
  readonly edge: 'top' | 'bottom' | null
}

/** Whether a character is one of the two that PDFium uses for a hyphen at a line's end, in its list and in its text. */
export function isLineHyphen(code: number | undefined): boolean {
  return code === 0x02 || code === 0xfffe
}

/** A gap of this part of a line's height may be one between columns; spaces of justified text are narrower. */
const COLUMN_GAP_HEIGHTS = 0.9

/** A page number in a header is at least so many line heights away from its title. */
const APART_HEIGHTS = 1.5

/** Every so many lines one is looked at for gaps; only if many have one, all are. */
const SAMPLED_LINE = 8
const SAMPLES_WITH_GAP = 0.25

/** Headers and footers are at most this many lines, in the outer part of the page, and hardly larger than the text. */
const EDGE_LINES = 3
const EDGE_ZONE = 0.16
const MAX_EDGE_HEIGHT = 1.3

/** A page's lines in order, and where lines were mended the PDFium character that each of theirs is. */
export type PageLines = { readonly lines: readonly PageLine[]; readonly chars: Uint32Array | null }

/**
 * Finds the lines of a page in the order of reading, or in that of the file. In the order of reading `codes` is mended:
 * letters that stand elsewhere in the file than on the page, and mirrored brackets. A page without letters beyond
 * Latin-1 has neither.
 */
export function readLines(
  document: PdfDocument,
  page: number,
  textPage: number,
  codes: Uint32Array,
  { ordered, hasOtherLetters }: { readonly ordered: boolean; readonly hasOtherLetters: boolean },
): PageLines {
  return withHeap(document.pdfium, 16, (pointer) => {
    const places = placesOn(document.pdfium, textPage, pointer)
    const lines: LinePiece[] = []
    for (const [first, end] of lineRanges(codes))
      lines.push({ first, end, box: lineBox(places, codes, first, end) })
    const read =
      ordered && hasColumns(places, codes, lines)
        ? readingOrder(lines.map((line) => pieces(places, codes, line)))
        : lines
    const edges = edgesOf(read, pageBox(document.pdfium, page, pointer))
    const found = read.map((line, index) => {
      const edge = edges.get(index) ?? null
      return { ...line, edge, apart: edge === null ? null : apartIn(places, codes, line) }
    })
    if (!ordered || !hasOtherLetters) return { lines: found, chars: null }
    unmirrorBrackets(codes, found)
    return { lines: found, chars: mendTornLines(places, codes, found) }
  })
}

/** The lines of characters whose places are not known, in their own order. */
export function linesOf(codes: Uint32Array): PageLine[] {
  return Array.from(lineRanges(codes), ([first, end]) => ({ first, end, box: null, edge: null, apart: null }))
}

/** A line ends at `\n`, which belongs to none, or behind a hyphen that PDFium recognised as a division. */
function* lineRanges(codes: Uint32Array): Generator<[number, number]> {
  let first = 0
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0
    if (code === 0x0a) {
      yield [first, index]
      first = index + 1
    } else if (isLineHyphen(code)) {
      yield [first, index + 1]
      first = index + 1
    }
  }
  if (first < codes.length || codes.at(-1) === 0x0a) yield [first, codes.length]
}

function pageBox(pdfium: Pdfium, page: number, pointer: number): LineBox | null {
  if (pdfium.api.FPDF_GetPageBoundingBox(page, pointer) === 0) return null
  return boxAt(new Float32Array(pdfium.heap().buffer), pointer)
}

function lineBox(places: Places, codes: Uint32Array, first: number, end: number): LineBox | null {
  let from = first
  while (from < end && isBlank(codes[from])) from++
  let to = end - 1
  while (to > from && isBlank(codes[to])) to--
  if (from >= end) return null
  const start = places.box(from)
  // The last letter counts by where it begins.
  const right = places.left(to)
  if (start === null || right === null) return null
  // A line that runs upwards, or backwards, has no place among the others.
  return right < start.left ? null : { ...start, right }
}

/** The gaps of a line that are at least `heights` line heights wide, each by the blank character in it. */
function gaps(places: Places, codes: Uint32Array, line: LinePiece, heights: number): number[] {
  if (line.box === null) return []
  const wide = heights * (line.box.top - line.box.bottom)
  const found: number[] = []
  for (let index = line.first + 1; index < line.end - 1; index++) {
    if (codes[index] !== 0x20 || isBlank(codes[index + 1])) continue
    // A space that PDFium made begins where the letter before it ends.
    const from = places.left(index)
    const to = places.left(index + 1)
    if (from !== null && to !== null && to - from >= wide) found.push(index)
  }
  return found
}

function hasColumns(places: Places, codes: Uint32Array, lines: readonly LinePiece[]): boolean {
  let sampled = 0
  let withGap = 0
  for (let index = 1; index < lines.length; index += SAMPLED_LINE) {
    const line = lines[index]
    if (line === undefined || line.box === null) continue
    sampled++
    if (gaps(places, codes, line, COLUMN_GAP_HEIGHTS).length > 0) withGap++
  }
  return withGap > 0 && withGap >= sampled * SAMPLES_WITH_GAP
}

function pieces(places: Places, codes: Uint32Array, line: LinePiece): LinePiece[] {
  const cuts = gaps(places, codes, line, COLUMN_GAP_HEIGHTS)
  if (cuts.length === 0) return [line]
  const starts = [line.first, ...cuts.map((cut) => cut + 1)]
  return starts.map((first, index) => {
    const end = cuts[index] ?? line.end
    return { first, end, box: lineBox(places, codes, first, end) }
  })
}

function apartIn(places: Places, codes: Uint32Array, line: LinePiece): PageLine['apart'] {
  const wide = wideSpaces(places, codes, line)
  const blanks = (from: number, to: number) => codes.subarray(from, to).includes(0x20)
  const [gap] = wide
  const lastGap = wide.at(-1)
  const first = gap !== undefined && !blanks(line.first, gap)
  const last = lastGap !== undefined && !blanks(lastGap + 1, line.end)
  if (first && last) return 'both'
  if (first) return 'first'
  return last ? 'last' : null
}

/**
 * The blanks of a line with much room around them. Unlike {@link gaps} it measures from where the letter before ends: a
 * space that PDFium made for a wide gap has no width, and lies where the next letter begins.
 */
function wideSpaces(places: Places, codes: Uint32Array, line: LinePiece): number[] {
  if (line.box === null) return []
  const wide = APART_HEIGHTS * (line.box.top - line.box.bottom)
  const found: number[] = []
  let letter: number | null = null
  for (let index = line.first; index < line.end - 1; index++) {
    if (!isBlank(codes[index])) letter = index
    else if (codes[index] === 0x20 && letter !== null && !isBlank(codes[index + 1])) {
      const to = places.left(index + 1)
      const from = places.box(letter)?.right
      if (to !== null && from !== undefined && to - from >= wide) found.push(index)
    }
  }
  return found
}

/** The outermost lines, from outside; at most {@link EDGE_LINES} on each side. */
function edgesOf(lines: readonly LinePiece[], page: LineBox | null): Map<number, 'top' | 'bottom'> {
  const edges = new Map<number, 'top' | 'bottom'>()
  if (page === null) return edges
  const zone = EDGE_ZONE * (page.top - page.bottom)
  const placed: PlacedLine[] = []
  lines.forEach(({ box }, index) => {
    if (box !== null) placed.push({ index, box })
  })
  placed.sort((a, b) => b.box.bottom - a.box.bottom)
  const heights = Float64Array.from(placed, ({ box }) => box.top - box.bottom).sort()
  const tallest = MAX_EDGE_HEIGHT * (heights[heights.length >> 1] ?? 0)
  const fits = ({ box: { top, bottom } }: PlacedLine) => top - bottom <= tallest
  for (const line of placed.slice(0, EDGE_LINES)) {
    if (fits(line) && line.box.bottom >= page.top - zone) edges.set(line.index, 'top')
  }
  for (const line of placed.slice(-EDGE_LINES)) {
    if (fits(line) && line.box.bottom <= page.bottom + zone && !edges.has(line.index))
      edges.set(line.index, 'bottom')
  }
  return edges
}

/** A line that has a place, by where it is among all. */
type PlacedLine = { readonly index: number; readonly box: LineBox }
