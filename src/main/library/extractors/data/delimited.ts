import Papa from 'papaparse'
import { writeBlocks } from '../structure/write-blocks'
import type { DocumentMime, ExtractedDocument } from '../types'

/** Reads CSV or TSV (RFC 4180 and what spreadsheets make of it) as one table; the delimiter is found out. */
export function extractDelimited(
  text: string,
  mime: Extract<DocumentMime, 'text/csv' | 'text/tab-separated-values'>,
): ExtractedDocument {
  const { data } = Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    ...(mime === 'text/tab-separated-values' ? { delimiter: '\t' } : {}),
  })
  const written = writeBlocks([{ kind: 'table', rows: data }])
  return { title: null, mime, text: written.text, pages: [], headings: [], warnings: [] }
}
