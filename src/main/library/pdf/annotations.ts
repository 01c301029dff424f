import type { PdfDocument, PdfPage } from './open'

// fpdf_annot.h, FPDF_ANNOT_*: the kinds whose pictures hold words. Most annotations are links, which have none.
const LINK = 2
const FREE_TEXT = 3
const LINE = 4
const POLYGON = 7
const POLYLINE = 8
const STAMP = 13
const WIDGET = 20
const WATERMARK = 24
const WITH_WORDS = new Set([FREE_TEXT, LINE, POLYGON, POLYLINE, STAMP, WIDGET, WATERMARK])

// FPDF_ANNOT_FLAG_*: what a screen does not show.
const FLAG_HIDDEN = 0x02
const FLAG_NO_VIEW = 0x20

/** A string that is empty still has its terminator of two bytes. */
const NO_APPEARANCE_BYTES = 2

/** Annotations of a page that are looked at: a form on paper has some hundred. */
const MAX_ANNOTATIONS = 2000

// fpdf_formfill.h, FORMTYPE_NONE.
const NO_FORM = 0

const altered = new WeakSet<PdfDocument>()

/** Whether annotations were drawn into open pages: pages that are opened from now on lack them. */
export function isAltered(document: PdfDocument): boolean {
  return altered.has(document)
}

/**
 * Makes what is filled into a page's form fields, typed or stamped onto it part of its content, which alone PDFium
 * reads text from; as long as the page is open.
 */
export function drawAnnotations(document: PdfDocument, page: PdfPage): void {
  const { api } = document.pdfium
  const count = Math.min(MAX_ANNOTATIONS, api.FPDFPage_GetAnnotCount(page.handle))
  if (count === 0 || hasLinksAlone(document, page, count)) return
  let index = 0
  for (let looked = 0; looked < count; looked++) {
    // One that is drawn is taken out of the list.
    if (drawAnnotation(document, page, index)) altered.add(document)
    else index++
  }
}

/**
 * Whether a page seems to have nothing but links: a manual's pages have dozens, and to read each takes as long as a line
 * of text. What a person adds to a page comes behind the links that are there.
 */
function hasLinksAlone({ pdfium: { api }, handle }: PdfDocument, page: PdfPage, count: number): boolean {
  if (api.FPDF_GetFormType(handle) !== NO_FORM) return false
  const last = api.FPDFPage_GetAnnot(page.handle, count - 1)
  if (last === 0) return false
  const kind = api.FPDFAnnot_GetSubtype(last)
  api.FPDFPage_CloseAnnot(last)
  return kind === LINK
}

function drawAnnotation({ pdfium: { api } }: PdfDocument, page: PdfPage, index: number): boolean {
  const annotation = api.FPDFPage_GetAnnot(page.handle, index)
  if (annotation === 0) return false
  try {
    const kind = api.FPDFAnnot_GetSubtype(annotation)
    if (!WITH_WORDS.has(kind)) return false
    if ((api.FPDFAnnot_GetFlags(annotation) & (FLAG_HIDDEN | FLAG_NO_VIEW)) !== 0) return false
    // Some programs leave it to the reader to draw what a field holds.
    if (api.FPDFAnnot_GetAP(annotation, 0, 0, 0) <= NO_APPEARANCE_BYTES) {
      if (kind === WIDGET) api.EPDFAnnot_GenerateFormFieldAP(annotation)
      else if (kind === FREE_TEXT) api.EPDFAnnot_GenerateAppearance(annotation)
    }
    return api.EPDFAnnot_Flatten(page.handle, annotation) !== 0
  } finally {
    api.FPDFPage_CloseAnnot(annotation)
  }
}
