import Papa from 'papaparse'
import { writeBlocks } from '../structure/write-blocks'
import type { DocumentMime, ExtractedDocument } from '../types'

/** Reads CSV or TSV (RFC 4180 and what spreadsheets make of it) as one table; the delimiter is found out, or told in a first line `sep=;`. */
export function extractDelimited(
  text: string,
  mime: Extract<DocumentMime, 'text/csv' | 'text/tab-separated-values'>,
): ExtractedDocument {
  const told = /^(?:sep=(.)|"sep=(.)")\n/.exec(text)
  const rows = told === null ? text : text.slice(told[0].length)
  const delimiter = mime === 'text/tab-separated-values' ? '\t' : (told?.[1] ?? told?.[2] ?? '')
  const written = writeBlocks([{ kind: 'table', rows: rowsOf(rows, delimiter) }])
  return { title: null, mime, text: written.text, pages: [], headings: [], warnings: [] }
}

/** The rows of a table; an empty delimiter is found out. */
function rowsOf(text: string, delimiter: string): readonly string[][] {
  const { data, errors, meta } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', delimiter })
  const open = errors.find(({ code }) => code === 'MissingQuotes')?.index
  if (open === undefined || !text.slice(open).trimEnd().includes('\n')) return data
  // A quotation mark that is a letter (inches, an unclosed quotation) took all rows behind it for one value.
  const line = text.lastIndexOf('\n', open - 1) + 1
  const rest = { skipEmptyLines: 'greedy', delimiter: meta.delimiter, quoteChar: NO_QUOTE } as const
  const before = line === 0 ? [] : Papa.parse<string[]>(text.slice(0, line), { ...rest, quoteChar: '"' }).data
  return [...before, ...Papa.parse<string[]>(text.slice(line), rest).data]
}

/** A noncharacter, which no text holds (Unicode 23.7). */
const NO_QUOTE = '\ufdd0'
