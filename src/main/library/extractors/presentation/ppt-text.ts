import { utf16Text } from '../utf16'
import { readAutoNumbers } from './ppt-auto-numbers'
import { type PptRecord, RECORD } from './ppt-records'
import { type Run, readStyles } from './ppt-text-styles'
import type { Line } from './slide-blocks'

/** What a text is to its slide (MS-PPT, 2.13.33). */
export const TEXT_TYPE = { title: 0, notes: 2, other: 4, centerBody: 5, centerTitle: 6 } as const

/** A text as its records tell it. */
export interface PptText {
  readonly type: number
  characters: string
  /** How its paragraphs look. */
  styles: Buffer | null
  /** The numbers of its paragraphs. */
  numbers: Buffer | null
  /** Places of characters that stand for a number or date that each slide has. */
  readonly signs: number[]
}

const SIGNS: ReadonlySet<number> = new Set([
  RECORD.slideNumberSign,
  RECORD.dateTimeSign,
  RECORD.genericDateSign,
  RECORD.headerSign,
  RECORD.footerSign,
  RECORD.rtfDateTimeSign,
])

/** The letters of texts that are kept in a byte each; the range that Unicode has no letters in is Windows'. */
const BYTES = new TextDecoder('windows-1252')

/** Adds what a record says to the last of the texts; a header begins the next one (MS-PPT, 2.9.3). */
export function addToTexts(texts: PptText[], { type, body }: PptRecord): void {
  if (type === RECORD.textHeaderAtom) {
    texts.push(emptyText(body.length < 4 ? TEXT_TYPE.other : body.readUInt32LE(0)))
    return
  }
  const isCharacters = type === RECORD.textCharsAtom || type === RECORD.textBytesAtom
  if (isCharacters && texts.length === 0) texts.push(emptyText(TEXT_TYPE.other))
  const text = texts.at(-1)
  if (text === undefined) return
  if (type === RECORD.textCharsAtom) text.characters = utf16Text(body)
  else if (type === RECORD.textBytesAtom) text.characters = BYTES.decode(body)
  else if (type === RECORD.styleTextPropAtom) text.styles = body
  else if (SIGNS.has(type) && body.length >= 4) text.signs.push(body.readUInt32LE(0))
}

function emptyText(type: number): PptText {
  return { type, characters: '', styles: null, numbers: null, signs: [] }
}

/** Levels of a point, from 0 (MS-PPT, 2.9.45). */
const MAX_LEVEL = 4

/** The paragraphs of a text that say something, with their levels and numbers. */
export function linesOf({ characters, styles, signs, numbers }: PptText): Line[] {
  const { levels, marks } = readStyles(styles ?? Buffer.alloc(0), characters.length)
  const autos = numbers === null ? [] : readAutoNumbers(numbers)
  const hidden = new Set(signs)
  const levelAt = createRunReader(levels)
  const markAt = createRunReader(marks)
  const lines: Line[] = []
  let start = 0
  for (const paragraph of characters.split('\r')) {
    const from = start
    start += paragraph.length + 1
    const shown =
      hidden.size === 0
        ? paragraph
        : [...paragraph.split('')].filter((_each, index) => !hidden.has(from + index)).join('')
    // A line may end inside of a paragraph (MS-PPT, 2.9.42).
    const text = shown.replaceAll('\v', '\n').trim()
    const auto = autos[markAt(from)] ?? null
    if (text !== '') lines.push({ level: Math.min(MAX_LEVEL, levelAt(from)), auto, text })
  }
  return lines
}

/** Gives the value of the run that a character is in, 0 behind all runs; characters are asked for in their order. */
function createRunReader(runs: readonly Run[]): (at: number) => number {
  let run = 0
  return (at) => {
    while (run < runs.length && (runs[run]?.end ?? 0) <= at) run++
    return runs[run]?.value ?? 0
  }
}
