import { type TaskLine, type TaskStatus, taskStatusSchema } from '../../../shared/contract/tasks'

/** A column of the board. */
export interface BoardColumn {
  readonly status: TaskStatus
  readonly lines: readonly TaskLine[]
}

/** Tasks by their status; what was given up has a column only where there is any. What ended last is first. */
export function boardColumns(lines: readonly TaskLine[]): readonly BoardColumn[] {
  return taskStatusSchema.options
    .map((status) => {
      const those = lines.filter((line) => line.status === status)
      const isEndColumn = status === 'done' || status === 'cancelled'
      return { status, lines: isEndColumn ? those.toSorted((a, b) => b.updatedAt - a.updatedAt) : those }
    })
    .filter(({ status, lines: those }) => status !== 'cancelled' || those.length > 0)
}

/** The column beside one; null at the edge. */
export function columnBeside(
  columns: readonly BoardColumn[],
  status: TaskStatus,
  direction: -1 | 1,
): TaskStatus | null {
  const at = columns.findIndex((column) => column.status === status)
  return at < 0 ? null : (columns[at + direction]?.status ?? null)
}

/** Where a column is on screen. */
export interface ColumnPlace {
  readonly status: TaskStatus
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The column at a place on screen; null beside all of them. */
export function columnAt(places: readonly ColumnPlace[], x: number, y: number): TaskStatus | null {
  const place = places.find(
    ({ left, right, top, bottom }) => x >= left && x < right && y >= top && y < bottom,
  )
  return place?.status ?? null
}
