import { type Bytes, boundedBytes } from '../compound/bytes'
import { utf16Text } from '../utf16'
import type { StreamRange } from './file-information'

/** Where in what is said of a font its name begins (MS-DOC, 2.9.78). */
const NAME = 40
/** Fonts that a document has at most. */
const MAX_FONTS = 0x7fff

/** The names of a document's fonts, by their numbers (MS-DOC, 2.9.285). */
export function readFonts(tables: Bytes, { at, length }: StreamRange): string[] {
  const bytes = boundedBytes(tables.part(at, length))
  const fonts: string[] = []
  const count = Math.min(bytes.u16(0), MAX_FONTS)
  for (let next = 4; fonts.length < count && next < bytes.length; next += 1 + bytes.u8(next)) {
    const name = utf16Text(bytes.part(next + NAME, 1 + bytes.u8(next) - NAME))
    fonts.push(name.split('\0', 1)[0] ?? '')
  }
  return fonts
}
