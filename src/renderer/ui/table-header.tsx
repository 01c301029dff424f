// biome-ignore-all lint/a11y/useSemanticElements: rows of a grid, most of whose rows are absent, can't be table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, or the button inside a cell

import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from './class-names'
import type { Sort, VirtualColumn } from './virtual-table'

interface SortProps {
  readonly sort: Sort | undefined
  readonly onSortChange: ((sort: Sort) => void) | undefined
}

/** The first row of a {@link VirtualTable}, which stays in view. */
export function TableHeader<Row>({
  columns,
  tracks,
  ...sorting
}: SortProps & { readonly columns: readonly VirtualColumn<Row>[]; readonly tracks: string }) {
  return (
    <div role="rowgroup" className="ui-grid-head">
      <div role="row" aria-rowindex={1} className="ui-grid-row" style={{ gridTemplateColumns: tracks }}>
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} {...sorting} />
        ))}
      </div>
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSortChange,
}: SortProps & { readonly column: VirtualColumn<Row> }) {
  const own = sort?.column === column.id ? sort.direction : undefined
  const Arrow = own === 'descending' ? ArrowDown : ArrowUp
  const text = column.headerCell ?? (
    <span className={column.headerHidden ? 'visually-hidden' : 'truncate'}>{column.header}</span>
  )
  return (
    <div
      role="columnheader"
      aria-sort={own}
      className={classNames('ui-grid-cell', column.align === 'end' && 'ui-cell-end')}
    >
      {column.sortable && onSortChange ? (
        <button
          type="button"
          className="ui-grid-sort"
          onClick={() =>
            onSortChange({
              column: column.id,
              direction:
                own === undefined
                  ? (column.firstDirection ?? 'ascending')
                  : own === 'ascending'
                    ? 'descending'
                    : 'ascending',
            })
          }
        >
          {text}
          <Arrow size={12} aria-hidden />
        </button>
      ) : (
        text
      )}
    </div>
  )
}
