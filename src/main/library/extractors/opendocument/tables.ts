import { MAX_COLUMNS } from '../limits'
import type { XmlAttributes } from '../package/xml'

/** Times that a row is repeated at most; a document that has more says so in a warning. */
export const MAX_REPEATED_ROWS = 1000

/** What repeats more often than any table needs. */
export type CutKind = 'rows' | 'columns'

type Table = {
  readonly name: string
  readonly isSheet: boolean
  readonly rows: string[][]
  row: string[]
  repeatRow: number
  repeatCell: number
}

/** The tables that are open, each in a cell of the one before, and their cells written out as often as they repeat. */
export type OpenTables = {
  readonly depth: number
  open(attributes: XmlAttributes, isSheet: boolean): void
  openRow(attributes: XmlAttributes): void
  openCell(attributes: XmlAttributes): void
  endCell(text: string): void
  endRow(): void
  /** The innermost table; null where it has no row with a text. */
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
      tables.push({ name, isSheet, rows: [], row: [], repeatRow: 1, repeatCell: 1 })
    },
    openRow(attributes) {
      const table = tables.at(-1)
      if (table === undefined) return
      table.row = []
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
    },
    endRow() {
      const table = tables.at(-1)
      if (table === undefined || !table.row.some((cell) => cell !== '')) return
      while (table.row.at(-1) === '') table.row.pop()
      const times = Math.min(table.repeatRow, MAX_REPEATED_ROWS)
      if (times < table.repeatRow) onCut('rows', table.repeatRow - times)
      for (let time = 0; time < times; time++) table.rows.push(table.row)
    },
    end() {
      const table = tables.pop()
      return table === undefined || table.rows.length === 0 ? null : table
    },
  }
}

function repeat(count: string | undefined): number {
  return Math.max(1, Number(count ?? 1) || 1)
}
