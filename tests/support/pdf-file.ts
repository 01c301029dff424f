import { guardPdfium, openPdf, type PdfDocument } from '../../src/main/library/pdf/open'
import { type ExtractedPage, type PageRect, rectsOnPage } from '../../src/main/library/pdf/rects'
import { type RenderedPage, type RenderOptions, renderPage } from '../../src/main/library/pdf/render'
import { wordsOnPage } from '../../src/main/library/pdf/words'
import type { PlacedText } from '../../src/shared/contract/document-layout'

// What is read of a PDF that is open, for a file: it is opened and closed.

async function withPdf<T>(path: string, read: (document: PdfDocument) => T): Promise<T> {
  const document = await openPdf(path)
  try {
    return await guardPdfium(document.pdfium, () => read(document))
  } finally {
    document.close()
  }
}

/** As {@link renderPage}. */
export function renderPdfPage(
  path: string,
  page: number,
  options: RenderOptions = {},
): Promise<RenderedPage> {
  return withPdf(path, (document) => renderPage(document, page, options))
}

/** As {@link rectsOnPage}, for one passage. */
export async function pageRects(
  path: string,
  { start, end, ...page }: ExtractedPage & { readonly start: number; readonly end: number },
): Promise<readonly PageRect[]> {
  const [rects = []] = await withPdf(path, (document) =>
    rectsOnPage(document, { ...page, ranges: [{ start, end }] }),
  )
  return rects
}

/** As {@link wordsOnPage}. */
export function pageWords(path: string, page: ExtractedPage): Promise<readonly PlacedText[]> {
  return withPdf(path, (document) => wordsOnPage(document, page))
}
