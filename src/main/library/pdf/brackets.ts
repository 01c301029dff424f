import type { LinePiece } from './reading-order'

const MIRRORED = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›'].flatMap(([open = '', close = '']) => {
    const [from, to] = [open.charCodeAt(0), close.charCodeAt(0)]
    return [
      [from, to],
      [to, from],
    ] as const
  }),
)
const OPENING = new Set(Array.from('([{<«‹', (bracket) => bracket.charCodeAt(0)))

const LETTER = /\p{L}/u

/** Hebrew, Arabic and the scripts between them, with their presentation forms. */
function isRightToLeft(code: number): boolean {
  return (
    (code >= 0x590 && code < 0x900) || (code >= 0xfb1d && code < 0xfe00) || (code >= 0xfe70 && code < 0xff00)
  )
}

/** Whether a line has a letter that is written from right to left. */
export function hasRightToLeft(
  codes: Uint32Array,
  { first, end }: Pick<LinePiece, 'first' | 'end'>,
): boolean {
  for (let index = first; index < end; index++) if (isRightToLeft(codes[index] ?? 0)) return true
  return false
}

/**
 * Turns the brackets of Hebrew and Arabic words back. PDFium takes what a file says of them for what they look like and
 * mirrors them; most programs (LibreOffice, Chromium, Word) say what they mean. Where the brackets of a page are pairs as
 * they are its program was another one.
 */
export function unmirrorBrackets(codes: Uint32Array, lines: readonly LinePiece[]): void {
  const found = lines.flatMap((line) => (hasRightToLeft(codes, line) ? [bracketsIn(codes, line)] : []))
  if (found.every((brackets) => brackets.length === 0)) return
  const pairs = (mirror: boolean) =>
    found.reduce((sum, brackets) => sum + pairsIn(codes, brackets, mirror), 0)
  if (pairs(false) > pairs(true)) return
  for (const index of found.flat()) codes[index] = mirrored(codes[index])
}

function mirrored(code = 0): number {
  return MIRRORED.get(code) ?? code
}

/** The brackets of a line that have no letter of another direction next to them. */
function bracketsIn(codes: Uint32Array, { first, end }: LinePiece): number[] {
  const found: number[] = []
  let waiting: number[] = []
  let rightToLeft = true
  for (let index = first; index < end; index++) {
    const code = codes[index] ?? 0
    if (MIRRORED.has(code)) waiting.push(index)
    else if (code > 0x40 && code <= 0x10ffff && LETTER.test(String.fromCodePoint(code))) {
      const before = rightToLeft
      rightToLeft = isRightToLeft(code)
      if (before && rightToLeft) for (const bracket of waiting) found.push(bracket)
      waiting = []
    }
  }
  return rightToLeft ? [...found, ...waiting] : found
}

function pairsIn(codes: Uint32Array, brackets: readonly number[], mirror: boolean): number {
  const open: number[] = []
  let pairs = 0
  for (const index of brackets) {
    const code = mirror ? mirrored(codes[index]) : (codes[index] ?? 0)
    if (OPENING.has(code)) open.push(code)
    else if (open.at(-1) === mirrored(code)) {
      open.pop()
      pairs++
    }
  }
  return pairs
}
