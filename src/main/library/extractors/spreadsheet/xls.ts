import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { once } from '../../../once'
import { commentBlocks } from '../comments/comment'
import { openCompoundFile } from '../compound/compound-file'
import { readSummary } from '../compound/summary'
import { MAX_OLD_COLUMNS } from '../limits'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { type BiffWorkbook, type ListedSheet, readGlobals } from './biff/globals'
import { type BiffSheet, readBiffSheet } from './biff/sheet'
import { beginsSubstream, startsOfSubstreams } from './biff/substreams'
import { withoutUsualPassword } from './biff/usual-password'
import { warnOfSheets } from './sheet-warnings'

/**
 * Reads a workbook of Excel before 2007 (MS-XLS; the stream `Book` of Excel 5 and 95 as far as text goes): each sheet is
 * a section with a table of values as people see them, then what is written in its drawings, and the comments on its
 * cells. Throws `corrupt`, `too_large` and, with a password that
 * somebody chose, `unsupported`.
 */
export function extractXls(bytes: Uint8Array): ExtractedDocument {
  const root = openCompoundFile(bytes)
  const stored = root.stream('Workbook') ?? root.stream('Book')
  if (stored === null) throw new AppError('corrupt', say('document.sheets_damaged'))
  const stream = withoutUsualPassword(stored)
  const workbook = readGlobals(stream)
  const missing: ListedSheet[] = []
  let cutCells = 0
  // Written one by one, so that no more than one sheet is held beside its text.
  function* blocks(): Generator<Block> {
    for (const { sheet, part } of partsOf(stream, workbook)) {
      if (part === null) missing.push(sheet)
      else
        yield* sheetBlocks(
          sheet.name,
          readBiffSheet(part, workbook, () => cutCells++),
        )
    }
  }
  const { text, headings } = writeBlocks(blocks())
  return {
    title: readSummary(root).title,
    mime: 'application/vnd.ms-excel',
    text,
    pages: [],
    headings,
    warnings: warnOfSheets(
      { missing, total: workbook.sheets.length },
      { count: cutCells, limit: MAX_OLD_COLUMNS },
    ),
  }
}

/**
 * The worksheets with the parts of the stream that they are in, each of which ends where another one begins. A part is
 * told once: sheets that claim the same bytes again and again are not read for ever.
 */
function partsOf(stream: Buffer, { sheets }: BiffWorkbook): { sheet: ListedSheet; part: Buffer | null }[] {
  const inOrder = once(() => startsOfSubstreams(stream))
  // The substreams stand in the order of the list, behind that of the list: so a sheet with a wrong place is found too.
  const startOf = ({ start }: ListedSheet, index: number) =>
    beginsSubstream(stream, start) ? start : inOrder()[index + 1]
  const starts = sheets.map(startOf)
  const order = [...new Set(starts)].filter((start) => start !== undefined).sort((a, b) => a - b)
  const ends = new Map(order.map((start, index) => [start, order[index + 1]]))
  return sheets.flatMap((sheet, index) => {
    const start = starts[index]
    const part = start !== undefined && ends.has(start) ? stream.subarray(start, ends.get(start)) : null
    if (start !== undefined) ends.delete(start)
    return sheet.isWorksheet ? [{ sheet, part }] : []
  })
}

function* sheetBlocks(name: string, { rows, titles, boxes, comments }: BiffSheet): Generator<Block> {
  if (rows.length + titles.length + boxes.length + comments.length === 0) return
  yield { kind: 'heading', level: 1, text: name }
  if (rows.length > 0) yield { kind: 'table', rows }
  for (const words of [...boxes, ...titles]) {
    for (const line of words.split('\n')) yield { kind: 'paragraph', text: line }
  }
  for (const comment of comments) yield* commentBlocks(comment)
}
