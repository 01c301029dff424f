import { extname } from 'node:path'
import { AppError } from '../../../shared/errors'
import type { DocumentMime } from './types'

/** A PDF may begin with other bytes, but its mark stands within the first 1024 (ISO 32000, annex H.3.4.1). */
const PDF_MARK_WITHIN = 1024

const MARKDOWN_NAMES = new Set(['.md', '.markdown', '.mdown', '.mkd', '.mdx'])
const HTML_NAMES = new Set(['.html', '.htm', '.xhtml'])

/** Formats that people try to add, told by their first bytes, with the words to refuse them by. */
const KNOWN_OTHERS: readonly { readonly bytes: string; readonly what: string }[] = [
  { bytes: 'PK\x03\x04', what: 'a ZIP archive or an Office or e-book file' },
  { bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', what: 'an old Office file' },
  { bytes: '\x89PNG\r\n', what: 'a picture' },
  { bytes: '\xff\xd8\xff', what: 'a picture' },
  { bytes: 'GIF8', what: 'a picture' },
  { bytes: '\x1f\x8b', what: 'a compressed file' },
  { bytes: '\x7fELF', what: 'a program' },
  { bytes: 'MZ\x90', what: 'a program' },
  { bytes: 'SQLite format 3\0', what: 'a database' },
  { bytes: '%!PS', what: 'a PostScript file' },
  { bytes: '{\\rtf', what: 'a Rich Text file' },
]

/** Tells a file's format by its first bytes; the name only decides between kinds of text. */
export function detectFormat(head: Uint8Array, name: string): DocumentMime {
  if (head.length === 0) {
    throw new AppError('unsupported', 'This file is empty (0 bytes), so there is nothing to add.')
  }
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (start.slice(0, PDF_MARK_WITHIN).includes('%PDF-')) return 'application/pdf'
  const other = KNOWN_OTHERS.find(({ bytes }) => start.startsWith(bytes))
  if (other !== undefined) {
    throw new AppError(
      'unsupported',
      `This is ${other.what}; Countersign reads PDF, Markdown, HTML and text files.`,
    )
  }
  const extension = extname(name).toLowerCase()
  if (isHtml(start, extension)) return 'text/html'
  return MARKDOWN_NAMES.has(extension) ? 'text/markdown' : 'text/plain'
}

/** HTML by its doctype or first tag, behind white space, comments and an XML declaration. */
function isHtml(start: string, extension: string): boolean {
  // UTF-16 has a zero beside each ASCII letter; without them its tags read like any other.
  const text = start
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, '')
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return true
  if (MARKDOWN_NAMES.has(extension)) return false
  if (/^<(?:title|meta|h[1-6]|p|div|table|article|section|main|ul|ol)\b[^>]*>/i.test(text)) return true
  return HTML_NAMES.has(extension) && /<\/?[a-z][^>]*>/i.test(text)
}
