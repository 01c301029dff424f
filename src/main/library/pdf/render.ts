import { encode } from 'fast-png'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { LONGEST_EDGE, toGrey } from '../../pictures/grey'
import { titleLine } from '../extractors/normalize'
import { type PdfDocument, type PdfPage, withExistingPage } from './open'
import { readUtf16 } from './pdfium'

/** How large to draw: `maxWidth` in pixels wins over `scale` in pixels per point. */
export type RenderOptions = { readonly scale?: number; readonly maxWidth?: number }

/** A drawn page; `pages` is how many the document has, `label` the number that it has in print, where that is told. */
export type RenderedPage = {
  readonly png: Uint8Array
  readonly label: string | null
  readonly width: number
  readonly height: number
  readonly pages: number
}

/** 1.5 pixels per point make an A4 page 892 pixels wide, which is sharp in a side panel. */
const DEFAULT_SCALE = 1.5

/** Pixels of one drawing: 64 MB of bitmap. A page may be any size, so the size asked for is not enough. */
const MAX_PIXELS = 16_000_000

// fpdfview.h
const FLAG_ANNOTATIONS = 0x01
const FLAG_REVERSE_BYTE_ORDER = 0x10

/** Draws a page on white, with its annotations. */
export function renderPage(document: PdfDocument, page: number, options: RenderOptions = {}): RenderedPage {
  return withExistingPage(document, page, (open) => {
    return withBitmap(document, open, options, ({ start, stride, width, height }) => {
      const rgb = packRgb(document.pdfium.heap(), start, stride, width, height)
      // Level 1 is three times as fast as the usual 6, for a picture that only crosses to the next process.
      const png = encode({ width, height, data: rgb, channels: 3, depth: 8 }, { zlib: { level: 1 } })
      return { png, width, height, pages: document.pages, label: pageLabel(document, page) }
    })
  })
}

/** Characters of a page's label: "A-12", "xviii". Longer ones are no numbers that anybody printed. */
const LONGEST_LABEL = 20

/** What a page is called in print (ISO 32000-1, 12.4.2); null where the file doesn't tell, or nothing else than its position. */
function pageLabel({ pdfium, handle }: PdfDocument, page: number): string | null {
  const told = readUtf16(pdfium, (buffer, length) =>
    pdfium.api.FPDF_GetPageLabel(handle, page - 1, buffer, length),
  )
  const label = titleLine(told)
  return label === null || label.length > LONGEST_LABEL || label === String(page) ? null : label
}

/** Dots an inch at which text recognition does best; its makers say 300. */
const RECOGNITION_DPI = 300
const POINTS_PER_INCH = 72

/** Draws a page in shades of grey, to have its text recognized. */
export function renderGrey(document: PdfDocument, page: PdfPage) {
  const longer = Math.max(1, page.width, page.height)
  const scale = Math.min(RECOGNITION_DPI / POINTS_PER_INCH, LONGEST_EDGE / longer)
  return withBitmap(document, page, { scale }, (bitmap) => {
    const { start, stride, width, height } = bitmap
    const grey = toGrey(document.pdfium.heap(), start, stride, width, height)
    const dotsPerInch = Math.round((Math.max(width, height) * POINTS_PER_INCH) / longer)
    return { picture: { width, height, grey }, dotsPerInch }
  })
}

type Bitmap = {
  readonly start: number
  readonly stride: number
  readonly width: number
  readonly height: number
}

/** Draws a page into PDFium's heap, four bytes a pixel with red first, for the time of one callback. */
function withBitmap<Result>(
  { pdfium }: PdfDocument,
  page: PdfPage,
  options: RenderOptions,
  use: (bitmap: Bitmap) => Result,
): Result {
  const { api } = pdfium
  const { width, height } = pixelSize(page.width, page.height, options)
  const bitmap = api.FPDFBitmap_Create(width, height, 0)
  if (bitmap === 0) throw new AppError('too_large', say('pdf.page_too_large'))
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const flags = FLAG_ANNOTATIONS | FLAG_REVERSE_BYTE_ORDER
    api.FPDF_RenderPageBitmap(bitmap, page.handle, 0, 0, width, height, 0, flags)
    const start = api.FPDFBitmap_GetBuffer(bitmap)
    return use({ start, stride: api.FPDFBitmap_GetStride(bitmap), width, height })
  } finally {
    api.FPDFBitmap_Destroy(bitmap)
  }
}

/** The size in pixels for a page's size in points: as asked, with its proportions, within the limit. */
export function pixelSize(
  pointsWide: number,
  pointsHigh: number,
  { scale, maxWidth }: RenderOptions,
): { width: number; height: number } {
  const pageWidth = Math.max(1, pointsWide)
  const pageHeight = Math.max(1, pointsHigh)
  const asked = maxWidth !== undefined ? maxWidth / pageWidth : (scale ?? DEFAULT_SCALE)
  const largest = Math.sqrt(MAX_PIXELS / (pageWidth * pageHeight))
  const factor = Math.min(asked, largest)
  return {
    width: Math.max(1, Math.min(MAX_PIXELS, Math.round(pageWidth * factor))),
    height: Math.max(1, Math.min(MAX_PIXELS, Math.round(pageHeight * factor))),
  }
}

/** Drops the unused fourth byte of each pixel and the padding of each row. */
function packRgb(heap: Uint8Array, start: number, stride: number, width: number, height: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  let to = 0
  for (let row = 0; row < height; row++) {
    let from = start + row * stride
    for (let column = 0; column < width; column++) {
      rgb[to++] = heap[from] ?? 0
      rgb[to++] = heap[from + 1] ?? 0
      rgb[to++] = heap[from + 2] ?? 0
      from += 4
    }
  }
  return rgb
}
