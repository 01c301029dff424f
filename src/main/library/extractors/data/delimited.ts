import Papa from 'papaparse'
import { writeBlocks } from '../structure/write-blocks'
import type { DocumentMime, ExtractedDocument } from '../types'

/** Reads CSV or TSV (RFC 4180 and what spreadsheets make of it) as one table; the delimiter is found out, or told in a first line `sep=;`. */
export function extractDelimited(
  text: string,
  mime: Extract<DocumentMime, 'text/csv' | 'text/tab-separated-values'>,
): ExtractedDocument {
  const { rows, delimiter } = withoutSeparatorLine(text)
  const table = rowsOf(rows, mime === 'text/tab-separated-values' ? '\t' : delimiter)
  const written = writeBlocks([{ kind: 'table', rows: table }])
  return { title: null, mime, text: written.text, pages: [], headings: [], warnings: [] }
}

/** The text of a table without the line that only tells its delimiter, which is empty where none does; its lines end in `\n`. */
export function withoutSeparatorLine(text: string): {
  readonly rows: string
  readonly delimiter: string
  /** How many lines were left out. */
  readonly before: number
} {
  const told = /^(?:sep=(.)|"sep=(.)")\n/.exec(text)
  if (told === null) return { rows: text, delimiter: '', before: 0 }
  return { rows: text.slice(told[0].length), delimiter: told[1] ?? told[2] ?? '', before: 1 }
}

/** The rows of a table, all of them without those that are empty unless told; an empty delimiter is found out. */
export function rowsOf(
  text: string,
  delimiter: string,
  { keepsEmpty = false, most = 0 }: { readonly keepsEmpty?: boolean; readonly most?: number } = {},
): readonly string[][] {
  const how = { skipEmptyLines: keepsEmpty ? false : ('greedy' as const), preview: most }
  const { data, errors, meta } = Papa.parse<string[]>(text, { ...how, delimiter })
  const open = errors.find(({ code }) => code === 'MissingQuotes')?.index
  if (open === undefined || !text.slice(open).trimEnd().includes('\n')) return data
  // A quotation mark that is a letter (inches, an unclosed quotation) took all rows behind it for one value.
  const line = text.lastIndexOf('\n', open - 1) + 1
  const rest = { ...how, delimiter: meta.delimiter, quoteChar: NO_QUOTE }
  const before =
    line === 0 ? [] : Papa.parse<string[]>(text.slice(0, line - 1), { ...rest, quoteChar: '"' }).data
  return [...before, ...Papa.parse<string[]>(text.slice(line), rest).data]
}

/** A noncharacter, which no text holds (Unicode 23.7). */
const NO_QUOTE = '\ufdd0'
