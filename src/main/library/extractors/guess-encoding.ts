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
  const isUnsure = best === undefined || best.confidence <= TOO_LITTLE
  if (isUnsure && isWestern(sample)) return 'windows-1252'
  if (isKana(sample)) return 'Shift_JIS'
  if (best === undefined) return 'windows-1252'
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

/**
 * Signs of windows-1252 where Western texts have them: else the same bytes begin kana and ideographs, whose second byte
 * may be an ASCII letter. Quotes come in pairs around words, dashes between blanks or digits, other signs beside numbers.
 */
const QUOTED = /(?<![\p{L}\d])(?:[“„]([^“”„]*)[“”]|[‘‚]([^‘’‚]*)[‘’]|«([^«»]*)»)(?![\p{L}\d])/gu
const SIGNS = new RegExp(
  [
    '(?<=[A-Za-zß-ÿ])’(?=[A-Za-zÀ-ÿ])|(?<=s)’(?=\\s)',
    '(?<=\\s)[–—](?=\\s)|(?<=\\d)–(?=\\d)|(?<=[a-zß-ÿ]{2})[–—](?=[A-Za-zÀ-ÿ])',
    '(?<![^\\s(\\d])[€£](?![^\\s\\d.,;)])|(?<![^\\s(])§{1,2}(?=\\s?\\d)|(?<=\\d\\s?)°(?![^\\sCFN.,;)])',
    '(?<![^\\s(])[©®](?=\\s)|(?<=[A-Za-zß-ÿ])[™®](?![^\\s.,;)])|(?<!\\S)[•·](?=\\s)',
    '(?<=\\d\\s?)[½¼¾](?![^\\s.,;)])|(?<=\\d\\s?)µ(?=[a-z])|(?<=[mk])[²³](?![^\\s.,;)])',
    '(?<![^\\s(])[¿¡](?=[A-Za-zÀ-ÿ])|\\u00a0|(?<=[a-zß-ÿ.,])…(?!\\S)',
  ].join('|'),
  'gu',
)
/** Letters of Western Europe; a capital does not follow a small letter. */
const LETTERS = /(?<![a-zß-ÿ])[À-ÖØ-ÞŠŽŒŸ]|[ß-öø-ÿšžœ]/gu

/** Whether its signs are where Western texts have them, and its other letters each alone or few in a word of ASCII's. */
function isWestern(bytes: Uint8Array): boolean {
  const words = iconv
    .decode(bytes, 'windows-1252')
    .replace(QUOTED, (_, double = '', single = '', angled = '') => ` ${double}${single}${angled} `)
    .replace(SIGNS, ' ')
  if (/[^\0-\x7f]/u.test(words.replace(LETTERS, ''))) return false
  for (const [word] of words.matchAll(/[A-Za-z\u0080-\uffff]+/gu)) {
    const others = word.replace(/[A-Za-z]/gu, '').length
    if (others === 0 || word.length - others > others) continue
    const isAlone = !/[^\0-\x7f]{2}/u.test(word) && /[a-z]/u.test(word)
    if (!isAlone) return false
  }
  return true
}

/** Share of kana that makes a text Japanese: prose has a half and more, names of things fewer. */
const KANA_SHARE = 1 / 3

/** Whether all of it is Shift_JIS, with kana: their first bytes are signs that other texts hardly have. */
function isKana(bytes: Uint8Array): boolean {
  const beyondAscii = iconv.decode(bytes, 'Shift_JIS').replace(/[\0-\x7f]/gu, '')
  const kana = beyondAscii.match(/[\u3041-\u3096\u30a1-\u30fe]/gu)?.length ?? 0
  return kana > 0 && !beyondAscii.includes('\ufffd') && kana >= beyondAscii.length * KANA_SHARE
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
