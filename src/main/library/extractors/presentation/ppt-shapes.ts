import { MAX_SHAPE_DEPTH } from '../limits'
import { utf16Text } from '../utf16'
import { childOf, type PptRecord, RECORD, recordsIn } from './ppt-records'
import { propertyOf } from './ppt-shape-properties'
import { type Cell, rowsOf } from './ppt-table'
import { taggedRecords } from './ppt-tags'
import { addToTexts, linesOf, type PptText, TEXT_TYPE } from './ppt-text'
import type { Line } from './slide-blocks'

/** What is written in a shape of a slide, or in a table. */
export type PptShape =
  | { readonly kind: 'text'; readonly textType: number; readonly lines: readonly Line[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** Placeholders that every slide repeats: the slide's own picture on notes, date, number, footer and header (MS-PPT, 2.13.24). */
const REPEATED = new Set([5, 7, 8, 9, 10, 11])

/** Signs of a shape (MS-ODRAW, 2.2.40). */
const DELETED = 0x8

/** Properties of shapes: the text of WordArt, and whether a group is a table (MS-ODRAW, 2.3.22.1 and 2.3.4.36). */
const WORD_ART_TEXT = 0x00c0
const TABLE_FLAGS = 0x039f
const IS_TABLE = 1

/**
 * The texts of the shapes of a slide or its notes, in their order. `outline` are those that the document keeps for it, which
 * shapes name by their numbers.
 */
export function readShapes(slide: PptRecord, outline: readonly PptText[] = []): readonly PptShape[] {
  const drawing = childOf(slide, RECORD.drawing)
  const shapes: PptShape[] = []
  // A text stands in one shape.
  const left = new Map(outline.entries())
  if (drawing !== null) addShapes(shapes, drawing, left, 0)
  return shapes
}

function addShapes(
  shapes: PptShape[],
  { body }: PptRecord,
  outline: Map<number, PptText>,
  depth: number,
): void {
  if (depth > MAX_SHAPE_DEPTH) return
  for (const record of recordsIn(body)) {
    if (!record.isContainer) continue
    if (record.type === RECORD.shape) {
      const shape = readShape(record, outline)
      if (shape !== null && shape.lines.length > 0) shapes.push(shape)
    } else if (record.type === RECORD.shapeGroup && isTable(record)) {
      for (const shape of readTable(record, outline)) shapes.push(shape)
    } else addShapes(shapes, record, outline, depth + 1)
  }
}

type TextShape = Extract<PptShape, { readonly kind: 'text' }>

/** What is written in a shape; null for one that is not shown, or is on every slide. */
function readShape(shape: PptRecord, outline: Map<number, PptText>): TextShape | null {
  const texts: PptText[] = []
  let numbers: Buffer | null = null
  let wordArt = ''
  for (const record of recordsIn(shape.body)) {
    const { type, body } = record
    if (type === RECORD.shapeAtom && body.length >= 8 && (body.readUInt32LE(4) & DELETED) !== 0) return null
    if (type === RECORD.clientData) {
      if (isRepeated(body)) return null
      for (const later of taggedRecords(body, '___PPT9')) {
        if (later.type === RECORD.laterStylesAtom) numbers = later.body
      }
    }
    if (type === RECORD.shapeProperties) wordArt = wordArtOf(record)
    if (type === RECORD.clientTextbox) for (const each of recordsIn(body)) addText(texts, each, outline)
  }
  const [text] = texts
  if (text !== undefined) {
    text.numbers ??= numbers
    return { kind: 'text', textType: text.type, lines: texts.flatMap(linesOf) }
  }
  const lines = wordArt.split(/[\r\n]+/).flatMap((line) => {
    const words = line.trim()
    return words === '' ? [] : [{ level: 0, auto: null, text: words }]
  })
  return { kind: 'text', textType: TEXT_TYPE.other, lines }
}

function addText(texts: PptText[], record: PptRecord, outline: Map<number, PptText>): void {
  if (record.type !== RECORD.outlineTextRefAtom) {
    addToTexts(texts, record)
    return
  }
  if (record.body.length < 4) return
  const number = record.body.readUInt32LE(0)
  const text = outline.get(number)
  if (text === undefined) return
  texts.push(text)
  outline.delete(number)
}

function isRepeated(clientData: Buffer): boolean {
  for (const { type, body } of recordsIn(clientData)) {
    const at = type === RECORD.placeholderAtom ? 4 : type === RECORD.roundTripPlaceholderAtom ? 0 : null
    if (at !== null && body.length > at && REPEATED.has(body.readUInt8(at))) return true
  }
  return false
}

/** The words of a drawn text, which ends with a zero. */
function wordArtOf(properties: PptRecord): string {
  const bytes = propertyOf(properties, WORD_ART_TEXT)?.more
  return bytes === undefined ? '' : utf16Text(bytes).replace(/\0.*$/s, '')
}

/** A table is a group of shapes, the first of which is the group itself (MS-ODRAW, 2.2.16). */
function isTable(group: PptRecord): boolean {
  const own = childOf(group, RECORD.shape)
  const properties = own === null ? null : childOf(own, RECORD.tertiaryProperties)
  const flags = properties === null ? 0 : (propertyOf(properties, TABLE_FLAGS)?.value ?? 0)
  return (flags & IS_TABLE) !== 0
}

function readTable(group: PptRecord, outline: Map<number, PptText>): readonly PptShape[] {
  const texts: TextShape[] = []
  const cells: Cell[] = []
  for (const record of recordsIn(group.body)) {
    const shape = record.type === RECORD.shape ? readShape(record, outline) : null
    if (shape === null || shape.lines.length === 0) continue
    texts.push(shape)
    const anchor = childOf(record, RECORD.childAnchor)?.body
    if (anchor === undefined || anchor.length < 8) continue
    const text = shape.lines.map((line) => line.text).join(' ')
    cells.push({ left: anchor.readInt32LE(0), top: anchor.readInt32LE(4), text })
  }
  const rows = cells.length === texts.length ? rowsOf(cells) : null
  return rows === null ? texts : [{ kind: 'table', rows }]
}
