import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Bytes from which the encoding is guessed; more makes the guess slower, not better. */
export const GUESS_BYTES = 64 * 1024

/** Western Europe's letters: what is guessed where there is little to guess from. */
const WESTERN = /^(?:ISO-8859-1|windows-1252)$/
const SINGLE_BYTE = /^(?:ISO-8859|windows-|KOI8)/
/** Cyrillic, Greek, Hebrew, Arabic and Thai: no word in them has an ASCII letter. */
const OTHER_SCRIPTS = /^(?:ISO-8859-[5678]|windows-125[1356]|windows-874|KOI8-R)$/

/** The encoding that the bytes of a text look like. */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, GUESS_BYTES)
  const [best] = candidates(sample)
  if (best === undefined || (best.confidence <= TOO_LITTLE && isLatin(sample))) return 'windows-1252'
  const { name } = best
  if (!WESTERN.test(name)) return name
  // Much ASCII around few words (code, tags, addresses) makes any script look Western; the words themselves tell.
  const own = candidates(wordsBeyondAscii(sample)).find((each) => SINGLE_BYTE.test(each.name))?.name
  // ISO-8859-1 as the web reads it, which also gives quotes and dashes.
  return own !== undefined && OTHER_SCRIPTS.test(own) ? own : 'windows-1252'
}

/** How sure the guess is of ideographs where there are too few to tell: any two bytes can be one. */
const TOO_LITTLE = 10

/** What the bytes may be, the likeliest first. It is asked for what is no UTF-8, and so for no ASCII either. */
function candidates(bytes: Uint8Array): { readonly name: string; readonly confidence: number }[] {
  return analyse(bytes).filter(({ name }) => !/^(?:utf|ascii$)/i.test(name) && iconv.encodingExists(name))
}

/** Whether its words are of ASCII's letters with fewer others among them, as Western ones are. */
function isLatin(bytes: Uint8Array): boolean {
  let letters = 0
  let others = 0
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? SPACE
    if (byte >= 0x80) others++
    else if (isLetter(byte)) letters++
    else {
      if (others > 0 && letters <= others) return false
      letters = 0
      others = 0
    }
  }
  return true
}

const SPACE = 0x20

/** The words of two letters and more that are all beyond ASCII, which no Western text has many of. */
function wordsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const words = new Uint8Array(bytes.length + 1)
  let length = 0
  let start = 0
  let isMixed = false
  for (let at = 0; at <= bytes.length; at++) {
    const byte = bytes[at] ?? SPACE
    if (byte >= 0x80) continue
    if (isLetter(byte)) {
      isMixed = true
      continue
    }
    if (!isMixed && at - start > 1) {
      words.set(bytes.subarray(start, at), length)
      length += at - start
      words[length++] = SPACE
    }
    start = at + 1
    isMixed = false
  }
  return words.subarray(0, length)
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
