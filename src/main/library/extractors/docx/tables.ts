/** Columns that one cell spans at most; a hostile file counts to billions. */
const MAX_SPAN = 100

type Table = { readonly rows: string[][]; span: number; isContinued: boolean }

/** The tables that are open, each in a cell of the one before. */
export type OpenTables = {
  readonly depth: number
  open(): void
  openRow(): void
  /** Over how many columns the cell that is read goes. */
  span(columns: number): void
  /** Whether the cell that is read is one with the one above it, whose text it repeats. */
  merge(isContinued: boolean): void
  endCell(text: string): void
  /** The rows of the innermost table; null where none is open. */
  end(): string[][] | null
}

/** Starts outside of any table. */
export function createOpenTables(): OpenTables {
  const tables: Table[] = []
  return {
    get depth() {
      return tables.length
    },
    open() {
      tables.push({ rows: [], span: 1, isContinued: false })
    },
    openRow() {
      tables.at(-1)?.rows.push([])
    },
    span(columns) {
      const table = tables.at(-1)
      if (table !== undefined) table.span = Math.min(MAX_SPAN, Math.max(1, columns || 1))
    },
    merge(isContinued) {
      const table = tables.at(-1)
      if (table !== undefined) table.isContinued = isContinued
    },
    endCell(text) {
      const table = tables.at(-1)
      const row = table?.rows.at(-1)
      if (table === undefined || row === undefined) return
      row.push(table.isContinued ? '' : text)
      for (let filled = 1; filled < table.span; filled++) row.push('')
      table.span = 1
      table.isContinued = false
    },
    end: () => tables.pop()?.rows ?? null,
  }
}
