import type { ExtractionWarning } from '../../../shared/contract/extraction-warnings'
import { assertNever } from '../../../shared/errors'
import type { RecognitionLanguage } from '../../../shared/recognition'
import type { PagesOffer } from '../pdf/shared-pages'

/** The formats that the library can read, by their media types. */
export type DocumentMime =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/msword'
  | 'application/vnd.ms-powerpoint'
  | 'application/vnd.ms-excel'
  | 'application/vnd.ms-outlook'
  | 'application/vnd.oasis.opendocument.text'
  | 'application/vnd.oasis.opendocument.spreadsheet'
  | 'application/vnd.oasis.opendocument.presentation'
  | 'application/epub+zip'
  | 'application/x-fictionbook+xml'
  | 'application/rtf'
  | 'application/json'
  | 'application/x-ndjson'
  | 'application/x-ipynb+json'
  | 'application/mbox'
  | 'message/rfc822'
  | 'multipart/related'
  | 'text/calendar'
  | 'text/csv'
  | 'text/tab-separated-values'
  | 'text/html'
  | 'text/markdown'
  | 'text/plain'
  | 'text/x-source'
  | PictureMime

/** Pictures, whose text is recognized. */
export type PictureMime = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** What the extracted text is written in: how its blocks are told apart, and how it is shown. */
export type TextForm = 'markdown' | 'code' | 'plain'

/** The form of the text that a format is extracted to. */
export function textForm(mime: DocumentMime): TextForm {
  switch (mime) {
    case 'text/x-source':
    case 'application/json':
      return 'code'
    case 'application/pdf':
    case 'text/plain':
    case 'application/x-ndjson':
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return 'plain'
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    case 'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    case 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet':
    case 'application/msword':
    case 'application/vnd.ms-powerpoint':
    case 'application/vnd.ms-excel':
    case 'application/vnd.ms-outlook':
    case 'application/vnd.oasis.opendocument.text':
    case 'application/vnd.oasis.opendocument.spreadsheet':
    case 'application/vnd.oasis.opendocument.presentation':
    case 'application/epub+zip':
    case 'application/x-fictionbook+xml':
    case 'application/rtf':
    case 'application/x-ipynb+json':
    case 'application/mbox':
    case 'message/rfc822':
    case 'multipart/related':
    case 'text/calendar':
    case 'text/csv':
    case 'text/tab-separated-values':
    case 'text/html':
    case 'text/markdown':
      return 'markdown'
    default:
      return assertNever(mime)
  }
}

/**
 * Formats whose Markdown has the words of the file as they are in it. Those may be HTML: in Markdown of an author's, also
 * in a notebook, and in tables and calendars that shops and other programs put out.
 */
const MAY_HOLD_HTML: ReadonlySet<DocumentMime> = new Set([
  'text/markdown',
  'application/x-ipynb+json',
  'text/csv',
  'text/tab-separated-values',
  'text/calendar',
])

/** Whether the text is Markdown that was written from another format: what looks like HTML in it is the document's words. */
export function isWrittenAnew(mime: DocumentMime): boolean {
  return textForm(mime) === 'markdown' && !MAY_HOLD_HTML.has(mime)
}

/**
 * Whether each line of the text is one of the document. Where Markdown is written from other formats, a line ends
 * where theirs does: their own soft ends are spaces by then.
 */
export function keepsLines(mime: DocumentMime): boolean {
  return mime !== 'text/markdown'
}

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
  /** Whether text recognition had a part in it. */
  readonly recognized?: boolean
  /** Pages without text that hold something drawn and were not given to text recognition. */
  readonly picturePages?: number
  /** Where the words of recognized pages stand; see word-boxes.ts. */
  readonly words?: readonly { readonly page: number; readonly boxes: Uint8Array }[]
  /** What could not be read, for the person who added the file. */
  readonly warnings: readonly ExtractionWarning[]
}

/** How the text in pictures is read. */
export type Recognition = {
  /** Where the engine and its data lie. */
  readonly folder: string
  readonly languages: readonly RecognitionLanguage[]
}

/** What reading a file may need beside the file. */
export type HowToRead = {
  readonly password?: string | null
  readonly recognition?: Recognition | null
  /** Told of many pages that another thread may read a part of. */
  readonly offerPages?: (offer: PagesOffer) => void
}

/** How far an extraction is; `total` is pages for a PDF and 1 for everything else. */
export type ExtractProgress = {
  readonly stage: 'reading' | 'extracting' | 'chunking'
  readonly done: number
  readonly total: number
}

/** Receives progress, at most some times a second. */
export type OnExtractProgress = (progress: ExtractProgress) => void
