import iconv from 'iconv-lite'
import { titleLine } from '../normalize'
import { codePageEncoding } from '../rtf/code-pages'
import { utf16Text } from '../utf16'
import type { CompoundStorage } from './compound-file'

/** What a file says of itself. */
export interface Summary {
  readonly title: string | null
}

/** The stream of what a file says of itself (MS-OLEPS, 2.25.1). */
const SUMMARY_STREAM = '\x05SummaryInformation'

/** Where the place of the first property set stands in the stream (MS-OLEPS, 2.21). */
const FIRST_SET = 44
/** Bytes of the stream that are looked at; what is said in it takes some hundred, and a picture of the first page the rest. */
const MAX_BYTES = 256 * 1024
/** Properties of a set that are looked at: SummaryInformation defines eighteen (MS-OLEPS, 2.25.1). */
const MAX_PROPERTIES = 100

const CODE_PAGE = 1
const TITLE = 2

/** Types of values: a short number, text of the set's code page, and text of UTF-16 (MS-OLEPS, 2.15). */
const VT_I2 = 2
const VT_LPSTR = 0x1e
const VT_LPWSTR = 0x1f

/** The code page that says UTF-16 (MS-OLEPS, 2.18.2). */
const CP_WINUNICODE = 1200
/** Of a set that does not name its code page, though it has to. */
const USUAL_CODE_PAGE = 1252

/** Reads what a compound file says of itself (MS-OLEPS); nothing of it is worth failing for. */
export function readSummary(root: CompoundStorage): Summary {
  const stream = root.stream(SUMMARY_STREAM)?.subarray(0, MAX_BYTES)
  if (stream === undefined || stream.length < FIRST_SET + 4) return { title: null }
  const set = stream.subarray(stream.readUInt32LE(FIRST_SET))
  const values = valuesOf(set)
  const codePage = values.get(CODE_PAGE)
  const isNumber = codePage !== undefined && codePage.length >= 6 && codePage.readUInt16LE(0) === VT_I2
  return {
    title: titleLine(textOf(values.get(TITLE), isNumber ? codePage.readUInt16LE(4) : USUAL_CODE_PAGE)),
  }
}

/** The values of a property set, each from its type to the set's end, by their numbers (MS-OLEPS, 2.20). */
function valuesOf(set: Buffer): Map<number, Buffer> {
  const values = new Map<number, Buffer>()
  const count = set.length < 8 ? 0 : Math.min(set.readUInt32LE(4), MAX_PROPERTIES)
  for (let at = 8; at < 8 + count * 8 && at + 8 <= set.length; at += 8) {
    values.set(set.readUInt32LE(at), set.subarray(set.readUInt32LE(at + 4)))
  }
  return values
}

/** The text of a value; null where it is of another type. */
function textOf(value: Buffer | undefined, codePage: number): string | null {
  if (value === undefined || value.length < 8) return null
  const type = value.readUInt16LE(0)
  // The length counts bytes of a code page, and characters of UTF-16 (MS-OLEPS, 2.5 and 2.7).
  const length = value.readUInt32LE(4)
  if (type !== VT_LPSTR && type !== VT_LPWSTR) return null
  const isWide = type === VT_LPWSTR || codePage === CP_WINUNICODE
  const bytes = value.subarray(8, 8 + (type === VT_LPWSTR ? length * 2 : length))
  const text = isWide
    ? utf16Text(bytes)
    : iconv.decode(bytes, codePageEncoding(codePage) ?? `cp${USUAL_CODE_PAGE}`)
  // Its end is a zero; some writers leave room behind it.
  return text.split('\0', 1)[0] ?? null
}
