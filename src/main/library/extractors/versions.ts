import type { DocumentMime } from './types'

/**
 * The version of each format's extractor, stored with each document that it read. Raise one when it reads
 * better: documents that another version read are then read again in the background.
 */
export const EXTRACTOR_VERSIONS: Readonly<Record<DocumentMime, string>> = {
  'application/pdf': '3',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '1',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '1',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '1',
  'application/vnd.oasis.opendocument.text': '1',
  'application/vnd.oasis.opendocument.spreadsheet': '1',
  'application/vnd.oasis.opendocument.presentation': '1',
  'application/epub+zip': '1',
  'application/rtf': '1',
  'application/json': '1',
  'application/x-ndjson': '1',
  'application/mbox': '1',
  'message/rfc822': '1',
  'text/csv': '1',
  'text/tab-separated-values': '1',
  'text/html': '1',
  'text/markdown': '1',
  'text/plain': '1',
  'text/x-source': '1',
}
