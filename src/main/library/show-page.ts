import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { BlobStore } from '../changes/blobs'
import { type DocumentRow, pageRanges, pageWordBoxes } from '../db/documents'
import type { Database } from '../db/open'
import { readPictureHeader } from '../pictures/header'
import type { Library } from '../services/library'
import type { ExtractPool } from './extract-pool'
import { isDrawn } from './read-layout'
import { rectsOfWords } from './recognition/word-boxes'

type PageRequest = Parameters<Library['page']>[0]
type ShownPage = Awaited<ReturnType<Library['page']>>

/** Draws a page of a paged document, with the rectangles of a range of the document's text that is on it. */
export async function showPage(
  parts: { readonly db: Database; readonly blobs: BlobStore; readonly pool: ExtractPool },
  document: DocumentRow,
  text: string,
  request: PageRequest,
): Promise<ShownPage> {
  if (!isDrawn(document) || document.sha256 === null) {
    throw new AppError('unsupported', say('document.no_pages'))
  }
  const ranges = pageRanges(parts.db, document.number)
  const range = ranges.find(({ page }) => page === request.page)
  if (range === undefined) {
    throw new AppError('not_found', say('document.no_page', { page: request.page, pages: ranges.length }), {
      field: 'page',
    })
  }
  const path = parts.blobs.path(document.sha256)
  const drawn =
    document.mime === 'application/pdf'
      ? await drawPage(parts.pool, path, request)
      : await drawWhole(parts, document.sha256, request)
  const start = Math.max(range.start, request.highlight?.start ?? range.end)
  const end = Math.min(range.end, request.highlight?.end ?? range.start)
  const pageText = text.slice(range.start, range.end)
  const passage = { page: request.page, pageText, start: start - range.start, end: end - range.start }
  const words = pageWordBoxes(parts.db, document.number, request.page)
  const rects =
    start >= end
      ? []
      : words === undefined
        ? await parts.pool.rects(path, passage)
        : rectsOfWords(words, passage.start, passage.end)
  return {
    page: request.page,
    pages: drawn.pages,
    image: `data:${drawn.mediaType};base64,${Buffer.from(drawn.bytes).toString('base64')}`,
    width: drawn.width,
    height: drawn.height,
    highlights: rects.map(({ x, y, width, height }) => ({ left: x, top: y, width, height })),
    text: pageText,
  }
}

async function drawPage(pool: ExtractPool, path: string, { page, width }: PageRequest) {
  const { png, ...drawn } = await pool.render(path, page, { maxWidth: width })
  return { ...drawn, bytes: png, mediaType: 'image/png' }
}

/** Bytes of a shown picture: more than one of {@link LONGEST_EDGE} takes as a photo. */
const SHOWN_BYTES = 16_000_000
/** A receipt is several times as long as it is wide; a canvas takes no more. */
const LONGEST_EDGE = 8000

/** A picture is its only page; no larger than it is. */
async function drawWhole(
  { blobs, pool }: { readonly blobs: BlobStore; readonly pool: ExtractPool },
  sha256: string,
  { width }: PageRequest,
) {
  const bytes = await blobs.read(sha256)
  const header = readPictureHeader(bytes)
  const [short, long] = [header?.width ?? 1, header?.height ?? 1].sort((a, b) => a - b)
  const longEdge = Math.min(LONGEST_EDGE, Math.ceil((width * (long ?? 1)) / Math.max(1, short ?? 1)))
  const drawn = await pool.picture(bytes, { longEdge, limitBytes: SHOWN_BYTES })
  return { ...drawn, pages: 1 }
}
