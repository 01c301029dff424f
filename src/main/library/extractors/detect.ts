import { extname } from 'node:path'
import { AppError } from '../../../shared/errors'
import { sourceEndings } from '../../../shared/readable-names'
import { say } from '../../../shared/sentences/say'
import { pictureTypeOf } from '../../pictures/header'
import { COMPOUND_MARK, openCompoundParts } from './compound/compound-file'
import { MAX_COMPOUND_BYTES } from './limits'
import { iworkPart, otherFormat } from './other-formats'
import { withZip } from './package/zip'
import { NEWER_FORM } from './presentation/ppt-file'
import { openSource } from './source-file'
import type { DocumentMime } from './types'

/** A PDF may begin with other bytes, but its mark stands within the first 1024 (ISO 32000, annex H.3.4.1). */
const PDF_MARK_WITHIN = 1024

const MARKDOWN_NAMES = new Set('.md .markdown .mdown .mkd .mdx'.split(' '))
const HTML_NAMES = new Set('.html .htm .xhtml'.split(' '))
const SAVED_PAGE_NAMES = new Set('.mhtml .mht'.split(' '))
/** Kinds of text that only their names tell apart. */
const NAMED_TEXT: Readonly<Record<string, DocumentMime>> = {
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.tab': 'text/tab-separated-values',
  '.json': 'application/json',
  '.geojson': 'application/json',
  '.jsonl': 'application/x-ndjson',
  '.ndjson': 'application/x-ndjson',
  '.ipynb': 'application/x-ipynb+json',
  '.eml': 'message/rfc822',
  '.mbox': 'application/mbox',
}

/** Office formats by the type of their main part (ECMA-376, part 1, 15.2; with macros MS-OFFMACRO2, 2.2). */
const OFFICE_KINDS: readonly {
  readonly mime: DocumentMime
  readonly main: RegExp
  readonly family: string
}[] = [
  {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    main: /(?:wordprocessingml|ms-word)\.(?:document|template)(?:\.macroEnabled(?:Template)?)?\.main\b/,
    family: 'wordprocessingml',
  },
  {
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    main: /(?:presentationml|ms-powerpoint)\.(?:presentation|slideshow|template)(?:\.macroEnabled)?\.main\b/,
    family: 'presentationml',
  },
  {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    main: /(?:spreadsheetml|ms-excel)\.(?:sheet|template)(?:\.macroEnabled)?\.main\b/,
    family: 'spreadsheetml',
  },
]

/** Formats of compound files by the stream that each must have (MS-DOC, 2.1; MS-XLS, 2.1; MS-PPT, 2.1; MS-OXMSG, 2.2). */
const COMPOUND_KINDS: readonly { readonly stream: string; readonly mime: DocumentMime }[] = [
  { stream: 'worddocument', mime: 'application/msword' },
  { stream: 'workbook', mime: 'application/vnd.ms-excel' },
  { stream: 'book', mime: 'application/vnd.ms-excel' },
  { stream: 'powerpoint document', mime: 'application/vnd.ms-powerpoint' },
  { stream: '__properties_version1.0', mime: 'application/vnd.ms-outlook' },
]

/** Streams that presentations of PowerPoint 95 and before have, whose format is another one. */
const OLDER_PRESENTATIONS = ['pp40', 'persistentstorage directory']

/**
 * Tells a file's format by its first bytes, or by its parts where it is a package; a name only decides between kinds of
 * text. Throws `unsupported` for an empty file.
 */
export async function detectFormat(path: string, head: Uint8Array, name: string): Promise<DocumentMime> {
  if (head.length === 0) {
    throw new AppError('unsupported', say('document.empty'))
  }
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1')
  if (isPdf(start, name)) return 'application/pdf'
  if (start.startsWith('PK\x03\x04')) return await packageFormat(path)
  if (start.startsWith(COMPOUND_MARK)) return compoundFormat(path)
  const picture = pictureTypeOf(head)
  if (picture !== null) return picture
  const other = otherFormat(start)
  if (other !== null) throw notRead(other)
  if (start.startsWith('{\\rtf')) return 'application/rtf'
  return textFormat(start, extname(name).toLowerCase())
}

function notRead(kind: string): AppError {
  return new AppError('unsupported', say('document.not_read', { kind }))
}

/**
 * A PDF by its mark. Behind other bytes the mark alone says little, because notes and programs about PDFs have it too:
 * there its name says so, or an object follows.
 */
function isPdf(start: string, name: string): boolean {
  const at = start.slice(0, PDF_MARK_WITHIN).indexOf('%PDF-')
  if (at <= 0) return at === 0
  return extname(name).toLowerCase() === '.pdf' || /[\r\n]\d{1,10} \d{1,5} obj\b/.test(start.slice(at))
}

/** OpenDocument and EPUB name their type in a part of that purpose; Office files are told by their main part. */
async function packageFormat(path: string): Promise<DocumentMime> {
  return await withZip<DocumentMime>(path, async (zip) => {
    const named = (await zip.read('mimetype'))?.toString('latin1', 0, 100).trim() ?? ''
    if (named === 'application/epub+zip' || zip.has('META-INF/container.xml')) return 'application/epub+zip'
    for (const kind of ['text', 'spreadsheet', 'presentation'] as const) {
      if (named.startsWith(`application/vnd.oasis.opendocument.${kind}`))
        return `application/vnd.oasis.opendocument.${kind}`
    }
    const types = (await zip.read('[Content_Types].xml'))?.toString('utf8') ?? ''
    // A file that stands in another one has its type in the list too, but not that of a main part.
    const kind =
      OFFICE_KINDS.find(({ main }) => main.test(types)) ??
      OFFICE_KINDS.find(({ family }) => types.includes(family))
    if (kind !== undefined) return kind.mime
    if (types.includes('ms-excel.sheet.binary')) throw notRead('binary_workbook')
    throw notRead(zip.names.some((name) => iworkPart.test(name)) ? 'iwork' : 'zip')
  })
}

/** Files of Office programs of before 2007, and messages of Outlook, are told by the streams in them. */
function compoundFormat(path: string): DocumentMime {
  const source = openSource(path)
  if (source.size > MAX_COMPOUND_BYTES) {
    throw new AppError(
      'too_large',
      say('document.too_large', { size: source.size, limit: MAX_COMPOUND_BYTES }),
    )
  }
  // Only its directory: pages of the web are told apart on the main thread.
  const root = source.readParts((read) => openCompoundParts(source.size, read))
  const streams = new Set(root.streams.map((name) => name.toLowerCase()))
  if (root.storage(NEWER_FORM) !== null) return 'application/vnd.ms-powerpoint'
  if (OLDER_PRESENTATIONS.some((name) => streams.has(name))) throw notRead('old_powerpoint')
  const kind = COMPOUND_KINDS.find(({ stream }) => streams.has(stream))
  if (kind !== undefined) return kind.mime
  // What newer Office files with a password are kept in (MS-OFFCRYPTO, 2.3.4.4).
  if (streams.has('encryptedpackage')) throw new AppError('unsupported', say('document.protected'))
  throw notRead('other_office')
}

function textFormat(start: string, extension: string): DocumentMime {
  if (isMailbox(start)) return 'application/mbox'
  if (isSavedPage(start, extension)) return 'multipart/related'
  if (extension !== '.txt' && isMessage(start)) return 'message/rfc822'
  if (/^(?:\xef\xbb\xbf)?BEGIN:VCALENDAR\r?\n/i.test(start)) return 'text/calendar'
  if (/^<FictionBook\b/.test(firstTag(start))) return 'application/x-fictionbook+xml'
  const named = NAMED_TEXT[extension]
  if (named !== undefined) return named
  if (isHtml(start, extension)) return 'text/html'
  if (sourceEndings.has(extension.slice(1))) return 'text/x-source'
  return MARKDOWN_NAMES.has(extension) ? 'text/markdown' : 'text/plain'
}

/** A mailbox begins with the envelope of its first message, with a date (RFC 4155, appendix A). */
function isMailbox(start: string): boolean {
  return /^From \S+ .*\b(?:19|20)\d\d\r?\n[\w-]+:/.test(start)
}

/** A message begins with header fields, among them those that mail programs add. */
function isMessage(start: string): boolean {
  const [head = ''] = start.split(/\r?\n\r?\n/, 1)
  return (
    /^[\w-]+:/.test(head) && /^(?:received|message-id|mime-version|return-path|delivered-to):/im.test(head)
  )
}

/** A page that a browser saved as a message of MIME: by the address that Chromium keeps, or by its name. */
function isSavedPage(start: string, extension: string): boolean {
  const [head = ''] = start.split(/\r?\n\r?\n/, 1)
  if (!/^[\w-]+:/.test(head) || !/^mime-version:/im.test(head)) return false
  return /^snapshot-content-location:/im.test(head) || SAVED_PAGE_NAMES.has(extension)
}

/** What a file of markup begins with: behind its mark, white space, comments and an XML declaration. */
function firstTag(start: string): string {
  // UTF-16 has a zero beside each ASCII letter; without them its tags read like any other.
  return start
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replace(/^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, '')
}

/** HTML by its doctype or first tag. */
function isHtml(start: string, extension: string): boolean {
  const text = firstTag(start)
  if (/^<(?:!doctype\s+html|html|head|body)\b/i.test(text)) return true
  if (MARKDOWN_NAMES.has(extension)) return false
  if (/^<(?:title|meta|h[1-6]|p|div|table|article|section|main|ul|ol)\b[^>]*>/i.test(text)) return true
  return HTML_NAMES.has(extension) && /<\/?[a-z][^>]*>/i.test(text)
}
