import type { Pdfium } from './pdfium'
import type { LineBox } from './reading-order'

/** Reads the places of a page's characters. */
export type Places = {
  /** As high as the font; ten times as dear as `left`. */
  box(index: number): LineBox | null
  /** Where a character begins. */
  left(index: number): number | null
  /** The height of the line that a character stands on. */
  baseline(index: number): number | null
  /** Whether PDFium made a character up, as it does blanks for gaps and line ends. */
  isMade(index: number): boolean
}

/** Reads places from an open text page; `pointer` is 16 bytes of heap that it may use. */
export function placesOn(pdfium: Pdfium, textPage: number, pointer: number): Places {
  // Views of the whole heap, made anew only when it has grown: one for each letter would cost more than the call.
  let singles = new Float32Array(pdfium.heap().buffer)
  let doubles = new Float64Array(pdfium.heap().buffer)
  const renew = () => {
    if (singles.length > 0) return
    singles = new Float32Array(pdfium.heap().buffer)
    doubles = new Float64Array(pdfium.heap().buffer)
  }
  const { api } = pdfium
  const origin = (index: number, axis: 0 | 1) => {
    if (api.FPDFText_GetCharOrigin(textPage, index, pointer, pointer + 8) === 0) return null
    renew()
    return doubles[(pointer >>> 3) + axis] ?? null
  }
  return {
    box(index) {
      if (api.FPDFText_GetLooseCharBox(textPage, index, pointer) === 0) return null
      renew()
      return boxAt(singles, pointer)
    },
    left: (index) => origin(index, 0),
    baseline: (index) => origin(index, 1),
    isMade: (index) => api.FPDFText_IsGenerated(textPage, index) === 1,
  }
}

/** Reads a rectangle of PDFium's: FS_RECTF is left, top, right, bottom. */
export function boxAt(singles: Float32Array, pointer: number): LineBox {
  const at = (side: number) => singles[(pointer >>> 2) + side] ?? 0
  return { left: at(0), top: at(1), right: at(2), bottom: at(3) }
}

/** Whether a character draws nothing. */
export function isBlank(code: number | undefined): boolean {
  return code === undefined || code <= 0x20 || code === 0xa0
}
