import { normalizeText } from '../extractors/normalize'
import type { PdfDocument, PdfPage } from './open'

/**
 * The text of one page and, for each UTF-16 unit of it, the PDFium character that it comes from.
 *
 * The text is made from PDFium's characters one by one, and the same function makes it for the index and,
 * later, for a highlight: so a range of page text always leads back to exact characters, although the text
 * is normalized. The rules: generated `\r\n` becomes `\n`; a hyphen that PDFium recognised as a line
 * division is dropped between two lower-case letters ("infor-mation") and is `-` elsewhere ("UTF-8"); other
 * control characters become spaces; surrogate halves are joined; combining sequences are composed (NFC).
 */
export type PageText = { readonly text: string; readonly charIndex: Uint32Array }

/** Two characters that PDFium uses for a hyphen at a line's end: in its character list and in its text. */
const LINE_HYPHENS = new Set([0x02, 0xfffe])

// Bullets of the fonts Symbol and Wingdings, which have no Unicode of their own: dot, square, arrow, tick.
const SYMBOL_BULLETS = new Set([0xf0b7, 0xf0a7, 0xf0d8, 0xf076, 0xf0fc, 0xf06e, 0xf071])

const LOWER_CASE = /\p{Ll}/u
// Marks, and the Korean vowels and finals that join the consonant before them.
const COMBINING_MARK = /[\p{M}\u1160-\u11ff]/u

/** Reads a page's text; `charIndex[i]` is the PDFium character of `text[i]`. */
export function readPageText(document: PdfDocument, page: PdfPage): PageText {
  const { api } = document.pdfium
  const textPage = api.FPDFText_LoadPage(page.handle)
  if (textPage === 0) return { text: '', charIndex: new Uint32Array(0) }
  try {
    const count = Math.max(0, api.FPDFText_CountChars(textPage))
    const codes = new Uint32Array(count)
    for (let index = 0; index < count; index++) codes[index] = api.FPDFText_GetUnicode(textPage, index)
    return pageTextOf(codes)
  } finally {
    api.FPDFText_ClosePage(textPage)
  }
}

/** Makes a page's text out of PDFium's characters (code points, or UTF-16 halves of one). */
export function pageTextOf(codes: Uint32Array): PageText {
  // A code point takes at most two units. Typed arrays, because this runs for every letter of a library.
  const units = new Uint16Array(codes.length * 2)
  const from = new Uint32Array(codes.length * 2)
  let length = 0
  const push = (unit: number, index: number) => {
    units[length] = unit
    from[length] = index
    length++
  }
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0
    if (code === 0 || code === 0x0d) continue
    if (LINE_HYPHENS.has(code)) {
      if (!isLowerCase(codes[index - 1]) || !isLowerCase(codes[index + 1])) push(0x2d, index)
    } else if (SYMBOL_BULLETS.has(code)) push(0x2022, index)
    else if (code < 0x20 && code !== 0x0a && code !== 0x09) push(0x20, index)
    else if (code < 0x10000) push(code, index)
    else if (code <= 0x10ffff) {
      push(0xd800 + ((code - 0x10000) >> 10), index)
      push(0xdc00 + ((code - 0x10000) & 0x3ff), index)
    } else push(0xfffd, index)
  }
  const text = Buffer.from(units.buffer, 0, length * 2).toString('utf16le')
  const charIndex = from.subarray(0, length)
  return text === normalizeText(text) ? { text, charIndex } : composed(text.toWellFormed(), charIndex)
}

function isLowerCase(code: number | undefined): boolean {
  return code !== undefined && code > 0x20 && code <= 0x10ffff && LOWER_CASE.test(String.fromCodePoint(code))
}

/** Composes letter by letter, so that each result keeps the character of the letter that it came from. */
function composed(text: string, from: Uint32Array): PageText {
  let result = ''
  const charIndex: number[] = []
  for (let start = 0; start < text.length; ) {
    let end = nextCodePoint(text, start)
    while (end < text.length && COMBINING_MARK.test(String.fromCodePoint(text.codePointAt(end) ?? 0))) {
      end = nextCodePoint(text, end)
    }
    const letter = text.slice(start, end).normalize('NFC').replace('\uFEFF', '')
    for (let unit = 0; unit < letter.length; unit++) {
      charIndex.push(from[Math.min(start + unit, end - 1)] ?? 0)
    }
    result += letter
    start = end
  }
  return { text: result, charIndex: Uint32Array.from(charIndex) }
}

function nextCodePoint(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1)
}

/** The PDFium characters behind a range of a page's text; null for an empty range. */
export function charRange(
  page: PageText,
  start: number,
  end: number,
): { first: number; count: number } | null {
  const from = Math.max(0, start)
  const to = Math.min(page.text.length, end)
  if (from >= to) return null
  const first = page.charIndex[from] ?? 0
  const last = page.charIndex[to - 1] ?? first
  return { first, count: last - first + 1 }
}
