import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import { AppError } from '../../../shared/errors'
import { READABLE_FORMATS } from './detect'
import { normalizeText } from './normalize'

/** Share of control characters above which bytes are data rather than text. */
const MAX_CONTROL_SHARE = 0.02

/** Bytes from which the encoding is guessed; more makes the guess slower, not better. */
const GUESS_BYTES = 64 * 1024

/** Turns a text file's bytes into normalized text; throws `unsupported` for bytes that are not text. */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  const text = normalizeText(decode(bytes, declared))
  const sample = text.slice(0, GUESS_BYTES)
  const controls = countControls(sample)
  if (controls > 4 && controls > sample.length * MAX_CONTROL_SHARE) throw notText()
  return text
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
  return new AppError(
    'unsupported',
    `This file is not text, and its format is not one that Countersign reads (${READABLE_FORMATS}).`,
  )
}

function decode(bytes: Uint8Array, declared: string | null): string {
  const marked = encodingOfMark(bytes)
  if (marked !== null) return iconv.decode(bytes, marked)
  const wide = wideEncoding(bytes)
  if (wide !== null) return iconv.decode(bytes, wide)
  if (bytes.subarray(0, GUESS_BYTES).includes(0)) throw notText()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: what the document says about itself, else the best guess.
    return iconv.decode(bytes, usable(declared) ?? guess(bytes))
  }
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

function usable(label: string | null): string | null {
  return label !== null && !/^utf-?(8|16)/i.test(label) && iconv.encodingExists(label) ? label : null
}

function guess(bytes: Uint8Array): string {
  const candidates = analyse(bytes.subarray(0, GUESS_BYTES))
  const best = candidates.find(({ name }) => !/^utf/i.test(name) && iconv.encodingExists(name))
  // ISO-8859-1 as the web reads it, which also gives quotes and dashes.
  const name = best?.name ?? 'windows-1252'
  return name === 'ISO-8859-1' ? 'windows-1252' : name
}
