import { AppError } from '../../shared/errors'
import type { BlobStore } from '../changes/blobs'
import { type DocumentRow, pageRanges } from '../db/documents'
import type { Database } from '../db/open'
import type { Library } from '../services'
import type { ExtractPool } from './extract-pool'

type PageRequest = Parameters<Library['page']>[0]
type ShownPage = Awaited<ReturnType<Library['page']>>

/** Draws a page of a paged document, with the rectangles of a range of the document's text that is on it. */
export async function showPage(
  parts: { readonly db: Database; readonly blobs: BlobStore; readonly pool: ExtractPool },
  document: DocumentRow,
  text: string,
  request: PageRequest,
): Promise<ShownPage> {
  if (document.mime !== 'application/pdf' || document.sha256 === null) {
    throw new AppError('unsupported', 'This document has no pages; its text can be shown instead.')
  }
  const ranges = pageRanges(parts.db, document.number)
  const range = ranges.find(({ page }) => page === request.page)
  if (range === undefined) {
    throw new AppError('not_found', `There is no page ${request.page}: the document has ${ranges.length}.`, {
      field: 'page',
    })
  }
  const path = parts.blobs.path(document.sha256)
  const drawn = await parts.pool.render(path, request.page, { maxWidth: request.width })
  const start = Math.max(range.start, request.highlight?.start ?? range.end)
  const end = Math.min(range.end, request.highlight?.end ?? range.start)
  const pageText = text.slice(range.start, range.end)
  const passage = { page: request.page, pageText, start: start - range.start, end: end - range.start }
  const rects = start < end ? await parts.pool.rects(path, passage) : []
  return {
    page: request.page,
    pages: drawn.pages,
    image: `data:image/png;base64,${Buffer.from(drawn.png).toString('base64')}`,
    width: drawn.width,
    height: drawn.height,
    highlights: rects.map(({ x, y, width, height }) => ({ left: x, top: y, width, height })),
    text: pageText,
  }
}
