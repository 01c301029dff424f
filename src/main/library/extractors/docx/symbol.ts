import { codePoint } from 'dingbat-to-unicode'
import { attribute, type XmlAttributes } from '../package/xml'

/** Check boxes as most fonts have them; the exact signs of these fonts are hardly in any other. */
const CHECK_BOXES: ReadonlyMap<string, string> = new Map([
  ['🗹', '☑'],
  ['🗷', '☒'],
  ['🗵', '☒'],
  ['🞎', '☐'],
  ['🗆', '☐'],
])

/** A character of a symbol font (ECMA-376, part 1, 17.3.3.30), which stands among private ones there, in Unicode. */
export function symbolOf(attributes: XmlAttributes): string {
  const code = Number.parseInt(attribute(attributes, 'char') ?? '', 16)
  return Number.isNaN(code) ? '' : symbolIn(attribute(attributes, 'font') ?? '', code)
}

/** The character of a code in a font of symbols, in Unicode. */
export function symbolIn(font: string, code: number): string {
  if (code > 0xffff) return ''
  const isPrivate = code >= 0xf000 && code <= 0xf0ff
  const known = codePoint(font, isPrivate ? code - 0xf000 : code)?.string
  if (known !== undefined) return CHECK_BOXES.get(known) ?? known
  return code < 0x20 || (code >= 0xd800 && code <= 0xf8ff) ? '' : String.fromCharCode(code)
}
