import type { PlacedText } from '../../../shared/contract/document-layout'
import { hasRightToLeft } from '../../../shared/text/right-to-left'
import type { PdfDocument, PdfPage } from './open'
import { withHeap } from './pdfium'
import type { LineBox } from './reading-order'
import { type ExtractedPage, onTracedPage, type PageRect, shownRect, union } from './rects'

/** A letter goes on with the one before where they overlap by this part of the smaller one, across or along. */
const SAME_LINE_OVERLAP = 0.4

/** Room for a box of four doubles and a point of two integers. */
const POINTER_BYTES = 40

/** A word's letters on one line. */
type Piece = { start: number; end: number; box: PageRect; first: PageRect; last: PageRect }

/**
 * Where the words of a page's text stand on it, so that they can be selected there. A word that is divided at a line's
 * end is two pieces. None where the page no longer gives the text that was extracted.
 */
export function wordsOnPage(document: PdfDocument, extracted: ExtractedPage): PlacedText[] {
  const { pageText } = extracted
  const words = onTracedPage(document, extracted, ({ open, text, textPage }) =>
    withHeap(document.pdfium, POINTER_BYTES, (pointer) => {
      const placed: PlacedText[] = []
      for (const { 0: word, index } of pageText.matchAll(/\S+/gu)) {
        const pieces: Piece[] = []
        for (let at = index; at < index + word.length; at++) {
          const box = letterBox(document, open, textPage, text.charIndex[at] ?? 0, pointer)
          if (box !== null) addLetter(pieces, at, box)
        }
        for (const piece of pieces) {
          const { start, end, box } = piece
          const turn = turnOf(piece, pageText.slice(start, end), open) ?? placed.at(-1)?.turn ?? 0
          const { x: left, y: top, width, height } = box
          placed.push({ start, end, left, top, width, height, turn })
        }
      }
      return placed
    }),
  )
  return words ?? []
}

function addLetter(pieces: Piece[], at: number, box: PageRect): void {
  const piece = pieces.at(-1)
  if (piece !== undefined && goesOn(piece.last, box)) {
    piece.end = at + 1
    piece.box = union(piece.box, box)
    piece.last = box
  } else pieces.push({ start: at, end: at + 1, box, first: box, last: box })
}

function goesOn(a: PageRect, b: PageRect): boolean {
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  return (
    down >= SAME_LINE_OVERLAP * Math.min(a.height, b.height) ||
    across >= SAME_LINE_OVERLAP * Math.min(a.width, b.width)
  )
}

/** As high as its font where that can be told, else as high as itself. */
function letterBox(
  document: PdfDocument,
  page: PdfPage,
  textPage: number,
  index: number,
  pointer: number,
): PageRect | null {
  const { api, heap } = document.pdfium
  const point = pointer + 32
  let loose: LineBox | null = null
  if (api.FPDFText_GetLooseCharBox(textPage, index, pointer) !== 0) {
    const singles = new Float32Array(heap().buffer, pointer, 4)
    const [left = 0, top = 0, right = 0, bottom = 0] = singles
    loose = { left, top, right, bottom }
  }
  if (api.FPDFText_GetCharBox(textPage, index, pointer, pointer + 8, pointer + 16, pointer + 24) === 0)
    return loose === null ? null : shownRect(document, page, loose, point)
  const [left = 0, right = 0, bottom = 0, top = 0] = new Float64Array(heap().buffer, pointer, 4)
  const own: LineBox = { left, top, right, bottom }
  // PDFium makes the loose box of a letter that stands upright; that of a turned one lies elsewhere.
  return shownRect(document, page, loose !== null && holds(loose, own) ? loose : own, point)
}

function holds(outer: LineBox, inner: LineBox): boolean {
  const x = (inner.left + inner.right) / 2
  const y = (inner.bottom + inner.top) / 2
  return x >= outer.left && x <= outer.right && y >= outer.bottom && y <= outer.top
}

/** By how much a piece is turned clockwise as it is shown; null for a single letter, which does not tell. */
function turnOf({ first, last }: Piece, letters: string, page: PdfPage): PlacedText['turn'] | null {
  if (first === last) return null
  const across = (last.x + last.width / 2 - first.x - first.width / 2) * page.width
  const down = (last.y + last.height / 2 - first.y - first.height / 2) * page.height
  const [along, downwards] = hasRightToLeft(letters) ? [-across, -down] : [across, down]
  if (Math.abs(across) >= Math.abs(down)) return along >= 0 ? 0 : 180
  return downwards >= 0 ? 90 : 270
}
