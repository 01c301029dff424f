import { setImmediate as nextTurn } from 'node:timers/promises'
import { CONTEXT_LINES } from '../../text-change/text-diff'
import type { TextFile } from './text-file'

/** A part of a text file in which everything lies that edits touch, and the lines around it. */
export interface Excerpt {
  readonly text: string
  /** Bytes of the file before it. */
  readonly bytesBefore: number
  /** Lines of the file before it. */
  readonly linesBefore: number
  /** Bytes of the file before and after it. */
  readonly bytesBeside: number
}

/** Files from this on are looked at in part (bytes): the text of a smaller one is made in no time. */
const LEAST_BYTES = 1 << 20
/** As much is looked at, at most (bytes): an eighth of the smallest of them. */
const MOST_BYTES = LEAST_BYTES / 8
/** Whole lines on either side: more than a difference shows. */
const LINES_AROUND = CONTEXT_LINES + 2

const lineFeed = 10
const carriageReturn = 13

/**
 * The part of a large UTF-8 file in which each of some texts stands, exactly once in all of the file; null where there
 * is no such part, or where line ends may not be what a line feed says.
 */
export async function excerptAround(file: TextFile, texts: readonly string[]): Promise<Excerpt | null> {
  const { encoding, mark, bytes } = file
  const isFit = encoding === 'utf-8' && !mark && bytes.length >= LEAST_BYTES
  if (!isFit || bytes.includes(carriageReturn)) return null
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let [from, to, reach] = [whole.length, 0, 0]
  for (const [index, text] of texts.entries()) {
    // Each is looked for in the whole file; the event loop goes on between them.
    if (index > 0) await nextTurn()
    const at = onlyPlaceOf(text, whole)
    if (at === null) return null
    const length = Buffer.byteLength(text)
    reach += length
    from = Math.min(from, at)
    to = Math.max(to, at + length)
    if (to - from > MOST_BYTES) return null
  }
  // Each edit may make, with what stands beside it, the text that the next one looks for.
  from = linesUp(whole, Math.max(0, from - reach))
  to = linesDown(whole, Math.min(whole.length, to + reach))
  if (to - from > MOST_BYTES) return null
  return {
    text: whole.toString('utf8', from, to),
    bytesBefore: from,
    linesBefore: countLines(whole, from),
    bytesBeside: whole.length - (to - from),
  }
}

/** In UTF-8 a character never begins inside of another, so that bytes are found where the text is. */
function onlyPlaceOf(text: string, whole: Buffer): number | null {
  if (text === '' || !text.isWellFormed()) return null
  const wanted = Buffer.from(text)
  const at = whole.indexOf(wanted)
  return at < 0 || whole.indexOf(wanted, at + wanted.length) >= 0 ? null : at
}

/** Where the line begins that lies some lines above a place. */
function linesUp(whole: Buffer, place: number): number {
  let at = place
  for (let line = 0; line <= LINES_AROUND && at > 0; line++) at = whole.lastIndexOf(lineFeed, at - 1)
  return at <= 0 ? 0 : at + 1
}

/** Where the line ends that lies some lines below a place. */
function linesDown(whole: Buffer, place: number): number {
  let at = place
  for (let line = 0; line <= LINES_AROUND; line++) {
    const end = whole.indexOf(lineFeed, at)
    if (end < 0) return whole.length
    at = end + 1
  }
  return at
}

/** Looks at four bytes at a time: byte by byte, the event loop would stand still for a large file. */
function countLines(whole: Buffer, until: number): number {
  const unaligned = -whole.byteOffset & 3
  const words = new Int32Array(
    whole.buffer,
    whole.byteOffset + unaligned,
    Math.max(0, until - unaligned) >>> 2,
  )
  let lines = 0
  // An iterator would take eight times as long.
  for (let index = 0; index < words.length; index++) {
    const differing = (words[index] as number) ^ 0x0a0a0a0a
    // The highest bit of each byte that is zero ("Determine if a word has a zero byte", Anderson, Bit Twiddling Hacks).
    const fits = ~(((differing & 0x7f7f7f7f) + 0x7f7f7f7f) | differing | 0x7f7f7f7f)
    if (fits !== 0) lines += Math.imul(fits >>> 7, 0x01010101) >>> 24
  }
  const rest = [
    whole.subarray(0, Math.min(unaligned, until)),
    whole.subarray(unaligned + 4 * words.length, until),
  ]
  for (const bytes of rest) for (const byte of bytes) if (byte === lineFeed) lines++
  return lines
}
