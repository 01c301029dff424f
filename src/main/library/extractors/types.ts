/** The formats that the library can read. */
export type DocumentMime = 'application/pdf' | 'text/markdown' | 'text/html' | 'text/plain'

/** One page of a paged document, as a range of the document's text. */
export type PageRange = {
  /** Counted from 1. */
  readonly page: number
  readonly start: number
  readonly end: number
}

/** A heading and where its section begins in the text. */
export type Heading = {
  /** 1 is the outermost. */
  readonly level: number
  readonly title: string
  readonly start: number
}

/**
 * What an extractor makes of a file: one text and the structure found in it.
 *
 * All offsets are UTF-16 indices into `text`, so `text.slice(start, end)` is the range. The text is
 * well-formed, in Unicode form NFC, with `\n` as its only line end.
 */
export type ExtractedDocument = {
  readonly title: string | null
  readonly mime: DocumentMime
  readonly text: string
  /** Empty for formats without pages. Pages are in order and never overlap. */
  readonly pages: readonly PageRange[]
  /** In order of `start`. */
  readonly headings: readonly Heading[]
  /** A BCP 47 tag, where the document names its language. */
  readonly language?: string
  /** Sentences about what could not be read, for the person who added the file. */
  readonly warnings: readonly string[]
}

/** How far an extraction is; `total` is pages for a PDF and 1 for everything else. */
export type ExtractProgress = {
  readonly stage: 'reading' | 'extracting' | 'chunking'
  readonly done: number
  readonly total: number
}

/** Receives progress, at most some times a second. */
export type OnExtractProgress = (progress: ExtractProgress) => void
