import type { ExtractedDocument } from './types'

/** Takes a text as it is. */
export function extractPlainText(text: string): ExtractedDocument {
  return { title: null, mime: 'text/plain', text, pages: [], headings: [], warnings: [] }
}
