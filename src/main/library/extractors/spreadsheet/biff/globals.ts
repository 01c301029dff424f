import { AppError } from '../../../../../shared/errors'
import { say } from '../../../../../shared/sentences/say'
import { codePageEncoding } from '../../rtf/code-pages'
import { builtInFormat, formatOfCode, type NumberFormat } from '../number-format'
import { RECORD, RecordReader, readRecords } from './records'
import { readText, type TextEncoding } from './text'

/** One sheet as the workbook lists it. */
export interface ListedSheet {
  readonly name: string
  /** Where its substream begins. */
  readonly start: number
  /** A chart, macros or Visual Basic stand on other sheets. */
  readonly isWorksheet: boolean
}

/** What the sheets of a workbook have in common. */
export interface BiffWorkbook {
  readonly sheets: readonly ListedSheet[]
  readonly encoding: TextEncoding
  readonly strings: readonly string[]
  /** The number format of each cell format. */
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
}

/** The version that BIFF8 says it has, and the kind of a substream that is a worksheet (MS-XLS, 2.4.21). */
const BIFF8 = 0x0600
export const WORKSHEET = 0x0010

/** Cells refer to formats, and formulas to sheets, by numbers of 16 bits. */
const MAX_NUMBERED = 65_536
/** Cells of a sheet; a workbook with more different texts has never been seen. */
const MAX_STRINGS = 65_536 * 256

/** Mac OS Roman and Windows Western, as BIFF5 numbers them. */
const OLD_CODE_PAGES: Readonly<Record<number, number>> = { 32768: 10_000, 32769: 1252 }

/** Reads the substream that a workbook begins with (MS-XLS, 2.1.7.20.3). Throws `corrupt` and, with a password, `unsupported`. */
export function readGlobals(stream: Buffer): BiffWorkbook {
  const sheets: ListedSheet[] = []
  const formats: number[] = []
  const own = new Map<number, NumberFormat>()
  let strings: readonly string[] = []
  let encoding: TextEncoding = null
  let from1904 = false
  let isFirst = true
  for (const record of readRecords(stream)) {
    const reader = new RecordReader(stream, record)
    if (isFirst) {
      if (record.type !== RECORD.bof) break
      isFirst = false
      encoding = reader.uint16() < BIFF8 ? 'windows-1252' : null
      // A sheet that was saved by itself has the records of a workbook in it.
      if (reader.uint16() === WORKSHEET) sheets.push({ name: '', start: 0, isWorksheet: true })
      continue
    }
    if (record.type === RECORD.eof) break
    switch (record.type) {
      case RECORD.filePass:
        throw new AppError('unsupported', say('document.protected'))
      case RECORD.codePage:
        if (encoding !== null) encoding = encodingOf(reader.uint16()) ?? encoding
        break
      case RECORD.date1904:
        from1904 = reader.uint16() === 1
        break
      case RECORD.boundSheet:
        if (sheets.length < MAX_NUMBERED) sheets.push(readListedSheet(reader, encoding))
        break
      case RECORD.format:
        own.set(reader.uint16(), formatOfCode(readText(reader, encoding === null ? 2 : 1, encoding)))
        break
      case RECORD.xf:
        reader.skip(2)
        if (formats.length < MAX_NUMBERED) formats.push(reader.uint16())
        break
      case RECORD.sst:
        strings = readStrings(reader)
        break
      default:
    }
  }
  if (sheets.length === 0) throw new AppError('corrupt', say('document.sheets_damaged'))
  return {
    sheets,
    encoding,
    strings,
    formats: formats.map((number) => own.get(number) ?? builtInFormat(number)),
    from1904,
  }
}

function encodingOf(codePage: number): string | undefined {
  return codePageEncoding(OLD_CODE_PAGES[codePage] ?? codePage)
}

/** (MS-XLS, 2.4.28) */
function readListedSheet(reader: RecordReader, encoding: TextEncoding): ListedSheet {
  const start = reader.uint32()
  reader.skip(1)
  const isWorksheet = reader.uint8() === 0
  return { name: readText(reader, 1, encoding), start, isWorksheet }
}

/** The texts that cells share; the table's own counts are not looked at (MS-XLS, 2.4.265). */
function readStrings(reader: RecordReader): string[] {
  const strings: string[] = []
  reader.skip(8)
  while (!reader.isAtEnd() && strings.length < MAX_STRINGS) strings.push(readText(reader, 2, null))
  return strings
}
