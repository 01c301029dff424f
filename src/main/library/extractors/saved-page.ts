import { pageEncoding } from './declared-encoding'
import { extractHtml } from './html'
import { parseMime } from './mail/message'
import { normalizeText, titleLine } from './normalize'
import { extractPlainText } from './plain-text'
import type { ExtractedDocument } from './types'

/** Bytes within which the head of a saved page ends. */
const MAX_HEAD = 64 * 1024

/**
 * Reads a page of the web that a browser saved with its pictures in one file (MHTML, RFC 2557): the page itself, which is
 * the first part. Pictures are not read, nor pages that were framed in it. Throws `corrupt`.
 */
export async function extractSavedPage(bytes: Uint8Array): Promise<ExtractedDocument> {
  const { html, text, subject } = await parseMime(withEncoding(upToFirstPart(bytes)))
  const page = html ? extractHtml(normalizeText(html)) : extractPlainText(normalizeText(text ?? ''))
  return { ...page, title: page.title ?? titleLine(subject), mime: 'multipart/related' }
}

/** What a header says of the content's type, which may go on in folded lines (RFC 5322, 2.2.3). */
const CONTENT_TYPE = /^Content-Type:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)/im

/** A part whose content is written in base64 (RFC 2045, 6.8). */
const BASE64 = /^Content-Transfer-Encoding:\s*base64\b/im

/** A message up to the end of its first part, and where the header of that part begins. */
interface FirstPart {
  readonly message: Buffer
  readonly start: number
}

/** A message of several parts up to the end of the first; all of it where it has none. */
function upToFirstPart(bytes: Uint8Array): FirstPart {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = CONTENT_TYPE.exec(headOf(buffer))?.[1] ?? ''
  const boundary = /\bboundary=(?:"([^"\r\n]+)"|([^\s;"]+))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return { message: buffer, start: 0 }
  const delimiter = Buffer.from(`\n--${mark}`, 'latin1')
  const first = buffer.indexOf(delimiter)
  if (first === -1) return { message: buffer, start: 0 }
  const start = first + delimiter.length
  const second = buffer.indexOf(delimiter, start)
  return { message: second === -1 ? buffer : buffer.subarray(0, second + 1), start }
}

/** A header of a message or of a part of it, each byte as a character. */
function headOf(part: Buffer): string {
  return part.toString('latin1', 0, MAX_HEAD).split(/\r?\n\r?\n/, 1)[0] ?? ''
}

/** A part without an encoding is in the one that the page itself names; a message would take it for UTF-8. */
function withEncoding({ message, start }: FirstPart): Buffer {
  const part = message.subarray(start)
  const head = headOf(part)
  const header = CONTENT_TYPE.exec(head)
  const html = /^\s*text\/html\b/i.exec(header?.[1] ?? '')
  if (header === null || html === null || /\bcharset=/i.test(header[0])) return message
  const body = part.toString('latin1', head.length, MAX_HEAD)
  const page = BASE64.test(head)
    ? Buffer.from(body, 'base64').toString('latin1')
    : body.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const encoding = pageEncoding(Buffer.from(page.trimStart(), 'latin1'))
  if (encoding === null) return message
  const end = start + header.index + header[0].indexOf(html[0]) + html[0].length
  return Buffer.concat([
    message.subarray(0, end),
    Buffer.from(`; charset="${encoding}"`),
    message.subarray(end),
  ])
}
