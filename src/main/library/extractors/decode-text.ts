import iconv from 'iconv-lite'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { GUESS_BYTES, guessEncoding } from './guess-encoding'
import { normalizeText } from './normalize'

/** Share of control characters above which bytes are data rather than text. */
const MAX_CONTROL_SHARE = 0.02

/** A file's text, and the encoding that had to be guessed. */
export type DecodedText = { readonly text: string; readonly guessed: string | null }

/** Turns a text file's bytes into normalized text; throws `unsupported` for bytes that are not text. */
export function decodeText(bytes: Uint8Array, declared: string | null = null): DecodedText {
  const decoded = decode(bytes, declared)
  const text = normalizeText(decoded.text)
  const sample = text.slice(0, GUESS_BYTES)
  const controls = countControls(sample)
  if (controls > 4 && controls > sample.length * MAX_CONTROL_SHARE) throw notText()
  return { text, guessed: decoded.guessed }
}

/** Control characters that no text has: all but tab, line and page ends and escape. */
function countControls(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x09 || (code > 0x0d && code < 0x20 && code !== 0x1b) || code === 0x7f) count++
  }
  return count
}

function notText(): AppError {
  return new AppError('unsupported', say('document.not_text'))
}

function decode(bytes: Uint8Array, declared: string | null): DecodedText {
  const told = encodingOfMark(bytes) ?? wideEncoding(bytes)
  if (told !== null) return { text: iconv.decode(bytes, told), guessed: null }
  if (bytes.subarray(0, GUESS_BYTES).includes(0)) throw notText()
  if (isJapaneseMail(bytes, declared))
    return { text: new TextDecoder(JAPANESE_MAIL).decode(bytes), guessed: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: null }
  } catch {
    // Not UTF-8 throughout: what the document says about itself, else UTF-8 with damage, else the best guess.
    const named = usable(declared)
    if (named !== null) return { text: iconv.decode(bytes, named), guessed: null }
    const guessed = unnamedEncoding(bytes)
    if (guessed === null) return { text: new TextDecoder('utf-8').decode(bytes), guessed }
    return { text: iconv.decode(bytes, guessed), guessed }
  }
}

/** The best guess at the encoding of text that names none; null for UTF-8, whole or with some damage, which is no guess. */
export function unnamedEncoding(bytes: Uint8Array): string | null {
  return isMostlyWhole(new TextDecoder('utf-8').decode(bytes)) ? null : guessEncoding(bytes)
}

/** In text of another encoding few letters beyond ASCII happen to be whole UTF-8: in Thai, the worst, one to three. */
const WHOLE_TO_BROKEN = 2

/** Whether it is UTF-8 with some wrong bytes: by its characters beyond ASCII, whole and broken. */
function isMostlyWhole(text: string): boolean {
  let whole = 0
  let broken = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0xfffd) broken++
    else if (code > 0x7f) whole++
  }
  return whole >= broken * WHOLE_TO_BROKEN
}

function encodingOfMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le'
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

/** UTF-16 without a mark: in most scripts nearly every second byte of its spaces and letters is zero. */
function wideEncoding(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4096)
  if (sample.length < 4 || bytes.length % 2 !== 0) return null
  let even = 0
  let odd = 0
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] === 0) index % 2 === 0 ? even++ : odd++
  }
  const half = sample.length / 2
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.6 && odd < half * 0.05) return 'utf-16be'
  return null
}

/** The encoding of Japanese mail and old pages, in seven bits, so that its bytes are UTF-8 too. iconv-lite has it not. */
const JAPANESE_MAIL = 'iso-2022-jp'
const ESCAPE = 0x1b

/** By its name, or by what switches to its kanji and Roman letters (RFC 1468). */
function isJapaneseMail(bytes: Uint8Array, declared: string | null): boolean {
  const isTold = declared?.toLowerCase() === JAPANESE_MAIL
  if (!isTold && !bytes.includes(ESCAPE)) return false
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isTold && !['\x1b$B', '\x1b$@', '\x1b(J'].some((begin) => buffer.includes(begin))) return false
  // Other texts may have such signs too: a log of a terminal, or a page about encodings.
  return !bytes.some((byte) => byte > 0x7f)
}

/** What pages call so is read as the superset that has quotes and dashes (Encoding Standard 4.2). */
const WEB_WESTERN = /^(?:iso-?8859-1|latin-?1|us-ascii|ascii)$/i

function usable(label: string | null): string | null {
  if (label !== null && WEB_WESTERN.test(label)) return 'windows-1252'
  return label !== null && !/^utf-?(8|16)/i.test(label) && iconv.encodingExists(label) ? label : null
}
