import type { DocumentMime, ExtractedDocument } from './types'

/**
 * The version of each format's extractor, stored with each document that it read. Raise one when it reads
 * better: documents that another version read are then read again in the background.
 */
export const EXTRACTOR_VERSIONS: Readonly<Record<DocumentMime, string>> = {
  'application/pdf': '6',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '2',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '3',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '2',
  'application/vnd.oasis.opendocument.text': '3',
  'application/vnd.oasis.opendocument.spreadsheet': '3',
  'application/vnd.oasis.opendocument.presentation': '3',
  'application/epub+zip': '4',
  'application/rtf': '3',
  'application/json': '2',
  'application/x-ndjson': '2',
  'application/mbox': '3',
  'message/rfc822': '3',
  'text/csv': '2',
  'text/tab-separated-values': '2',
  'text/html': '5',
  'text/markdown': '4',
  'text/plain': '3',
  'text/x-source': '2',
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
export const CURRENT_EXTRACTORS = (Object.keys(EXTRACTOR_VERSIONS) as DocumentMime[]).flatMap((mime) =>
  [false, true].map((recognized) => ({ mime, extractor: extractorOf({ mime, recognized }) })),
)
