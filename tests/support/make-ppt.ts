import { RECORD } from '../../src/main/library/extractors/presentation/ppt-records'
import { type CompoundTree, makeCompoundFile } from './make-compound-file'

/** A slide: its shapes, the texts that the document keeps for it, and what the speaker says. */
export type PptSlideSource = {
  readonly shapes: readonly Buffer[]
  readonly outline?: readonly Buffer[]
  readonly notes?: readonly Buffer[]
  /** Records beside its shapes. */
  readonly more?: readonly Buffer[]
}

type PptSource = {
  readonly slides: readonly PptSlideSource[]
  /** What the file held before it was saved the last time. */
  readonly former?: readonly PptSlideSource[]
  /** The last time only the list of slides was saved; the slides themselves are those of before. */
  readonly isListAlone?: boolean
  /** What the stream of the last user begins with: another token is one of a file with a password. */
  readonly token?: number
  /** Records that later versions keep beside the document. */
  readonly later?: readonly Buffer[]
  /** Where the last edit is said to be, in place of where it is. */
  readonly editAt?: number
  /** Kept for newer versions, in a storage beside what older ones read (MS-PPT, 2.1). */
  readonly isInside?: boolean
  readonly more?: CompoundTree
}

const DOCUMENT_ID = 1
const slideId = (index: number) => 2 + 2 * index
const notesId = (index: number) => 3 + 2 * index

/** Makes a presentation (MS-PPT) as PowerPoint saves it; the slides stand in the stream in the opposite order. */
export function makePpt({
  slides,
  former,
  isListAlone = false,
  token = 0xe391c05f,
  editAt,
  isInside = false,
  later = [],
  more = {},
}: PptSource): Buffer {
  const first = former === undefined ? null : savedRecords(former, 0, 0, { later })
  const last = savedRecords(slides, first?.bytes.length ?? 0, first?.edit ?? 0, { later, isListAlone })
  const user = atom(0x0ff6, u32(0x14), u32(token), u32(editAt ?? last.edit), Buffer.alloc(12))
  const streams = {
    'Current User': user,
    'PowerPoint Document': Buffer.concat([...(first === null ? [] : [first.bytes]), last.bytes]),
  }
  return makeCompoundFile({ ...(isInside ? { PP97_DUALSTORAGE: streams } : streams), ...more })
}

function savedRecords(
  slides: readonly PptSlideSource[],
  from: number,
  editBefore: number,
  { later, isListAlone = false }: { readonly later: readonly Buffer[]; readonly isListAlone?: boolean },
): { readonly bytes: Buffer; readonly edit: number } {
  const places = new Map<number, number>()
  const parts: Buffer[] = []
  let at = from
  const store = (record: Buffer, id?: number) => {
    if (id !== undefined) places.set(id, at)
    parts.push(record)
    at += record.length
  }
  for (const [index, { shapes, notes, more = [] }] of isListAlone ? [] : [...slides.entries()].reverse()) {
    const number = notes === undefined ? 0 : 0x200 + index
    const slideAtom = atom(RECORD.slideAtom, Buffer.alloc(16), u32(number), Buffer.alloc(4))
    store(container(RECORD.slide, slideAtom, drawing(shapes), ...more), slideId(index))
    if (notes !== undefined) {
      const notesAtom = atom(0x03f1, u32(0x100 + index), Buffer.alloc(4))
      store(container(RECORD.notes, notesAtom, drawing(notes)), notesId(index))
    }
  }
  const entry = (id: number, number: number) =>
    atom(RECORD.slidePersistAtom, u32(id), Buffer.alloc(8), u32(number), Buffer.alloc(4))
  const listed = slides.flatMap(({ outline = [] }, index) => [
    entry(slideId(index), 0x100 + index),
    ...outline,
  ])
  const notes = slides.flatMap((slide, index) =>
    slide.notes === undefined ? [] : [entry(notesId(index), 0x200 + index)],
  )
  store(
    container(
      RECORD.document,
      atom(0x03e9, Buffer.alloc(40)),
      instanced(1, container(RECORD.slideListWithText, entry(999, 0x8000_0000))),
      container(RECORD.documentInfo, ...later),
      container(RECORD.slideListWithText, ...listed),
      instanced(2, container(RECORD.slideListWithText, ...notes)),
    ),
    DOCUMENT_ID,
  )
  const directory = at
  const runs = [...places].flatMap(([id, place]) => [u32(id + (1 << 20)), u32(place)])
  store(atom(RECORD.persistDirectoryAtom, ...runs))
  const edit = at
  const numbers = [0x100, 0, editBefore, directory, DOCUMENT_ID, 0xfff, 0].map(u32)
  store(atom(RECORD.userEditAtom, ...numbers))
  return { bytes: Buffer.concat(parts), edit }
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value >>> 0)
  return bytes
}

/** A record that holds no others. */
export function atom(type: number, ...body: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(8), ...body])
  bytes.writeUInt16LE(type, 2)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  return bytes
}

/** A record of records. */
export function container(type: number, ...records: readonly Buffer[]): Buffer {
  const bytes = atom(type, ...records)
  bytes.writeUInt16LE(0xf, 0)
  return bytes
}

/** Records that a later version keeps beside others. */
export function tagged(version: string, ...records: readonly Buffer[]): Buffer {
  const name = atom(RECORD.string, Buffer.from(version, 'utf16le'))
  return container(RECORD.programTags, container(0x138a, name, atom(RECORD.tagData, ...records)))
}

/** A comment on a slide. */
export function comment(author: string, text: string): Buffer {
  const strings = [author, text, 'X.'].map((each, instance) =>
    instanced(instance, atom(RECORD.string, Buffer.from(each, 'utf16le'))),
  )
  return container(RECORD.comment, ...strings)
}

function instanced(instance: number, record: Buffer): Buffer {
  record.writeUInt16LE((record.readUInt16LE(0) & 0xf) | (instance << 4), 0)
  return record
}

const drawing = (shapes: readonly Buffer[]) =>
  container(
    RECORD.drawing,
    container(0xf002, container(RECORD.shapeGroup, groupItself(), Buffer.concat(shapes))),
  )

const shapeAtom = (flags: number) => atom(RECORD.shapeAtom, u32(1), u32(flags))
const groupItself = (...more: readonly Buffer[]) => container(RECORD.shape, shapeAtom(0x201), ...more)

type TextSource = {
  /** What the text is to its slide (MS-PPT, 2.13.33). */
  readonly type?: number
  readonly text: string
  /** Kept in a byte for each letter. */
  readonly inBytes?: boolean
  /** The level of each paragraph. */
  readonly levels?: readonly number[]
  /** Which of its later styles each paragraph has. */
  readonly marks?: readonly number[]
  /** Records behind the text. */
  readonly more?: readonly Buffer[]
}

/** The records of a text: paragraphs end with `\r`, lines inside of them with `\v`. */
export function textRecords({
  type = 4,
  text,
  inBytes = false,
  levels,
  marks,
  more = [],
}: TextSource): readonly Buffer[] {
  const letters = inBytes
    ? atom(RECORD.textBytesAtom, Buffer.from(text, 'latin1'))
    : atom(RECORD.textCharsAtom, Buffer.from(text, 'utf16le'))
  const paragraphs = text.split('\r').map((paragraph) => paragraph.length + 1)
  const styles = levels?.map((level, index) => {
    const count = paragraphs[index] ?? 0
    // With a bullet, its sign and colour, a tab stop, and how words are broken, to be gone over.
    const style = Buffer.alloc(2 + 4 + 2 + 2 + 4 + 2 + 4 + 2)
    style.writeUInt16LE(level, 0)
    style.writeUInt32LE(0x12_00a1, 2)
    style.writeUInt16LE(1, 14)
    return Buffer.concat([u32(count), style])
  })
  const runs = marks?.map((mark, index) => {
    // Bold and of a mark, with a size and a colour, to be gone over.
    const run = Buffer.alloc(4 + 2 + 2 + 4)
    run.writeUInt32LE(0x06_3c01, 0)
    run.writeUInt16LE(1 + (mark << 10), 4)
    return Buffer.concat([u32(paragraphs[index] ?? 0), run])
  })
  return [
    atom(RECORD.textHeaderAtom, u32(type)),
    letters,
    ...(styles === undefined ? [] : [atom(RECORD.styleTextPropAtom, ...styles, ...(runs ?? []))]),
    ...more,
  ]
}

/** The later styles of a text: the type and first number of each that has one (MS-PPT, 2.9.67). */
export function laterStyles(
  ...numbers: readonly ({ readonly type: number; readonly start: number } | null)[]
): Buffer {
  return atom(
    RECORD.laterStylesAtom,
    ...numbers.flatMap((number) => [
      u32(number === null ? 0 : 0x300_0000),
      ...(number === null ? [] : [Buffer.from([1, 0]), u32(number.type + (number.start << 16))]),
      // Letters and words with what they may have, to be gone over.
      u32(0x10_0000),
      u32(0),
      u32(0x203),
      Buffer.alloc(4),
      u32(1),
      u32(0),
    ]),
  )
}

type ShapeSource = {
  readonly placeholder?: number
  readonly isDeleted?: boolean
  readonly more?: readonly Buffer[]
}

/** A shape in which these records of a text are. */
export function shape(
  text: readonly Buffer[],
  { placeholder, isDeleted = false, more = [] }: ShapeSource = {},
): Buffer {
  const data =
    placeholder === undefined
      ? []
      : [
          container(
            RECORD.clientData,
            atom(RECORD.placeholderAtom, u32(0), Buffer.from([placeholder, 0, 0, 0])),
          ),
        ]
  return container(
    RECORD.shape,
    shapeAtom(isDeleted ? 0x8 : 0),
    ...more,
    ...data,
    ...(text.length === 0 ? [] : [container(RECORD.clientTextbox, ...text)]),
  )
}

/** Shapes that belong together. */
export function group(...shapes: readonly Buffer[]): Buffer {
  return container(RECORD.shapeGroup, groupItself(), ...shapes)
}

/** A table: a group of shapes that says so, with each cell where it stands. */
export function table(rows: readonly (readonly string[])[]): Buffer {
  const cells = rows.flatMap((row, top) =>
    row.map((text, left) =>
      shape(text === '' ? [] : textRecords({ text }), {
        more: [atom(RECORD.childAnchor, ...[left * 100, top * 50, left * 100 + 100, top * 50 + 50].map(u32))],
      }),
    ),
  )
  const isTable = properties(RECORD.tertiaryProperties, 0x039f, u32(1))
  // Cells stand in any order.
  return container(RECORD.shapeGroup, groupItself(isTable), ...cells.reverse())
}

/** A drawn text. */
export function wordArt(text: string): Buffer {
  const bytes = Buffer.from(`${text}\0`, 'utf16le')
  const more = properties(RECORD.shapeProperties, 0xc0c0, u32(bytes.length), bytes)
  return shape([], { more: [more] })
}

function properties(type: number, number: number, value: Buffer, ...more: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(2)
  head.writeUInt16LE(number)
  const other = Buffer.alloc(6)
  other.writeUInt16LE(0x0080)
  return instanced(2, atom(type, other, head, value, ...more))
}
