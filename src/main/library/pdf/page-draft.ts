import { normalizeText } from '../extractors/normalize'
import { drawAnnotations } from './annotations'
import type { PdfDocument, PdfPage } from './open'
import { isLineHyphen, linesOf, type PageLine, readLines } from './page-lines'
import { isOtherLetter } from './torn-lines'
import { webAddresses } from './web-addresses'

/** A line at the top or bottom of a page, which may be a running header or footer. */
export type EdgeLine = {
  readonly start: number
  readonly end: number
  readonly side: 'top' | 'bottom'
  /** Its height on the page, in whole points. */
  readonly place: number
  readonly apart: PageLine['apart']
}

/** A hyphen at `at` between two lower-case letters, or the last letter of a part of a web address, behind which a line ends. */
export type Division = {
  readonly at: number
  /** Whether a `\n` follows it in the draft: it doesn't where PDFium itself saw a division. */
  readonly brokenLine: boolean
  /** Whether it is a soft hyphen, which is never part of the word. */
  readonly soft: boolean
  /** Whether it stands in a web address, which is divided without a hyphen. */
  readonly address: boolean
}

/**
 * The whole text of one page in the order of reading, before what the rest of the document tells of it is known.
 *
 * `charIndex[i]` is the PDFium character that `text[i]` comes from. The text is made from PDFium's characters
 * one by one, by what is on the page alone, so that the same draft can be made again for a highlight. The rules:
 * generated `\r\n` becomes `\n`; a hyphen that PDFium recognised as a line division is `-` without a line end;
 * soft hyphens inside a line are dropped; other control characters become spaces; surrogate halves are joined;
 * combining sequences are composed (NFC).
 */
export type PageDraft = {
  readonly text: string
  readonly charIndex: Uint32Array
  /** From outside to inside, those at the top first. */
  readonly edges: readonly EdgeLine[]
  /** In order. */
  readonly divisions: readonly Division[]
  /** Characters that are numbers of a font's glyphs: the file does not tell which letters they draw. */
  readonly glyphCodes: number
}

// Bullets of the fonts Symbol and Wingdings, which have no Unicode of their own: dot, square, arrow, tick.
const SYMBOL_BULLETS = new Set([0xf0b7, 0xf0a7, 0xf0d8, 0xf076, 0xf0fc, 0xf06e, 0xf071])
const SOFT_HYPHEN = 0xad
const HYPHENS = new Set([0x2d, 0x2010, SOFT_HYPHEN])

const LOWER_CASE = /\p{Ll}/u
// Marks, and the Korean vowels and finals that join the consonant before them.
const COMBINING_MARK = /[\p{M}\u1160-\u11ff]/u

/**
 * Reads a page, with what its annotations write on it; `ordered` is false for the order of the file itself, as earlier
 * versions read it.
 */
export function readDraft(document: PdfDocument, page: PdfPage, ordered = true): PageDraft {
  drawAnnotations(document, page)
  const { api } = document.pdfium
  const textPage = api.FPDFText_LoadPage(page.handle)
  if (textPage === 0) return draftOfCharacters(new Uint32Array(0), [])
  try {
    const count = Math.max(0, api.FPDFText_CountChars(textPage))
    const codes = new Uint32Array(count)
    let hasOtherLetters = false
    for (let index = 0; index < count; index++) {
      const code = api.FPDFText_GetUnicode(textPage, index)
      codes[index] = code
      if (code >= 0x100 && isOtherLetter(code)) hasOtherLetters = true
    }
    const { lines, chars } = readLines(document, page.handle, textPage, codes, { ordered, hasOtherLetters })
    const draft = draftOfCharacters(codes, lines)
    return chars === null ? draft : { ...draft, charIndex: draft.charIndex.map((at) => chars[at] ?? at) }
  } finally {
    api.FPDFText_ClosePage(textPage)
  }
}

/** Makes a page's draft out of PDFium's characters (code points, or UTF-16 halves of one) and its lines. */
export function draftOfCharacters(
  codes: Uint32Array,
  lines: readonly PageLine[] = linesOf(codes),
): PageDraft {
  // A code point takes at most two units.
  const written = emptyText(codes.length * 2 + lines.length)
  const edges: EdgeLine[] = []
  const divisions: Division[] = []
  let glyphCodes = 0
  for (const [position, line] of lines.entries()) {
    const start = written.length
    glyphCodes += writeLine(written, codes, line)
    if (line.edge !== null && line.box !== null) {
      const place = Math.round(line.box.bottom)
      edges.push({ start, end: written.length, side: line.edge, place, apart: line.apart })
    }
    const next = lines[position + 1]
    if (next === undefined) break
    const division = divisionBetween(codes, line, next, written.length - 1)
    if (division !== null) divisions.push(division)
    if (!endsInLineHyphen(codes, line)) {
      write(written, 0x0a, codes[line.end] === 0x0a ? line.end : Math.max(0, line.end - 1))
    }
  }
  const text = Buffer.from(written.units.buffer, 0, written.length * 2).toString('utf16le')
  const draft = {
    text,
    charIndex: written.from.subarray(0, written.length),
    edges: fromOutside(edges),
    divisions: withAddresses(divisions, text),
    glyphCodes,
  }
  return text === normalizeText(text) ? draft : composed({ ...draft, text: text.toWellFormed() })
}

/** A text as it grows, in typed arrays, because this runs for every letter of a library. */
interface GrowingText {
  /** UTF-16. */
  readonly units: Uint16Array<ArrayBuffer>
  /** The character that each unit comes from. */
  readonly from: Uint32Array
  length: number
}

function emptyText(mostUnits: number): GrowingText {
  return { units: new Uint16Array(mostUnits), from: new Uint32Array(mostUnits), length: 0 }
}

function write(text: GrowingText, unit: number, index: number): void {
  text.units[text.length] = unit
  text.from[text.length] = index
  text.length++
}

/** Writes the characters of a line by the rules of {@link PageDraft}; answers how many of them are glyph codes. */
function writeLine(text: GrowingText, codes: Uint32Array, line: PageLine): number {
  let glyphCodes = 0
  for (let index = line.first; index < line.end; index++) {
    const code = codes[index] ?? 0
    // Most letters; the rest is rare enough to take its time.
    if (code >= 0x20 && code < 0x7f) {
      write(text, code, index)
      continue
    }
    if (code === 0 || code === 0x0d) continue
    if (code === SOFT_HYPHEN) {
      if (index === lastCharacter(codes, line)) write(text, 0x2d, index)
    } else if (isLineHyphen(code)) write(text, 0x2d, index)
    else if (SYMBOL_BULLETS.has(code)) write(text, 0x2022, index)
    else if (code < 0x20 && code !== 0x09) {
      glyphCodes++
      write(text, 0x20, index)
    } else if (code < 0x10000) write(text, code, index)
    else if (code <= 0x10ffff) {
      write(text, 0xd800 + ((code - 0x10000) >> 10), index)
      write(text, 0xdc00 + ((code - 0x10000) & 0x3ff), index)
    } else write(text, 0xfffd, index)
  }
  return glyphCodes
}

/** The division of a word between two lines, whose hyphen was written at a place; null where there is none. */
function divisionBetween(codes: Uint32Array, line: PageLine, next: PageLine, at: number): Division | null {
  const last = lastCharacter(codes, line)
  const hyphen = codes[last] ?? 0
  const recognised = isLineHyphen(hyphen)
  if (!recognised && !HYPHENS.has(hyphen)) return null
  if (!isLowerCase(codes[last - 1]) || !isLowerCase(codes[next.first])) return null
  return { at, brokenLine: !recognised, soft: hyphen === SOFT_HYPHEN, address: false }
}

/** Whether PDFium itself saw that a word goes on in the next line. */
function endsInLineHyphen(codes: Uint32Array, line: PageLine): boolean {
  return isLineHyphen(codes[lastCharacter(codes, line)] ?? 0)
}

/** The divisions of words, and those of the web addresses in a text. */
function withAddresses(divisions: readonly Division[], text: string): readonly Division[] {
  const addresses = webAddresses(text)
  if (addresses.length === 0) return divisions
  const inWords = divisions.filter(({ at }) => !addresses.some(({ start, end }) => start <= at && at < end))
  const hyphens = divisions.filter((division) => !inWords.includes(division))
  const lineEnds = addresses.flatMap((address) => address.lineEnds)
  return [
    ...inWords,
    ...hyphens.map((division) => ({ ...division, address: true })),
    ...lineEnds
      .filter((at) => !hyphens.some((division) => division.at === at))
      .map((at) => ({ at, brokenLine: true, soft: false, address: true })),
  ].sort((a, b) => a.at - b.at)
}

/**
 * A page with so many glyph codes, and this part of all that it draws, has a font whose letters cannot be told. Formulas
 * of old TeX fonts and ligatures come to some hundredths.
 */
const UNREADABLE_CODES = 10
const UNREADABLE_SHARE = 0.1

/** Whether a page's letters can be seen but not read. */
export function isUnreadable({ text, glyphCodes }: PageDraft): boolean {
  if (glyphCodes < UNREADABLE_CODES) return false
  return glyphCodes >= UNREADABLE_SHARE * (glyphCodes + text.replace(/\s+/g, '').length)
}

/** The last character of a line before its `\r`. */
function lastCharacter(codes: Uint32Array, line: PageLine): number {
  return codes[line.end - 1] === 0x0d ? line.end - 2 : line.end - 1
}

function fromOutside(edges: EdgeLine[]): EdgeLine[] {
  const top = edges.filter(({ side }) => side === 'top').sort((a, b) => b.place - a.place)
  const bottom = edges.filter(({ side }) => side === 'bottom').sort((a, b) => a.place - b.place)
  return [...top, ...bottom]
}

function isLowerCase(code: number | undefined): boolean {
  return code !== undefined && code > 0x20 && code <= 0x10ffff && LOWER_CASE.test(String.fromCodePoint(code))
}

/** Composes letter by letter, so that each result keeps the character of the letter that it came from. */
function composed({ text, charIndex: from, edges, divisions, glyphCodes }: PageDraft): PageDraft {
  let result = ''
  const charIndex: number[] = []
  const moved = new Uint32Array(text.length + 1)
  for (let start = 0; start < text.length; ) {
    let end = nextCodePoint(text, start)
    while (end < text.length && COMBINING_MARK.test(String.fromCodePoint(text.codePointAt(end) ?? 0))) {
      end = nextCodePoint(text, end)
    }
    moved.fill(result.length, start, end)
    const letter = text.slice(start, end).normalize('NFC').replace('\uFEFF', '')
    for (let unit = 0; unit < letter.length; unit++) {
      charIndex.push(from[Math.min(start + unit, end - 1)] ?? 0)
    }
    result += letter
    start = end
  }
  moved[text.length] = result.length
  const at = (offset: number) => moved[offset] ?? result.length
  return {
    text: result,
    charIndex: Uint32Array.from(charIndex),
    edges: edges.map((edge) => ({ ...edge, start: at(edge.start), end: at(edge.end) })),
    divisions: divisions.map((division) => ({ ...division, at: at(division.at) })),
    glyphCodes,
  }
}

function nextCodePoint(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)
}
