import type { Key, ReactNode } from 'react'
import { classNames } from './class-names'
import './table.css'

/** One column of a {@link Table}. */
export interface TableColumn<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly align?: 'start' | 'end'
  /** Any CSS width. */
  readonly width?: string
  readonly cell: (row: Row) => ReactNode
}

/** A plain table for a few dozen rows; for more see VirtualTable. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  /** The accessible name. */
  readonly caption: string
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => Key
}) {
  return (
    <div className="ui-table-scroll">
      <table className="ui-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classNames(column.align === 'end' && 'ui-cell-end')}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} className={classNames(column.align === 'end' && 'ui-cell-end')}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
