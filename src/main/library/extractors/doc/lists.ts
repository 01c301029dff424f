import type { Bytes } from '../compound/bytes'
import { type NumberedList, type Numbering, WORD_LEVELS } from '../docx/numbering'
import { type CountFormat, startOf } from '../structure/count-levels'
import { utf16Text } from '../utf16'
import type { StreamRange } from './file-information'

type Level = NumberedList['levels'][number]

const LIST_BYTES = 28
const LEVEL_BYTES = 28
const USE_BYTES = 16
const OVERRIDE_BYTES = 8
/** Lists that a document has at most; Word numbers them in fifteen bits. */
const MAX_LISTS = 0x7fff

/** How numbers are written, by their codes (MS-OSHARED, 2.2.1.3); others are counted in digits here. */
const FORMATS: ReadonlyMap<number, CountFormat | null> = new Map([
  [1, 'I'],
  [2, 'i'],
  [3, 'A'],
  [4, 'a'],
  [22, '01'],
  [23, null],
  [255, null],
])

/** The level of a paragraph that its list passes over (MS-DOC, 2.6.2, sprmPIlvl). */
export const NOT_COUNTED = 0x0c
/** Says of a paragraph that it is in no list, whatever its style has; beyond it, that the number is meant negative. */
const IN_NO_LIST = 0xf801

/** The list that a paragraph names (MS-DOC, 2.6.2, sprmPIlfo), `0` for none; null where it names nothing. */
export function listNumber(value: number | undefined): string | null {
  if (value === undefined) return null
  if (value === IN_NO_LIST) return '0'
  return String(value > IN_NO_LIST ? 0x10000 - value : value)
}

/** Reads the lists of a document (MS-DOC, 2.9.131 and 2.9.160), by the numbers that paragraphs name them by. */
export function readLists(tables: Bytes, lists: StreamRange, uses: StreamRange): Numbering {
  if (lists.length === 0 || uses.length === 0) return new Map()
  const levels = readLevels(tables, lists)
  const count = Math.min(tables.u32(uses.at), MAX_LISTS, Math.floor(uses.length / USE_BYTES))
  const numbering = new Map<string, NumberedList>()
  let at = uses.at + 4 + count * USE_BYTES
  for (let index = 0; index < count; index++) {
    const use = uses.at + 4 + index * USE_BYTES
    const list = tables.u32(use)
    const its = [...(levels.get(list) ?? [])]
    const anew: number[] = []
    // What it changes of the list stands behind all of them (MS-DOC, 2.9.132).
    at += 4
    for (let each = 0; each < Math.min(tables.u8(use + 12), WORD_LEVELS); each++) {
      const flags = tables.u32(at + 4)
      const level = flags & 0x0f
      const start = startOf(String(tables.u32(at)))
      at += OVERRIDE_BYTES
      if ((flags & 0x20) !== 0) {
        const changed = readLevel(tables, at)
        its[level] = changed.level
        at = changed.end
      } else if ((flags & 0x10) !== 0) {
        const known = its[level]
        if (known !== undefined) its[level] = { ...known, start }
      }
      if ((flags & 0x10) !== 0) anew.push(level)
    }
    numbering.set(String(index + 1), { counter: String(list), levels: its, anew })
  }
  return numbering
}

/** The levels of each list by its id; they stand behind the lists, outside of what these say is their length. */
function readLevels(tables: Bytes, { at, length }: StreamRange): Map<number, Level[]> {
  const count = Math.min(tables.u16(at), MAX_LISTS, Math.floor(length / LIST_BYTES))
  const levels = new Map<number, Level[]>()
  let next = at + 2 + count * LIST_BYTES
  for (let index = 0; index < count; index++) {
    const list = at + 2 + index * LIST_BYTES
    const isSimple = (tables.u8(list + 26) & 1) !== 0
    const its: Level[] = []
    for (let level = 0; level < (isSimple ? 1 : WORD_LEVELS); level++) {
      const read = readLevel(tables, next)
      its.push(read.level)
      next = read.end
    }
    levels.set(tables.u32(list), its)
  }
  return levels
}

/** One level (MS-DOC, 2.9.150): how it counts, then formats, then its label, in which levels stand as characters 0 to 8. */
function readLevel(tables: Bytes, at: number): { level: Level; end: number } {
  const label = at + LEVEL_BYTES + tables.u8(at + 24) + tables.u8(at + 25)
  const characters = tables.u16(label)
  const flags = tables.u8(at + 5)
  const text = utf16Text(tables.part(label + 2, characters * 2)).replace(/\p{Cc}/gu, (sign) =>
    sign.charCodeAt(0) < WORD_LEVELS ? `%${sign.charCodeAt(0) + 1}` : sign,
  )
  const code = tables.u8(at + 4)
  return {
    level: {
      start: startOf(String(tables.u32(at))),
      format: FORMATS.has(code) ? (FORMATS.get(code) ?? null) : '1',
      text,
      restart: (flags & 0x08) === 0 ? null : tables.u8(at + 26),
      isLegal: (flags & 0x04) !== 0,
      style: null,
    },
    end: label + 2 + characters * 2,
  }
}
