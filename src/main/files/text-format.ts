import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { once } from '../once'

/** How a text file is stored. */
export interface TextFormat {
  /** As people name it: utf-8, utf-16le, windows-1252. */
  readonly encoding: string
  /** Whether it begins with a byte order mark, which is not part of the text. */
  readonly mark: boolean
}

/** Text with how it was stored. */
export interface DecodedText extends TextFormat {
  readonly text: string
}

/** How the lines of a text end. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none'

/** Bytes from which an encoding is guessed; more makes the guess slower, not better. */
const GUESS_BYTES = 64 * 1024
/** Share of control characters above which bytes are data rather than text. */
const MAX_CONTROL_SHARE = 0.02

const marks: readonly { readonly encoding: string; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  // Before UTF-16, whose mark is the beginning of this one.
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]

/** Reads bytes as text in whatever usual encoding they are; throws `unsupported` for what is not text. */
export function decodeText(bytes: Buffer, path: string): DecodedText {
  refuseKnownFormats(bytes, path)
  const decoded = decode(bytes, path)
  const sample =
    decoded.encoding === 'utf-8' ? bytes.toString('utf8', 0, GUESS_BYTES) : decoded.text.slice(0, GUESS_BYTES)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell data from text
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/g)?.length ?? 0
  if (controls > 4 && controls > sample.length * MAX_CONTROL_SHARE) throw notText(path)
  return decoded
}

/** The byte order mark that a text stored so begins with. */
export function markOf({ encoding, mark }: TextFormat): Buffer {
  return Buffer.from(mark ? (marks.find((known) => known.encoding === encoding)?.bytes ?? []) : [])
}

/** Stores text as it was stored before; throws where the encoding has no place for a character. */
export function encodeText(text: string, format: TextFormat, path: string): Buffer {
  const body = format.encoding === 'utf-8' ? Buffer.from(text, 'utf8') : iconv.encode(text, format.encoding)
  const bytes = Buffer.concat([markOf(format), body])
  if (decodeAs(body, format.encoding) !== text) {
    throw new AppError('unsupported', say('file.encoding_lacks', { path, encoding: format.encoding }))
  }
  return bytes
}

/** Reads bytes as they were made by `encodeText` for the same format. */
export function decodeStored(bytes: Buffer, format: TextFormat): string | null {
  return decodeAs(bytes.subarray(markOf(format).length), format.encoding)
}

/** How the lines of a text end. */
export function lineEndingOf(text: string): LineEnding {
  if (!text.includes('\r\n')) return text.includes('\n') ? 'lf' : 'none'
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] !== '\r') return 'mixed'
  }
  return 'crlf'
}

function decode(bytes: Buffer, path: string): DecodedText {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked !== undefined) {
    const { encoding } = marked
    const body = bytes.subarray(marked.bytes.length)
    if (encoding === 'utf-8' && !isUtf8(body)) throw notText(path)
    return decoded(body, { encoding, mark: true })
  }
  const wide = wideEncoding(bytes)
  if (wide !== null) return decoded(bytes, { encoding: wide, mark: false })
  if (bytes.includes(0)) throw notText(path)
  return decoded(bytes, { encoding: isUtf8(bytes) ? 'utf-8' : guess(bytes), mark: false })
}

/**
 * The text of bytes, made once it is asked for: of a large file that is edited in one place most is not, and texts of many
 * megabytes keep the garbage collector busy.
 */
function decoded(bytes: Buffer, format: TextFormat): DecodedText {
  const { length } = bytes
  const text = once(() => {
    if (bytes.length !== length) throw new AppError('internal', 'The bytes of a text were given back unread.')
    return format.encoding === 'utf-8'
      ? bytes.toString('utf8')
      : iconv.decode(bytes, format.encoding, { stripBOM: false })
  })
  return {
    ...format,
    get text() {
      return text()
    },
  }
}

function decodeAs(bytes: Buffer, encoding: string): string | null {
  if (encoding !== 'utf-8') return iconv.decode(bytes, encoding, { stripBOM: false })
  // A fourth of the time that a TextDecoder takes with `fatal`.
  return isUtf8(bytes) ? bytes.toString('utf8') : null
}

/** UTF-16 without a mark: in most scripts nearly every second byte of its spaces and letters is zero. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null
  const sample = bytes.subarray(0, 4096)
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index += 2) {
    if (sample[index] === 0) even++
    if (sample[index + 1] === 0) odd++
  }
  const half = sample.length / 2
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.6 && odd < half * 0.05) return 'utf-16be'
  return null
}

function guess(bytes: Buffer): string {
  const candidates = analyse(bytes.subarray(0, GUESS_BYTES))
  const best = candidates.find(({ name }) => !/^utf/i.test(name) && iconv.encodingExists(name))?.name
  // ISO-8859-1 as the web reads it, which also has quotes and dashes.
  return best === undefined || best === 'ISO-8859-1' ? 'windows-1252' : best.toLowerCase()
}

function refuseKnownFormats(bytes: Buffer, path: string): void {
  if (bytes.subarray(0, 1024).includes('%PDF-')) {
    throw new AppError('unsupported', say('file.pdf', { path }))
  }
}

function notText(path: string): AppError {
  return new AppError('unsupported', say('file.binary', { path }))
}
