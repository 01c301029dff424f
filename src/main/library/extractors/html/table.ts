import type { Block } from '../structure/block'
import { blockText } from '../structure/block-text'

/** A cell and how many columns and rows it takes. */
export type TableCell = { readonly blocks: readonly Block[]; readonly columns: number; readonly rows: number }

/** A cell with more than this many characters is a part of a layout, not a value. */
const MAX_CELL_LETTERS = 1500

/** Columns and rows that a cell may take (HTML Living Standard 4.9.11). */
const MAX_COLUMNS_OF_CELL = 1000
const MAX_ROWS_OF_CELL = 65_534

/** Empty places that cells over several columns and rows leave in a table; hostile pages make billions of a few tags. */
const MAX_EMPTY_PLACES = 100_000
/** Columns within which such places are left. */
const MAX_WIDTH = 1000

/** How many columns and rows a cell takes, by its attributes. */
export function spansOf({ colspan, rowspan }: Record<string, string>): { columns: number; rows: number } {
  return { columns: spanOf(colspan, MAX_COLUMNS_OF_CELL), rows: spanOf(rowspan, MAX_ROWS_OF_CELL) }
}

function spanOf(attribute: string | undefined, most: number): number {
  const span = attribute === undefined ? 1 : Number.parseInt(attribute, 10)
  return span > 1 ? Math.min(span, most) : 1
}

/** A table of values becomes a table; one that only arranges a page becomes what it holds. */
export function tableBlocks(rows: readonly (readonly TableCell[])[], isLayout: boolean): readonly Block[] {
  const cells = rows.flat()
  const hasValues = !isLayout && rows.some((row) => row.length > 1) && cells.every(isValue)
  if (!hasValues) return cells.flatMap(({ blocks }) => blocks)
  const isPlain = cells.every(({ columns, rows: down }) => columns === 1 && down === 1)
  return [{ kind: 'table', rows: isPlain ? rows.map((row) => row.map(cellText)) : placedRows(rows) }]
}

/** Each value in its own column, as people see it: where a cell goes on, the table is empty. */
function placedRows(rows: readonly (readonly TableCell[])[]): string[][] {
  /** Of each column, the row where a cell from above ends. */
  const takenUntil: number[] = []
  let left = MAX_EMPTY_PLACES
  return rows.map((cells, index) => {
    const row: string[] = []
    const mayLeave = () => left > 0 && row.length < MAX_WIDTH
    const leaveEmpty = () => {
      row.push('')
      left--
    }
    for (const cell of cells) {
      while (mayLeave() && (takenUntil[row.length] ?? 0) > index) leaveEmpty()
      takenUntil[row.length] = index + cell.rows
      row.push(cellText(cell))
      for (let column = 1; column < cell.columns && mayLeave(); column++) {
        takenUntil[row.length] = index + cell.rows
        leaveEmpty()
      }
    }
    return row
  })
}

function cellText({ blocks }: TableCell): string {
  return blocks.map(blockText).join(' ')
}

function isValue({ blocks }: TableCell): boolean {
  let letters = 0
  for (const block of blocks) {
    if (block.kind === 'heading' || block.kind === 'table') return false
    letters += blockText(block).length
  }
  return letters <= MAX_CELL_LETTERS
}
