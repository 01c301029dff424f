import { MAX_OLD_COLUMNS } from '../../limits'
import { createSheetRows } from '../sheet-rows'
import { createCellReader } from './cells'
import { createDrawnTexts, type DrawnTexts } from './drawn-texts'
import { type BiffWorkbook, WORKSHEET } from './globals'
import { RECORD, RecordReader, readRecords } from './records'
import { readText } from './text'

/** What stands on a sheet. */
export interface BiffSheet extends DrawnTexts {
  /** The rows that hold something. */
  readonly rows: readonly (readonly string[])[]
  /** Of the charts on it. */
  readonly titles: readonly string[]
}

/**
 * Reads a sheet from the part of the stream that begins with it (MS-XLS, 2.1.7.20.5): nothing of one that is no
 * worksheet. `onCut` is told of each cell too far to the right to be read.
 */
export function readBiffSheet(part: Buffer, workbook: BiffWorkbook, onCut: () => void): BiffSheet {
  const rows = createSheetRows(MAX_OLD_COLUMNS, onCut)
  const cells = createCellReader(workbook, rows)
  const drawn = createDrawnTexts(workbook.encoding)
  const titles: string[] = []
  /** Substreams that are open: the charts on a sheet stand inside of it. */
  let depth = 0
  let isTitle = false
  for (const record of readRecords(part)) {
    const { type } = record
    if (depth === 0 && (record.data.length < 4 || record.data.readUInt16LE(2) !== WORKSHEET)) break
    if (type === RECORD.bof) depth++
    else if (type === RECORD.eof) depth--
    else if (depth === 1) {
      if (!cells.read(record, part)) drawn.read(record, part)
    } else if (type === RECORD.text || type === RECORD.series) isTitle = type === RECORD.text
    else if (type === RECORD.seriesText && isTitle) {
      // The names of series are cells; those of the chart and its axes are not (MS-XLS, 2.4.254).
      const reader = new RecordReader(part, record)
      reader.skip(2)
      titles.push(readText(reader, 1, workbook.encoding))
    }
    if (depth === 0) break
  }
  return { rows: rows.end(), boxes: drawn.boxes, comments: drawn.comments, titles }
}
