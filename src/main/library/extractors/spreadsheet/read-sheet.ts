import { MAX_COLUMNS } from '../limits'
import { readXml } from '../package/xml'
import { withoutEscapes } from './escapes'
import { formatNumber, type NumberFormat } from './number-format'
import { createSheetRows } from './sheet-rows'

/** What a sheet's cells refer to. */
export type SheetContext = {
  readonly strings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly from1904: boolean
  /** Told of each cell that stands too far to the right to be read. */
  readonly onCut: () => void
}

/** The rows of a sheet that hold something, as people see their values; formulas by their last result. */
export function readSheet(bytes: Uint8Array, context: SheetContext): string[][] {
  const rows = createSheetRows(MAX_COLUMNS, context.onCut)
  let row = -1
  let type = ''
  let style = 0
  let column = -1
  let parts: string[] = []
  let isValue = false
  readXml(bytes, {
    open(name, attributes) {
      switch (name) {
        case 'row':
          row++
          column = -1
          break
        case 'c':
          type = attributes.t ?? 'n'
          style = Number(attributes.s ?? 0)
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
          parts = []
          break
        case 'v':
        case 't':
          isValue = true
          break
        default:
      }
    },
    text(text) {
      if (isValue) parts.push(text)
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && column >= 0 && parts.length > 0) {
        rows.place(row, column, shown(parts.join(''), type, style, context))
      }
    },
  })
  return rows.end()
}

function shown(value: string, type: string, style: number, context: SheetContext): string {
  switch (type) {
    case 's':
      return context.strings[Number(value)] ?? ''
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    case 'n': {
      const number = Number(value)
      return Number.isNaN(number)
        ? value
        : formatNumber(number, context.formats[style] ?? 'number', context.from1904)
    }
    case 'str':
    case 'inlineStr':
      return withoutEscapes(value)
    default:
      return value
  }
}

/** "BC12" is column 54, counted from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column - 1
}
