import type { PdfDocument } from './open'
import { readUtf16 } from './pdfium'

/** One entry of a PDF's outline, in reading order. */
export type OutlineEntry = { readonly level: number; readonly title: string; readonly page: number }

/** More entries than a person could use; an outline can also be a loop. */
const MAX_OUTLINE_ENTRIES = 20_000
const MAX_OUTLINE_DEPTH = 12

/** Reads the outline; entries without a page in this document are left out. */
export function readOutline(document: PdfDocument): OutlineEntry[] {
  const { pdfium, handle } = document
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const visit = (parent: number, level: number) => {
    let bookmark = pdfium.api.FPDFBookmark_GetFirstChild(handle, parent)
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < MAX_OUTLINE_ENTRIES) {
      seen.add(bookmark)
      const entry = bookmark
      const title = readUtf16(pdfium, (buffer, length) =>
        pdfium.api.FPDFBookmark_GetTitle(entry, buffer, length),
      )
      const page = pageOf(document, entry)
      if (page !== null) entries.push({ level, title, page })
      if (level < MAX_OUTLINE_DEPTH) visit(entry, level + 1)
      bookmark = pdfium.api.FPDFBookmark_GetNextSibling(handle, entry)
    }
  }
  visit(0, 1)
  return entries
}

function pageOf(document: PdfDocument, bookmark: number): number | null {
  const { api } = document.pdfium
  let destination = api.FPDFBookmark_GetDest(document.handle, bookmark)
  if (destination === 0) {
    const action = api.FPDFBookmark_GetAction(bookmark)
    if (action !== 0) destination = api.FPDFAction_GetDest(document.handle, action)
  }
  if (destination === 0) return null
  const index = api.FPDFDest_GetDestPageIndex(document.handle, destination)
  return index >= 0 && index < document.pages ? index + 1 : null
}
