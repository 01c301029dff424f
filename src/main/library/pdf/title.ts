import { titleLine } from '../extractors/normalize'
import type { PdfDocument } from './open'
import { readUtf16, withHeap } from './pdfium'

/** What programs write into Title when nobody gave one: a file name, an address, or a word for nothing. */
const NOT_A_TITLE = new RegExp(
  [
    String.raw`^(untitled|unnamed|unbenannt)[\s-]?\d*$`,
    '^(no title|ohne titel|title|titel|powerpoint[ -](presentation|präsentation))$',
    String.raw`^(document|dokument|slide|folie) ?\d*$`,
    String.raw`\.(tex|dvi|ps|docx?|odt|rtf|indd|qxd|pptx?|xlsx?|pdf|html?|txt|md)$`,
    // A browser that prints a page without a title writes where the page is.
    String.raw`^(about:|data:|blob:|file:|https?:|localhost\b)\S*$`,
    String.raw`^\P{L}+$`,
  ].join('|'),
  'iu',
)

/** The title in a PDF's metadata; null if it is missing or made by a program rather than a person. */
export function readTitle(document: PdfDocument): string | null {
  return sensibleTitle(readMeta(document, 'Title'))
}

/** Cleans a title from metadata; null if it says nothing. */
function sensibleTitle(text: string): string | null {
  const title = titleLine(
    text.normalize('NFC').replace(/^Microsoft (Office )?(Word|PowerPoint|Excel) - /i, ''),
  )
  return title === null || NOT_A_TITLE.test(title) ? null : title
}

function readMeta(document: PdfDocument, tag: string): string {
  const { pdfium, handle } = document
  const name = Buffer.from(`${tag}\0`, 'latin1')
  return withHeap(pdfium, name.length, (pointer) => {
    pdfium.heap().set(name, pointer)
    return readUtf16(pdfium, (buffer, length) => pdfium.api.FPDF_GetMetaText(handle, pointer, buffer, length))
  })
}
