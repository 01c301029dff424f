import type { DocumentMime, ExtractedDocument } from './types'

/** Text has no structure that could be told without guessing: no headings, no pages. */
export function extractPlainText(
  text: string,
  mime: Extract<DocumentMime, 'text/plain' | 'text/x-source'> = 'text/plain',
): ExtractedDocument {
  return { title: null, mime, text, pages: [], headings: [], warnings: [] }
}
