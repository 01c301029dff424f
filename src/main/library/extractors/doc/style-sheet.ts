import { type Bytes, boundedBytes } from '../compound/bytes'
import type { Numbering } from '../docx/numbering'
import { type ParagraphStyle, type StyleDefinition, stylesOf } from '../docx/styles'
import { utf16Text } from '../utf16'
import type { StreamRange } from './file-information'
import { CODES, readModifiers } from './formats'
import { listNumber } from './lists'

/** Styles that a document has at most (MS-DOC, 2.9.271). */
const MAX_STYLES = 0x0ffe
const PARAGRAPH_STYLE = 1
const NO_STYLE = 0x0fff

/** The English names of built-in styles, whose own names are in the language of the program (MS-DOC, 2.9.260). */
function builtInName(id: number): string | null {
  if (id >= 1 && id <= 9) return `heading ${id}`
  if (id >= 19 && id <= 27) return `toc ${id - 18}`
  return NAMES.get(id) ?? null
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [35, 'table of figures'],
  [44, 'table of authorities'],
  [45, 'macro'],
  [62, 'title'],
  [84, 'block text'],
  [90, 'plain text'],
  [101, 'html preformatted'],
])

/** Reads what the styles of paragraphs mean, by their numbers (MS-DOC, 2.9.271). */
export function readStyleSheet(
  tables: Bytes,
  { at, length }: StreamRange,
  numbering: Numbering,
): ReadonlyMap<string, ParagraphStyle> {
  const sheet = boundedBytes(tables.part(at, length))
  const count = Math.min(sheet.u16(2), MAX_STYLES)
  const baseBytes = sheet.u16(4)
  const definitions = new Map<string, StyleDefinition>()
  let next = 2 + sheet.u16(0)
  for (let index = 0; index < count && next < sheet.length; index++) {
    const bytes = boundedBytes(sheet.part(next + 2, sheet.u16(next)))
    next += 2 + sheet.u16(next)
    if (bytes.length > 0 && (bytes.u16(2) & 0x0f) === PARAGRAPH_STYLE) {
      definitions.set(String(index), definitionOf(String(index), bytes, baseBytes))
    }
  }
  return stylesOf(definitions, numbering)
}

/** One style (MS-DOC, 2.9.260): its numbers, its name, then what it makes of paragraphs. */
function definitionOf(id: string, bytes: Bytes, baseBytes: number): StyleDefinition {
  const characters = bytes.u16(baseBytes)
  const name = utf16Text(bytes.part(baseBytes + 2, characters * 2))
  const basedOn = bytes.u16(2) >> 4
  // Behind the name and its zero: the length, the style's number again, and the modifiers.
  const format = baseBytes + 2 + characters * 2 + 2
  const modifiers = readModifiers(bytes, format + 4, format + 2 + bytes.u16(format))

  return {
    id,
    name: builtInName(bytes.u16(0) & 0x0fff) ?? name.toLowerCase(),
    basedOn: basedOn === NO_STYLE ? null : String(basedOn),
    outline: modifiers.get(CODES.outline) ?? null,
    list: listNumber(modifiers.get(CODES.list)),
    level: modifiers.get(CODES.listLevel) ?? null,
  }
}
