import type { DocumentMime, ExtractedDocument } from './types'

/** Takes a text as it is. */
export function extractPlainText(
  text: string,
  mime: Extract<DocumentMime, 'text/plain' | 'text/x-source'> = 'text/plain',
): ExtractedDocument {
  return { title: null, mime, text, pages: [], headings: [], warnings: [] }
}
