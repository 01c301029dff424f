import { mergeLines, type PageRect } from '../pdf/rects'
import type { PlacedWord } from './recognized-page'

// A word: where it begins in the page's text (4 bytes), its length (2), then left, top, width and height (2 each) in
// parts of 65,535 of the page. Little-endian.
const WORD_BYTES = 14
const PARTS = 65_535

/** Packs the places of a page's words, to be stored. */
export function packWords(words: readonly PlacedWord[]): Uint8Array {
  const bytes = new Uint8Array(words.length * WORD_BYTES)
  const view = new DataView(bytes.buffer)
  words.forEach(({ start, end, box }, index) => {
    const at = index * WORD_BYTES
    view.setUint32(at, start, true)
    view.setUint16(at + 4, Math.min(end - start, PARTS), true)
    const sides = [box.x, box.y, box.width, box.height]
    sides.forEach((side, each) => {
      view.setUint16(at + 6 + each * 2, Math.round(Math.min(1, Math.max(0, side)) * PARTS), true)
    })
  })
  return bytes
}

/** Where a range of a page's text stands, one rectangle for each line of it. */
export function rectsOfWords(bytes: Uint8Array, start: number, end: number): PageRect[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rects: PageRect[] = []
  for (let at = 0; at + WORD_BYTES <= bytes.byteLength; at += WORD_BYTES) {
    const from = view.getUint32(at, true)
    if (from >= end || from + view.getUint16(at + 4, true) <= start) continue
    const side = (each: number) => view.getUint16(at + 6 + each * 2, true) / PARTS
    rects.push({ x: side(0), y: side(1), width: side(2), height: side(3) })
  }
  return mergeLines(rects)
}
