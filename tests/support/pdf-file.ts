import { guardPdfium, openPdf, type PdfDocument } from '../../src/main/library/pdf/open'
import { type PagePassage, type PageRect, rectsOnPage } from '../../src/main/library/pdf/rects'
import { type RenderedPage, type RenderOptions, renderPage } from '../../src/main/library/pdf/render'

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

/** As {@link rectsOnPage}. */
export function pageRects(path: string, passage: PagePassage): Promise<PageRect[]> {
  return withPdf(path, (document) => rectsOnPage(document, passage))
}
