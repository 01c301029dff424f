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
  const { html, text, subject } = await parseMime(withEncoding(firstPart(bytes)))
  const page = html ? extractHtml(normalizeText(html)) : extractPlainText(normalizeText(text ?? ''))
  return { ...page, title: page.title ?? titleLine(subject), mime: 'multipart/related' }
}

/** A message of several parts up to the end of the first; all of it where it has none. */
function firstPart(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [head = ''] = buffer.toString('latin1', 0, MAX_HEAD).split(/\r?\n\r?\n/, 1)
  const boundary = /\bboundary=(?:"([^"\r\n]+)"|([^\s;"]+))/i.exec(head)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return buffer
  const delimiter = Buffer.from(`\n--${mark}`, 'latin1')
  const first = buffer.indexOf(delimiter)
  const second = first === -1 ? -1 : buffer.indexOf(delimiter, first + delimiter.length)
  return second === -1 ? buffer : buffer.subarray(0, second + 1)
}

/** A part without an encoding is in the one that the page itself names; a message would take it for UTF-8. */
function withEncoding(part: Buffer): Buffer {
  const start = part.toString('latin1', 0, MAX_HEAD)
  const type = /^Content-Type:[ \t]*text\/html(?=[ \t]*;?[ \t]*\r?\n\S)/im.exec(start)
  if (type === null) return part
  const end = type.index + type[0].length
  const page = start
    .slice(end)
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  const encoding = pageEncoding(Buffer.from(page.slice(page.search(/\r?\n\r?\n/)).trimStart(), 'latin1'))
  if (encoding === null) return part
  return Buffer.concat([part.subarray(0, end), Buffer.from(`; charset="${encoding}"`), part.subarray(end)])
}
