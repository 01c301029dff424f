import { type Bytes, boundedBytes } from '../compound/bytes'
import type { StreamRange } from './file-information'

/**
 * What changes a format, by its codes (MS-DOC, 2.2.5): the last value of each as a number of up to four bytes, low byte
 * first.
 */
export type Modifiers = ReadonlyMap<number, number>

/** A stretch of the document's stream that has one format. */
export interface Formatted {
  /** Bytes of the stream. */
  readonly start: number
  readonly end: number
  /** The style's number; 0 for characters. */
  readonly style: number
  readonly modifiers: Modifiers
}

/** Codes of modifiers that say something of the text's structure (MS-DOC, 2.6). */
export const CODES = {
  deleted: 0x0800,
  script: 0x2a48,
  symbol: 0x6a09,
  inTable: 0x2416,
  endsRow: 0x2417,
  depth: 0x6649,
  endsInnerCell: 0x244b,
  endsInnerRow: 0x244c,
  listLevel: 0x260a,
  list: 0x460b,
  outline: 0x2640,
} as const

/** Those whose length is told otherwise (MS-DOC, 2.2.5.1), and the one that leads into the stream `Data` (2.6.2). */
const TABLE_DEFINITION = 0xd608
const TAB_STOPS = 0xc615
const ELSEWHERE: ReadonlySet<number> = new Set([0x6645, 0x6646])

const PAGE_BYTES = 512
/** Bytes of what a page says of each paragraph beside its place (MS-DOC, 2.9.174), and of characters. */
const PARAGRAPH_ENTRY = 13
const CHARACTER_ENTRY = 1

const wanted: ReadonlySet<number> = new Set(Object.values(CODES))
/** Bytes of what the stream `Data` says of one paragraph that are looked at: rows of 63 columns take some thousands. */
const MAX_ELSEWHERE = 16_384
/** Stretches of one kind that are looked at: a book of a thousand pages has some ten thousand. */
const MAX_STRETCHES = 500_000

/** What a stretch without any modifiers has. */
export const unmodified: Modifiers = new Map()

/** Reads those modifiers of a run of bytes that have {@link CODES}; a row's may lie elsewhere, once. */
export function readModifiers(
  bytes: Bytes,
  from: number,
  to: number,
  elsewhere?: (place: number) => Modifiers,
): Modifiers {
  const modifiers = new Map<number, number>()
  let leadsOn = elsewhere
  for (let at = from; at + 2 < to; ) {
    const code = bytes.u16(at)
    const length = valueLength(code, bytes, at + 2)
    if (ELSEWHERE.has(code) && leadsOn !== undefined) {
      for (const [each, value] of leadsOn(bytes.u32(at + 2))) modifiers.set(each, value)
      leadsOn = undefined
    } else if (wanted.has(code) && at + 2 + length <= to) modifiers.set(code, bytes.number(at + 2, length))
    at += 2 + length
  }
  return modifiers.size === 0 ? unmodified : modifiers
}

/** Reads from the stream `Data` what paragraphs lead to (MS-DOC, 2.9.209), each place once. */
function readingElsewhere(data: Bytes | null): (place: number) => Modifiers {
  const known = new Map<number, Modifiers>()
  return (place) => {
    if (data === null) return unmodified
    const before = known.get(place)
    if (before !== undefined) return before
    const size = Math.min(data.u16(place), MAX_ELSEWHERE)
    const read = readModifiers(data, place + 2, place + 2 + size)
    known.set(place, read)
    return read
  }
}

/** Bytes of a modifier's value, which the three highest bits of its code tell. */
function valueLength(code: number, bytes: Bytes, at: number): number {
  if (code === TABLE_DEFINITION) return bytes.u16(at) + 1
  if (code === TAB_STOPS && bytes.u8(at) === 0xff) {
    const removed = bytes.u8(at + 1)
    return 3 + removed * 4 + bytes.u8(at + 2 + removed * 4) * 3
  }
  switch (code >> 13) {
    case 0:
    case 1:
      return 1
    case 3:
      return 4
    case 6:
      return 1 + bytes.u8(at)
    case 7:
      return 3
    default:
      return 2
  }
}

/** The formats of all characters or paragraphs, by the places of their text in the stream (MS-DOC, 2.8.5 and 2.8.6). */
export function readFormats(
  kind: 'characters' | 'paragraphs',
  {
    document,
    tables,
    data,
  }: { readonly document: Bytes; readonly tables: Bytes; readonly data: Bytes | null },
  { at, length }: StreamRange,
): Formatted[] {
  const count = Math.floor((Math.min(length, tables.length) - 4) / 8)
  const formats: Formatted[] = []
  const met = new Set<number>()
  const elsewhere = readingElsewhere(data)
  for (let index = 0; index < count && formats.length < MAX_STRETCHES; index++) {
    const page = tables.u32(at + (count + 1) * 4 + index * 4) & 0x3fffff
    if (met.has(page)) continue
    met.add(page)
    const bytes = boundedBytes(document.part(page * PAGE_BYTES, PAGE_BYTES))
    if (bytes.length < PAGE_BYTES) continue
    formats.push(...(kind === 'characters' ? characterPage(bytes) : paragraphPage(bytes, elsewhere)))
  }
  return formats.sort((a, b) => a.start - b.start)
}

function characterPage(page: Bytes): Formatted[] {
  const modifiersAt = eachPlaceOnce((place) => readModifiers(page, place + 1, place + 1 + page.u8(place)))
  return entriesOf(page, CHARACTER_ENTRY).map(({ start, end, place }) => ({
    ...{ start, end, style: 0 },
    modifiers: place === 0 ? unmodified : modifiersAt(place),
  }))
}

function paragraphPage(page: Bytes, elsewhere: (place: number) => Modifiers): Formatted[] {
  const formatAtPlace = eachPlaceOnce((place) => {
    // The length is counted in words, less one byte, or stands behind a zero (MS-DOC, 2.9.175).
    const words = page.u8(place)
    const from = words === 0 ? place + 2 : place + 1
    const to = from + (words === 0 ? page.u8(place + 1) * 2 : words * 2 - 1)
    return { style: page.u16(from), modifiers: readModifiers(page, from + 2, to, elsewhere) }
  })
  return entriesOf(page, PARAGRAPH_ENTRY).map(({ start, end, place }) => ({
    ...{ start, end },
    ...(place === 0 ? { style: 0, modifiers: unmodified } : formatAtPlace(place)),
  }))
}

/** Several stretches of a page may have one format. */
function eachPlaceOnce<Value>(read: (place: number) => Value): (place: number) => Value {
  const known = new Map<number, Value>()
  return (place) => {
    const value = known.get(place) ?? read(place)
    known.set(place, value)
    return value
  }
}

/** What a page holds: where each stretch begins and ends, and where on the page its format is (0 for the usual one). */
function entriesOf(page: Bytes, bytesEach: number): { start: number; end: number; place: number }[] {
  const count = Math.min(page.u8(PAGE_BYTES - 1), Math.floor((PAGE_BYTES - 5) / (4 + bytesEach)))
  return Array.from({ length: count }, (_each, index) => ({
    start: page.u32(index * 4),
    end: page.u32((index + 1) * 4),
    place: page.u8((count + 1) * 4 + index * bytesEach) * 2,
  }))
}

/** The format of a place of the stream, among stretches in order, and how far it reaches; none where no stretch has it. */
export function formatAt(
  formats: readonly Formatted[],
  place: number,
): { readonly format: Formatted | undefined; readonly end: number } {
  let [low, high] = [0, formats.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((formats[middle]?.end ?? place) <= place) low = middle + 1
    else high = middle
  }
  const next = formats[low]
  if (next === undefined) return { format: undefined, end: Number.POSITIVE_INFINITY }
  return next.start <= place ? { format: next, end: next.end } : { format: undefined, end: next.start }
}
