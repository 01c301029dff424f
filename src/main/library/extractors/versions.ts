import { keysOf } from '../../../shared/json/keys-of'
import type { DocumentMime, ExtractedDocument } from './types'

/**
 * The version of each format's extractor, stored with each document that it read. Raise one when it reads
 * better: documents that another version read are then read again in the background.
 */
export const EXTRACTOR_VERSIONS: Readonly<Record<DocumentMime, string>> = {
  'application/pdf': '8',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '5',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '6',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '5',
  'application/msword': '1',
  'application/vnd.ms-powerpoint': '1',
  'application/vnd.ms-excel': '2',
  'application/vnd.ms-outlook': '1',
  'application/vnd.oasis.opendocument.text': '4',
  'application/vnd.oasis.opendocument.spreadsheet': '4',
  'application/vnd.oasis.opendocument.presentation': '5',
  'application/epub+zip': '5',
  'application/x-fictionbook+xml': '2',
  'application/rtf': '3',
  'application/json': '5',
  'application/x-ndjson': '4',
  'application/x-ipynb+json': '1',
  'application/mbox': '4',
  'message/rfc822': '5',
  'multipart/related': '2',
  'text/calendar': '1',
  'text/csv': '4',
  'text/tab-separated-values': '4',
  'text/html': '5',
  'text/markdown': '8',
  'text/plain': '5',
  'text/x-source': '4',
  'image/png': '1',
  'image/jpeg': '1',
  'image/gif': '1',
  'image/webp': '1',
}

/** The version of text recognition: raise it when it reads better. */
const RECOGNITION_VERSION = '1'

/** What a document was read by; text recognition has a version of its own. */
export function extractorOf({ mime, recognized }: Pick<ExtractedDocument, 'mime' | 'recognized'>): string {
  const version = EXTRACTOR_VERSIONS[mime]
  return recognized === true ? `${version}${RECOGNIZED}${RECOGNITION_VERSION}` : version
}

const RECOGNIZED = '+recognition '

/** Whether text recognition had a part in what an extractor of any version read. */
export function wasRecognized(extractor: string | null): boolean {
  return extractor?.includes(RECOGNIZED) ?? false
}

/** Of each format what its present extractors are called. */
export const CURRENT_EXTRACTORS = keysOf(EXTRACTOR_VERSIONS).flatMap((mime) =>
  [false, true].map((recognized) => ({ mime, extractor: extractorOf({ mime, recognized }) })),
)
