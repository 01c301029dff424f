import { hasRightToLeft } from './brackets'
import { isBlank, type Places } from './char-places'
import type { LinePiece } from './reading-order'

/** A gap of this part of a line's height is one between words; a narrow space of justified text is a little wider. */
const WORD_GAP_HEIGHTS = 0.14

/** Letters that differ in height by more than this part of the line's are no line but a formula, or lie over each other. */
const MAX_SHIFT_HEIGHTS = 0.1

/** A letter may begin before the one on its left ends by this part of that one's width: slanted ones do. */
const MAX_OVERLAP = 0.5

/**
 * Puts letters back into their words where a program drew those that its font lacks behind the rest of the line, with
 * another font: PDFium keeps the file's order. Mends `codes` in place and answers which PDFium character each of them is;
 * null where no line was torn. Only letters beyond Latin-1 are lacking in fonts, so other pages cost nothing.
 */
export function mendTornLines(
  places: Places,
  codes: Uint32Array,
  lines: readonly LinePiece[],
): Uint32Array | null {
  let chars: Uint32Array | null = null
  for (const line of lines) {
    if (!mayBeTorn(codes, line) || !isTorn(places, codes, line) || hasRightToLeft(codes, line)) continue
    const order = fromLeftToRight(places, codes, line)
    if (order === null) continue
    chars ??= Uint32Array.from(codes, (_code, index) => index)
    write(codes, chars, line, order)
  }
  return chars
}

/** Whether a character is a letter beyond Latin-1, such as fonts lack; from U+2000 signs stand that texts of every language have. */
export function isOtherLetter(code: number): boolean {
  return code >= 0x100 && (code < 0x2000 || code >= 0x2c00)
}

function mayBeTorn(codes: Uint32Array, { first, end }: LinePiece): boolean {
  for (let index = first; index < end; index++) if (isOtherLetter(codes[index] ?? 0)) return true
  return false
}

/** Whether a word begins left of the one before it. */
function isTorn(places: Places, codes: Uint32Array, { first, end }: LinePiece): boolean {
  let before = Number.NEGATIVE_INFINITY
  for (let index = first; index < end; index++) {
    if (isBlank(codes[index]) || (index > first && !isBlank(codes[index - 1]))) continue
    const left = places.left(index)
    if (left === null) return false
    if (left < before) return true
    before = left
  }
  return false
}

/** A character, or a blank that stands for a gap before it. */
type Placed = { readonly index: number; readonly code: number }

function fromLeftToRight(places: Places, codes: Uint32Array, { first, end }: LinePiece): Placed[] | null {
  const placed = []
  for (let index = first; index < end; index++) {
    const code = codes[index] ?? 0
    if (code === 0 || code === 0x0d || (code === 0x20 && places.isMade(index))) continue
    const box = places.box(index)
    const baseline = places.baseline(index)
    if (box === null || baseline === null) return null
    placed.push({ index, code, baseline, ...box })
  }
  const [one] = placed
  if (one === undefined) return null
  const height = one.top - one.bottom
  if (placed.some(({ baseline }) => Math.abs(baseline - one.baseline) > MAX_SHIFT_HEIGHTS * height))
    return null
  placed.sort((a, b) => a.left - b.left)
  const order: Placed[] = []
  let before = one
  for (const [position, letter] of placed.entries()) {
    if (position > 0 && !isBlank(letter.code) && !isBlank(before.code)) {
      if (letter.left < before.right - MAX_OVERLAP * (before.right - before.left)) return null
      if (letter.left - before.right > WORD_GAP_HEIGHTS * height)
        order.push({ index: letter.index, code: 0x20 })
    }
    order.push(letter)
    before = letter
  }
  return order
}

/** PDFium made a blank for each gap, so that there is room; what is left of it is filled with characters that say nothing. */
function write(codes: Uint32Array, chars: Uint32Array, line: LinePiece, order: readonly Placed[]): void {
  const end = codes[line.end - 1] === 0x0d ? line.end - 1 : line.end
  const start = end - order.length
  if (start < line.first) return
  codes.fill(0, line.first, start)
  for (const [position, { index, code }] of order.entries()) {
    codes[start + position] = code
    chars[start + position] = index
  }
}
