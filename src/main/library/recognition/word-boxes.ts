import type { PlacedText } from '../../../shared/contract/document-layout'
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
  const rects: PageRect[] = []
  for (const word of unpackWords(bytes)) {
    if (word.start >= end || word.end <= start) continue
    const { left: x, top: y, width, height } = word
    rects.push({ x, y, width, height })
  }
  return mergeLines(rects)
}

/** The words of a page; its picture was turned upright before they were read. */
export function unpackWords(bytes: Uint8Array): PlacedText[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words: PlacedText[] = []
  for (let at = 0; at + WORD_BYTES <= bytes.byteLength; at += WORD_BYTES) {
    const start = view.getUint32(at, true)
    const side = (each: number) => view.getUint16(at + 6 + each * 2, true) / PARTS
    const box = { left: side(0), top: side(1), width: side(2), height: side(3) }
    words.push({ start, end: start + view.getUint16(at + 4, true), ...box, turn: 0 })
  }
  return words
}
