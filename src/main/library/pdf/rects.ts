import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type PdfDocument, type PdfPage, withExistingPage } from './open'
import { readDraft } from './page-draft'
import { charRuns, type PageText, retrace } from './page-text'
import { withHeap } from './pdfium'
import type { LineBox } from './reading-order'

/** A rectangle in fractions of the page as it is shown: (0, 0) is its top left corner, (1, 1) its bottom right. */
export type PageRect = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Two pieces are one line if they overlap by this part of the lower one's height. */
const SAME_LINE_OVERLAP = 0.5

/** Pieces of a line that are nearer than this many line heights are one rectangle; wider gaps are columns. */
const MAX_GAP_HEIGHTS = 2

/** The device square that PDFium maps a page to; fractions are thus exact to a ten-thousandth of a page. */
const DEVICE_UNITS = 1_000_000

/** A page's text as it was extracted, by which its letters are found on the page. */
export type ExtractedPage = { readonly page: number; readonly pageText: string }

/** Ranges of a page's text; offsets count from its beginning (document offset − page start). */
export type PagePassages = ExtractedPage & {
  readonly ranges: readonly { readonly start: number; readonly end: number }[]
}

/**
 * Where passages stand on their page, for each one rectangle per line. Each character's place is found by making the
 * page's text anew; none where that no longer gives the text that was extracted.
 */
export function rectsOnPage(document: PdfDocument, { ranges, ...extracted }: PagePassages): PageRect[][] {
  const found = onTracedPage(document, extracted, ({ open, text, textPage }) =>
    ranges.map(({ start, end }) => {
      const pieces: PageRect[] = []
      for (const { first, count } of charRuns(text, start, end)) {
        const rects = document.pdfium.api.FPDFText_CountRects(textPage, first, count)
        for (let index = 0; index < rects; index++) {
          const rect = readRect(document, open, textPage, index)
          if (rect !== null) pieces.push(rect)
        }
      }
      return mergeLines(pieces)
    }),
  )
  return found ?? ranges.map(() => [])
}

/** A page whose text is known letter by letter, and PDFium's own view of that text. */
type TracedPage = { readonly open: PdfPage; readonly text: PageText; readonly textPage: number }

/** Reads from a page how its stored text stands on it; null where that text can't be made of it again. */
export function onTracedPage<Result>(
  document: PdfDocument,
  { page, pageText }: ExtractedPage,
  read: (traced: TracedPage) => Result,
): Result | null {
  return withExistingPage(document, page, (open) => {
    const text = traceText(document, open, pageText)
    if (text === null) return null
    const { api } = document.pdfium
    const textPage = api.FPDFText_LoadPage(open.handle)
    if (textPage === 0) throw new AppError('corrupt', say('pdf.page_text_damaged', { page }))
    try {
      return read({ open, text, textPage })
    } finally {
      api.FPDFText_ClosePage(textPage)
    }
  })
}

/** Earlier versions read columns in the file's own order; what they stored is marked too. */
function traceText(document: PdfDocument, page: PdfPage, stored: string): PageText | null {
  return retrace(readDraft(document, page), stored) ?? retrace(readDraft(document, page, false), stored)
}

function readRect(document: PdfDocument, page: PdfPage, textPage: number, index: number): PageRect | null {
  const { pdfium } = document
  return withHeap(pdfium, 40, (corners) => {
    const found = pdfium.api.FPDFText_GetRect(
      textPage,
      index,
      corners,
      corners + 8,
      corners + 16,
      corners + 24,
    )
    if (found === 0) return null
    const heap = pdfium.heap()
    const view = new DataView(heap.buffer, heap.byteOffset)
    const at = (offset: number) => view.getFloat64(corners + offset, true)
    const [left, top, right, bottom] = [at(0), at(8), at(16), at(24)]
    return shownRect(document, page, { left, top, right, bottom }, corners + 32)
  })
}

/** A box in page coordinates as it is shown, null where that is nothing; `pointer` has room for eight bytes. */
export function shownRect(
  document: PdfDocument,
  page: PdfPage,
  { left, top, right, bottom }: LineBox,
  pointer: number,
): PageRect | null {
  const a = toFraction(document, page, left, top, pointer)
  const b = toFraction(document, page, right, bottom, pointer)
  // A rotated page swaps which corner is the upper left one.
  const x = Math.max(0, Math.min(a.x, b.x))
  const y = Math.max(0, Math.min(a.y, b.y))
  const width = Math.min(1, Math.max(a.x, b.x)) - x
  const height = Math.min(1, Math.max(a.y, b.y)) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** Page coordinates to fractions of the shown page: PDFium knows its rotation and crop box. */
function toFraction(document: PdfDocument, page: PdfPage, x: number, y: number, pointer: number) {
  const { pdfium } = document
  const size = DEVICE_UNITS
  pdfium.api.FPDF_PageToDevice(page.handle, 0, 0, size, size, 0, x, y, pointer, pointer + 4)
  const heap = pdfium.heap()
  const view = new DataView(heap.buffer, heap.byteOffset)
  return { x: view.getInt32(pointer, true) / size, y: view.getInt32(pointer + 4, true) / size }
}

/** Joins neighbouring pieces of a line; the order of reading is kept. */
export function mergeLines(pieces: readonly PageRect[]): PageRect[] {
  const lines: PageRect[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && isSameLine(last, piece)) lines[lines.length - 1] = union(last, piece)
    else lines.push(piece)
  }
  return lines
}

function isSameLine(a: PageRect, b: PageRect): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (overlap < SAME_LINE_OVERLAP * Math.min(a.height, b.height)) return false
  const gap = Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width)
  return gap <= MAX_GAP_HEIGHTS * Math.max(a.height, b.height)
}

/** The rectangle around two. */
export function union(a: PageRect, b: PageRect): PageRect {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
