/** The cells of a sheet, put where they stand. */
export interface SheetRows {
  /** Rows and columns are counted from 0. */
  place(row: number, column: number, text: string): void
  /** The rows that hold something, in their order, without columns that hold nothing. */
  end(): string[][]
}

/** Starts without a cell; `onCut` is told of each cell that stands to the right of so many columns. */
export function createSheetRows(columns: number, onCut: () => void): SheetRows {
  const rows = new Map<number, string[]>()
  return {
    place(number, column, text) {
      if (column >= columns) {
        onCut()
        return
      }
      if (text.trim() === '') return
      let row = rows.get(number)
      if (row === undefined) {
        row = []
        rows.set(number, row)
      }
      while (row.length < column) row.push('')
      row[column] = text
    },
    end: () => withoutEmptyColumns([...rows].sort(([a], [b]) => a - b).map(([, row]) => row)),
  }
}

/** Tables often begin in a later column, and layouts leave columns free. */
export function withoutEmptyColumns(rows: string[][]): string[][] {
  const isUsed: boolean[] = []
  for (const row of rows) {
    for (let column = 0; column < row.length; column++) {
      if (isUsed[column] !== true && (row[column] ?? '').trim() !== '') isUsed[column] = true
    }
  }
  const width = isUsed.length
  if (!Array.from({ length: width }, (_, column) => isUsed[column] === true).includes(false)) return rows
  return rows.map((row) => row.filter((_, column) => isUsed[column] === true))
}
