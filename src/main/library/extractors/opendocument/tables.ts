import { MAX_COLUMNS } from '../limits'
import type { XmlAttributes } from '../package/xml'
import { cellName } from '../spreadsheet/cell-name'

/** Times that a row is repeated at most; a document that has more says so in a warning. */
export const MAX_REPEATED_ROWS = 1000
/** Places in a sheet that are told from each other: more than any program has, and a hostile file counts to billions. */
const MAX_PLACE = 2 ** 24

/** What repeats more often than any table needs. */
export type CutKind = 'rows' | 'columns'

type Table = {
  readonly name: string
  readonly isSheet: boolean
  readonly rows: string[][]
  row: string[]
  repeatRow: number
  repeatCell: number
  /** Rows and columns before the cell that is read, however often they repeat. */
  rowsBefore: number
  columnsBefore: number
}

/** The tables that are open, each in a cell of the one before, and their cells written out as often as they repeat. */
export type OpenTables = {
  readonly depth: number
  open(attributes: XmlAttributes, isSheet: boolean): void
  openRow(attributes: XmlAttributes): void
  openCell(attributes: XmlAttributes): void
  endCell(text: string): void
  /** What spreadsheets call the cell that is read: "B12". */
  cellName(): string
  endRow(): void
  /** Whether the innermost table is a sheet. */
  isSheet(): boolean
  /** The innermost table; null where it is none of a spreadsheet and has no row with a text. */
  end(): Pick<Table, 'name' | 'isSheet' | 'rows'> | null
}

/** Starts outside of any table; `onCut` is told of cells with a text that were left out. */
export function createOpenTables(onCut: (what: CutKind, count: number) => void): OpenTables {
  const tables: Table[] = []
  return {
    get depth() {
      return tables.length
    },
    open(attributes, isSheet) {
      const name = attributes['table:name'] ?? ''
      tables.push({
        name,
        isSheet,
        rows: [],
        row: [],
        repeatRow: 1,
        repeatCell: 1,
        rowsBefore: 0,
        columnsBefore: 0,
      })
    },
    openRow(attributes) {
      const table = tables.at(-1)
      if (table === undefined) return
      table.row = []
      table.columnsBefore = 0
      table.repeatRow = repeat(attributes['table:number-rows-repeated'])
    },
    openCell(attributes) {
      const table = tables.at(-1)
      if (table !== undefined) table.repeatCell = repeat(attributes['table:number-columns-repeated'])
    },
    endCell(text) {
      const table = tables.at(-1)
      if (table === undefined) return
      const times = Math.min(table.repeatCell, MAX_COLUMNS - table.row.length)
      if (text !== '' && times < table.repeatCell) onCut('columns', table.repeatCell - times)
      for (let time = 0; time < times; time++) table.row.push(text)
      table.columnsBefore = Math.min(MAX_PLACE, table.columnsBefore + table.repeatCell)
    },
    cellName() {
      const { columnsBefore = 0, rowsBefore = 0 } = tables.at(-1) ?? {}
      return cellName(rowsBefore, columnsBefore)
    },
    endRow() {
      const table = tables.at(-1)
      if (table === undefined) return
      table.rowsBefore = Math.min(MAX_PLACE, table.rowsBefore + table.repeatRow)
      if (!table.row.some((cell) => cell !== '')) return
      while (table.row.at(-1) === '') table.row.pop()
      const times = Math.min(table.repeatRow, MAX_REPEATED_ROWS)
      if (times < table.repeatRow) onCut('rows', table.repeatRow - times)
      for (let time = 0; time < times; time++) table.rows.push(table.row)
    },
    isSheet: () => tables.at(-1)?.isSheet === true,
    end() {
      const table = tables.pop()
      return table === undefined || (table.rows.length === 0 && !table.isSheet) ? null : table
    },
  }
}

function repeat(count: string | undefined): number {
  return Math.max(1, Number(count ?? 1) || 1)
}
