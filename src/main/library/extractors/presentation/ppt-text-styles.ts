import { type Bytes, boundedBytes } from '../compound/bytes'

/** What some characters of a text have, with where the next ones begin. */
export interface Run {
  readonly value: number
  readonly end: number
}

/** Bits of which any is followed by two bytes: how bullets look, and how words are broken (MS-PPT, 2.9.21). */
const BULLET_FLAGS = 0x00_000f
const WRAP_FLAGS = 0x0e_0000
/** Bits each of which is followed by two bytes: the bullet's sign, font and size, margins and spaces; the direction. */
const BEFORE_TABS = 0x00_fdd0
const AFTER_TABS = 0x21_0000
const BULLET_COLOR = 0x00_0020
const TAB_STOPS = 0x10_0000

/** Bits of letters of which any is followed by the flags of a font; each by two bytes; and the colour (MS-PPT, 2.9.14). */
const FONT_FLAGS = 0x00_3fff
const FONTS_AND_SIZE = 0xeb_0000
const COLOR = 0x04_0000
/** Of those flags, which of the text's later styles is meant (MS-PPT, 2.9.16). */
const MARK_SHIFT = 10
const MARK = 0xf

/** The levels of a text's paragraphs, and the later styles that its characters name (MS-PPT, 2.9.44). */
export function readStyles(
  styles: Buffer,
  length: number,
): { readonly levels: readonly Run[]; readonly marks: readonly Run[] } {
  const bytes = boundedBytes(styles)
  const levels: Run[] = []
  const marks: Run[] = []
  let at = 0
  for (let covered = 0; covered <= length && at + 10 <= styles.length; ) {
    covered += bytes.u32(at)
    levels.push({ value: bytes.u16(at + 4), end: covered })
    at = endOfParagraphStyle(bytes, at + 6)
  }
  for (let covered = 0; covered <= length && at + 8 <= styles.length; ) {
    covered += bytes.u32(at)
    const masks = bytes.u32(at + 4)
    at += 8
    const hasFlags = (masks & FONT_FLAGS) !== 0
    marks.push({ value: hasFlags ? (bytes.u16(at) >> MARK_SHIFT) & MARK : 0, end: covered })
    at += (hasFlags ? 2 : 0) + 2 * countBits(masks & FONTS_AND_SIZE) + ((masks & COLOR) === 0 ? 0 : 4)
  }
  return { levels, marks }
}

/** Where a paragraph's style ends that begins with the bits of what it names (MS-PPT, 2.9.20). */
function endOfParagraphStyle(bytes: Bytes, at: number): number {
  const masks = bytes.u32(at)
  let end = at + 4 + 2 * countBits(masks & BEFORE_TABS)
  if ((masks & BULLET_FLAGS) !== 0) end += 2
  if ((masks & BULLET_COLOR) !== 0) end += 4
  if ((masks & TAB_STOPS) !== 0) end += 2 + bytes.u16(end) * 4
  if ((masks & WRAP_FLAGS) !== 0) end += 2
  return end + 2 * countBits(masks & AFTER_TABS)
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
