import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names'
import { type Cursor, movedRow, type SelectionMode, selectRow } from './row-selection'
import './table.css'

/** One column of a {@link VirtualTable}. */
export interface VirtualColumn<Row> {
  readonly id: string
  readonly header: string
  readonly headerHidden?: boolean
  /** A CSS grid track such as `2fr`, `96px` or `minmax(160px, 1fr)`. */
  readonly track: string
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  readonly cell: (row: Row) => ReactNode
}

/** The column that orders the rows. */
export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** Props of {@link VirtualTable}. */
export interface VirtualTableProps<Row> {
  /** The accessible name. */
  readonly label: string
  readonly columns: readonly VirtualColumn<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly rowHeight?: number
  /** Pixels below which the table scrolls sideways instead of squeezing its columns. */
  readonly minWidth?: number
  readonly sort?: Sort
  readonly onSortChange?: (sort: Sort) => void
  readonly selection?: SelectionMode
  readonly selected?: ReadonlySet<string>
  readonly onSelectedChange?: (selected: ReadonlySet<string>) => void
  /** Enter or a double click on a row. */
  readonly onOpen?: (row: Row) => void
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode
}

const nothing: ReadonlySet<string> = new Set()

/** A table of any length: only the visible rows exist. One Tab stop; arrows move, Space selects, Enter opens. Needs a parent with a height. */
export function VirtualTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowHeight = 36,
  minWidth = 0,
  sort,
  onSortChange,
  selection = 'none',
  selected = nothing,
  onSelectedChange,
  onOpen,
  empty,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [cursor, setCursor] = useState<Cursor>({ active: 0, anchor: 0 })
  const active = Math.min(cursor.active, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
    overscan: 12,
    initialRect: { width: 800, height: 600 },
    // The sticky header covers the top of the scroll area.
    scrollPaddingStart: 33,
  })
  const tracks = columns.map((column) => column.track).join(' ')

  const choose = (to: number, how: 'alone' | 'toggle' | 'range') => {
    const next = { active: to, anchor: how === 'range' ? cursor.anchor : to }
    setCursor(next)
    onSelectedChange?.(selectRow(rows.map(rowKey), selected, next, how, selection))
  }
  const press = (event: KeyboardEvent) => {
    // Keys inside a cell belong to what is in the cell.
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const to = movedRow(event.key, active, rows.length, page)
    const row = rows[active]
    if (to !== undefined) {
      if (event.shiftKey && selection === 'multiple') choose(to, 'range')
      else if (selection === 'single') choose(to, 'alone')
      else setCursor({ active: to, anchor: to })
      virtual.scrollToIndex(to)
    } else if (event.key === ' ') choose(active, 'toggle')
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection === 'multiple') {
      onSelectedChange?.(new Set(rows.map(rowKey)))
    } else return
    event.preventDefault()
  }
  const click = (event: MouseEvent, index: number) => {
    const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'
    choose(index, how)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid with one Tab stop and absent rows can't be a table element
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className="ui-grid"
      // React's type of style knows no custom properties.
      style={{ '--grid-min-width': `${minWidth}px` } as CSSProperties}
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable={selection === 'multiple' || undefined}
      aria-activedescendant={rows.length > 0 ? `${id}-${active}` : undefined}
      onKeyDown={press}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      <div role="rowgroup" className="ui-grid-head">
        {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
        {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
        <div role="row" aria-rowindex={1} className="ui-grid-row" style={{ gridTemplateColumns: tracks }}>
          {columns.map((column) => (
            <HeaderCell key={column.id} column={column} sort={sort} onSortChange={onSortChange} />
          ))}
        </div>
      </div>
      {rows.length === 0 && empty}
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      <div role="rowgroup" className="ui-grid-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (row === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            <div
              key={item.key}
              id={`${id}-${item.index}`}
              role="row"
              aria-rowindex={item.index + 2}
              aria-selected={selection === 'none' ? undefined : selected.has(rowKey(row))}
              className={classNames('ui-grid-row', item.index === active && 'ui-grid-active')}
              style={{
                gridTemplateColumns: tracks,
                height: rowHeight,
                transform: `translateY(${item.start}px)`,
              }}
              onClick={(event) => click(event, item.index)}
              onDoubleClick={() => onOpen?.(row)}
            >
              {columns.map((column) => (
                // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
                // biome-ignore lint/a11y/useSemanticElements: see the grid
                <div
                  key={column.id}
                  role="gridcell"
                  className={classNames('ui-grid-cell', column.align === 'end' && 'ui-cell-end')}
                >
                  {column.cell(row)}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function HeaderCell<Row>({
  column,
  sort,
  onSortChange,
}: {
  readonly column: VirtualColumn<Row>
  readonly sort: Sort | undefined
  readonly onSortChange: ((sort: Sort) => void) | undefined
}) {
  const own = sort?.column === column.id ? sort.direction : undefined
  const Arrow = own === 'descending' ? ArrowDown : ArrowUp
  const text = <span className={column.headerHidden ? 'visually-hidden' : 'truncate'}>{column.header}</span>
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside has the focus
    // biome-ignore lint/a11y/useSemanticElements: see the grid
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
              direction: own === 'ascending' ? 'descending' : 'ascending',
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
