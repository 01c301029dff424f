import { type CompoundTree, makeCompoundFile } from './make-compound-file'

/** Numbers are bytes. */
type Bytes = Uint8Array | readonly number[]

/** What a workbook is made of beside its list of sheets. */
export interface XlsParts {
  readonly sheets: readonly XlsSheet[]
  /** Records that all sheets have in common: formats, shared texts and the like. */
  readonly globals?: readonly Buffer[]
  /** 0x0600 is that of Excel 97 to 2003, 0x0500 that of Excel 5 and 95. */
  readonly version?: number
  /** Streams beside the workbook's. */
  readonly streams?: CompoundTree
}

export interface XlsSheet {
  readonly name: string
  readonly records: readonly Buffer[]
  /** What the list says of it: 0 is a worksheet, 1 macros, 2 a chart, 6 a module. */
  readonly kind?: number
  /** 1 is hidden, 2 hidden from the list of hidden sheets too. */
  readonly hidden?: number
}

const SHEET_SUBSTREAMS: Readonly<Record<number, number>> = { 0: 0x10, 1: 0x40, 2: 0x20, 6: 0x06 }

/** Makes a workbook as Excel before 2007 writes it (MS-XLS). */
export function makeXls(parts: XlsParts): Buffer {
  const stream = makeBiff(parts)
  return makeCompoundFile({ [parts.version === 0x0500 ? 'Book' : 'Workbook']: stream, ...parts.streams })
}

/** The stream of a workbook. */
export function makeBiff({ sheets, globals = [], version = 0x0600 }: XlsParts): Buffer {
  const substreams = sheets.map(({ kind = 0, records }) =>
    Buffer.concat([bof(SHEET_SUBSTREAMS[kind] ?? 0x10, version), ...records, eof()]),
  )
  const head = (starts: readonly number[]) =>
    Buffer.concat([
      bof(0x05, version),
      ...globals,
      ...sheets.map(({ name, kind = 0, hidden = 0 }, index) =>
        record(0x85, u32(starts[index] ?? 0), [hidden, kind], text(name, { countBytes: 1, version })),
      ),
      eof(),
    ])
  let next = head([]).length
  const starts = substreams.map(({ length }) => {
    next += length
    return next - length
  })
  return Buffer.concat([head(starts), ...substreams])
}

export function bof(kind: number, version = 0x0600): Buffer {
  return record(0x0809, u16(version), u16(kind), new Uint8Array(version === 0x0600 ? 12 : 4))
}

export function eof(): Buffer {
  return record(0x0a)
}

export function record(type: number, ...parts: Bytes[]): Buffer {
  const data = bytes(...parts)
  return bytes(u16(type), u16(data.length), data)
}

/** A record of a cell: its place and format, then its value. */
export function cell(type: number, row: number, column: number, format: number, ...value: Bytes[]): Buffer {
  return record(type, u16(row), u16(column), u16(format), ...value)
}

/** A cell with a text of its own. */
export function label(row: number, column: number, words: string): Buffer {
  return cell(0x204, row, column, 0, text(words, { isWide: /[^\0-\xff]/.test(words) }))
}

/** A cell with a number. */
export function number(row: number, column: number, format: number, value: number): Buffer {
  return cell(0x203, row, column, format, f64(value))
}

/** A cell with one of the texts that sheets share. */
export function shared(row: number, column: number, index: number): Buffer {
  return cell(0xfd, row, column, 0, u32(index))
}

/** A formula with a number for a result, or one of another kind: 0 a text that follows, 1 a boolean, 2 an error, 3 none. */
export function formula(
  row: number,
  column: number,
  format: number,
  result: number | { readonly kind: number; readonly value?: number },
): Buffer {
  const value =
    typeof result === 'number'
      ? f64(result)
      : bytes([result.kind, 0, result.value ?? 0, 0, 0, 0], u16(0xffff))
  return cell(0x06, row, column, format, value, new Uint8Array(6))
}

/** A format of cells, by the number of its number format. */
export function xf(format: number): Buffer {
  return record(0xe0, u16(0), u16(format), new Uint8Array(16))
}

/** The texts that sheets share. */
export function sst(...texts: Uint8Array[]): Buffer {
  return record(0xfc, u32(texts.length), u32(texts.length), ...texts)
}

/** A shared text, behind which stand marks of its looks (four bytes each) and how to pronounce it. */
export function richText(words: string, marks: Uint8Array, phonetic: Uint8Array): Buffer {
  const head = bytes(u16(words.length), [0x0c], u16(marks.length / 4), u32(phonetic.length))
  return bytes(head, Buffer.from(words), marks, phonetic)
}

/** A record in which the one before it goes on. */
export function continued(...parts: Bytes[]): Buffer {
  return record(0x3c, ...parts)
}

/** A text behind the count of its characters; before Excel 97 it is bytes. */
export function text(
  words: string | Uint8Array,
  {
    countBytes = 2,
    isWide = false,
    version = 0x0600,
  }: { readonly countBytes?: 1 | 2; readonly isWide?: boolean; readonly version?: number } = {},
): Buffer {
  const count = countBytes === 1 ? [words.length] : u16(words.length)
  const letters = typeof words === 'string' ? Buffer.from(words, isWide ? 'utf16le' : 'latin1') : words
  return version === 0x0600 ? bytes(count, [isWide ? 1 : 0], letters) : bytes(count, letters)
}

export function bytes(...parts: Bytes[]): Buffer {
  return Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : Buffer.from(part))))
}

export function u16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeUInt16LE(value)
  return buffer
}

export function u32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(value)
  return buffer
}

export function f64(value: number): Buffer {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleLE(value)
  return buffer
}
