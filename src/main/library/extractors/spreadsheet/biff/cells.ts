import { formatNumber } from '../number-format'
import type { SheetRows } from '../sheet-rows'
import type { BiffWorkbook } from './globals'
import { type BiffRecord, RECORD, RecordReader } from './records'
import { readText } from './text'

/** Puts what a sheet's records say of its cells into its rows. */
export interface CellReader {
  /** Whether it is a record of a cell. */
  read(record: BiffRecord, part: Buffer): boolean
}

/** What stands in a cell instead of a value (MS-XLS, 2.5.10). */
const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
}

/** Results of a formula that are no number (MS-XLS, 2.5.133). */
const RESULT_STRING = 0
const RESULT_BOOLEAN = 1
const RESULT_ERROR = 2
const NO_NUMBER = 0xffff

/** Bytes of the row, column and format that a cell's record begins with (MS-XLS, 2.5.13). */
const CELL_BYTES = 6

/** Reads cells (MS-XLS, 2.4) as people see them: formulas by their last result. */
export function createCellReader(workbook: BiffWorkbook, rows: SheetRows): CellReader {
  /** The cell of a formula whose text follows (MS-XLS, 2.4.268). */
  let waiting: { readonly row: number; readonly column: number } | null = null

  function shown(value: number, format: number): string {
    return formatNumber(value, workbook.formats[format] ?? 'number', workbook.from1904)
  }

  function readFormula(data: Buffer, row: number, column: number, format: number): void {
    if (data.length < CELL_BYTES + 8) return
    if (data.readUInt16LE(CELL_BYTES + 6) !== NO_NUMBER) {
      rows.place(row, column, shown(data.readDoubleLE(CELL_BYTES), format))
      return
    }
    const kind = data.readUInt8(CELL_BYTES)
    if (kind === RESULT_STRING) waiting = { row, column }
    else if (kind === RESULT_BOOLEAN || kind === RESULT_ERROR) {
      rows.place(row, column, booleanOrError(data.readUInt8(CELL_BYTES + 2), kind === RESULT_ERROR))
    }
  }

  return {
    read(record, part) {
      const { type, data } = record
      if (type === RECORD.string) {
        if (waiting !== null) {
          rows.place(
            waiting.row,
            waiting.column,
            readText(new RecordReader(part, record), 2, workbook.encoding),
          )
        }
        waiting = null
        return true
      }
      if (!CELLS.has(type)) return false
      if (data.length < CELL_BYTES) return true
      const row = data.readUInt16LE(0)
      const column = data.readUInt16LE(2)
      const format = data.readUInt16LE(4)
      switch (type) {
        case RECORD.labelSst:
          if (data.length >= CELL_BYTES + 4) {
            rows.place(row, column, workbook.strings[data.readUInt32LE(CELL_BYTES)] ?? '')
          }
          break
        case RECORD.label:
        case RECORD.rString: {
          const reader = new RecordReader(part, record)
          reader.skip(CELL_BYTES)
          rows.place(row, column, readText(reader, 2, workbook.encoding))
          break
        }
        case RECORD.number:
          if (data.length >= CELL_BYTES + 8) {
            rows.place(row, column, shown(data.readDoubleLE(CELL_BYTES), format))
          }
          break
        case RECORD.rk:
          if (data.length >= CELL_BYTES + 4) {
            rows.place(row, column, shown(rkNumber(data.readInt32LE(CELL_BYTES)), format))
          }
          break
        case RECORD.mulRk:
          // Pairs of a format and a number, then the last column (MS-XLS, 2.4.175).
          for (let at = 4, next = column; at + 8 <= data.length; at += 6, next++) {
            rows.place(row, next, shown(rkNumber(data.readInt32LE(at + 2)), data.readUInt16LE(at)))
          }
          break
        case RECORD.boolErr:
          if (data.length >= CELL_BYTES + 2) {
            rows.place(
              row,
              column,
              booleanOrError(data.readUInt8(CELL_BYTES), data.readUInt8(CELL_BYTES + 1) === 1),
            )
          }
          break
        case RECORD.formula:
        case RECORD.oldFormula:
          waiting = null
          readFormula(data, row, column, format)
          break
        default:
      }
      return true
    },
  }
}

const CELLS: ReadonlySet<number> = new Set([
  RECORD.boolErr,
  RECORD.formula,
  RECORD.label,
  RECORD.labelSst,
  RECORD.mulRk,
  RECORD.number,
  RECORD.oldFormula,
  RECORD.rk,
  RECORD.rString,
])

function booleanOrError(value: number, isError: boolean): string {
  if (isError) return ERRORS[value] ?? ''
  return value === 0 ? 'FALSE' : 'TRUE'
}

/**
 * A number in four bytes: its upper 30 bits are a whole number or the upper bits of one of eight bytes, the lower two
 * say which, and whether it is a hundred times too large (MS-XLS, 2.5.217).
 */
function rkNumber(rk: number): number {
  const value = (rk & 2) === 0 ? ofUpperBits(rk & ~3) : rk >> 2
  return (rk & 1) === 0 ? value : value / 100
}

const eightBytes = new DataView(new ArrayBuffer(8))

function ofUpperBits(bits: number): number {
  eightBytes.setInt32(0, bits)
  return eightBytes.getFloat64(0)
}
