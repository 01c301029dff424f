import type { Comment } from '../../comments/comment'
import { cellName } from '../cell-name'
import { type BiffRecord, RECORD, RecordReader } from './records'
import { readText, type TextEncoding } from './text'

/** What is written on a sheet beside its cells. */
export interface DrawnTexts {
  /** Of text boxes and the like, in their order. */
  readonly boxes: readonly string[]
  readonly comments: readonly Comment[]
}

/** The kind of an object that is the box of a comment (MS-XLS, 2.5.143). */
const NOTE_OBJECT = 0x19

/** Objects of a sheet, whose numbers have 16 bits; comments stand in them. */
const MAX_OBJECTS = 65_536

/** What a comment of before BIFF8 has for a row where it goes on from the one before. */
const GOES_ON = 0xffff

/** Collects the texts of objects and comments from the records of a sheet. */
export function createDrawnTexts(encoding: TextEncoding): DrawnTexts & {
  read(record: BiffRecord, part: Buffer): void
} {
  const boxes: string[] = []
  const comments: Comment[] = []
  /** Texts of comments by the numbers of their objects; the comments themselves stand behind all objects. */
  const ofComments = new Map<number, string>()
  let object = { kind: 0, id: 0 }

  /** (MS-XLS, 2.4.179 and 2.5.186) */
  function readComment(reader: RecordReader): void {
    const row = reader.uint16()
    const cell = cellName(row, reader.uint16())
    if (encoding !== null) {
      const text = readText(reader, 2, encoding)
      const last = comments.at(-1)
      if (row === GOES_ON && last !== undefined) last.text += text
      else if (comments.length < MAX_OBJECTS) comments.push({ cell, author: '', text })
      return
    }
    reader.skip(2)
    const id = reader.uint16()
    const text = ofComments.get(id)
    // A text is told once, however often it is asked for.
    ofComments.delete(id)
    if (text !== undefined) comments.push({ cell, author: readText(reader, 2, encoding).trim(), text })
  }

  return {
    boxes,
    comments,
    read(record, part) {
      const reader = new RecordReader(part, record)
      switch (record.type) {
        case RECORD.obj:
          // What all objects have comes first (MS-XLS, 2.5.143).
          reader.skip(4)
          object = { kind: reader.uint16(), id: reader.uint16() }
          break
        case RECORD.txO: {
          const text = readTextOfObject(reader)
          if (object.kind === NOTE_OBJECT) ofComments.set(object.id, text)
          else if (text !== '' && boxes.length < MAX_OBJECTS) boxes.push(text)
          break
        }
        case RECORD.note:
          readComment(reader)
          break
        default:
      }
    },
  }
}

/** The text stands in the CONTINUE records behind (MS-XLS, 2.4.329). */
function readTextOfObject(reader: RecordReader): string {
  reader.skip(10)
  const count = reader.uint16()
  // Behind the rest a shape may say which cell it shows.
  reader.skipRecord()
  return reader.characters(count, false).replace(/\r\n?/g, '\n').trim()
}
