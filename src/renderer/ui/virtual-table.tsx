// biome-ignore-all lint/a11y/useSemanticElements: a grid with one Tab stop, most of whose rows are absent, can't be a table element
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row

import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { classNames } from './class-names'
import type { MenuPlace } from './context-menu'
import { useOverscan } from './overscan'
import { useRowCursor } from './row-cursor'
import { type ChoosingBy, type Cursor, movedRow } from './row-selection'
import { TableHeader } from './table-header'
import './table.css'

/** One column of a {@link VirtualTable}. */
export interface VirtualColumn<Row> {
  readonly id: string
  readonly header: string
  readonly headerHidden?: boolean
  /** Takes the place of the header's text. */
  readonly headerCell?: ReactNode
  /** A CSS grid track such as `2fr`, `96px` or `minmax(160px, 1fr)`. */
  readonly track: string
  readonly align?: 'start' | 'end'
  readonly sortable?: boolean
  /** The order of a first click; ascending when absent. */
  readonly firstDirection?: 'ascending' | 'descending'
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
  /** Rows in all, also those that are not here yet. */
  readonly count: number
  /** A row, or undefined while it is not here. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly rowHeight?: number
  /** Pixels below which the table scrolls sideways instead of squeezing its columns. */
  readonly minWidth?: number
  readonly sort?: Sort
  readonly onSortChange?: (sort: Sort) => void
  readonly selected?: ReadonlySet<string>
  /** The row of what is open beside the table. */
  readonly current?: string | null
  /** Makes rows something that can be chosen, several at once. */
  readonly onChoose?: (cursor: Cursor, by: ChoosingBy) => void
  readonly onChooseAll?: () => void
  /** Told which rows can be seen. */
  readonly onVisible?: (first: number, last: number) => void
  /** A click, Enter or a double click on a row. */
  readonly onOpen?: (row: Row) => void
  /** F2, with the row where the keyboard is. */
  readonly onRename?: (row: Row) => void
  /** A right click, the menu key or Shift+F10 on a row. */
  readonly onMenu?: (row: Row, at: MenuPlace) => void
  /** The Delete key, with the row where the keyboard is. */
  readonly onDelete?: (row: Row | undefined) => void
  /** Makes rows something that can be dragged; puts into the transfer what is. */
  readonly onDragRow?: (row: Row, transfer: DataTransfer) => void
  /** Another value is another table: it begins at its top. */
  readonly resetKey?: string
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode
}

/** Rows beyond the view that exist. */
const overscan = 12

/** Pixels from the beginning of a row to the menu that a key opens below it: past the boxes. */
const menuInset = 44

const nothing: ReadonlySet<string> = new Set()

/** A table of any length: only the visible rows exist. One Tab stop; arrows move, Space selects, Enter opens, F2 renames, Shift+F10 opens a menu. Needs a parent with a height. */
export function VirtualTable<Row>({
  label,
  columns,
  count,
  rowAt,
  rowKey,
  rowHeight = 36,
  minWidth = 0,
  sort,
  onSortChange,
  selected = nothing,
  current = null,
  onChoose,
  onChooseAll,
  onVisible,
  onOpen,
  onRename,
  onMenu,
  onDelete,
  onDragRow,
  resetKey = '',
  empty,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const beyond = useOverscan(overscan)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: beyond,
    initialRect: { width: 800, height: 600 },
    // The sticky header covers the top of the scroll area.
    scrollPaddingStart: 33,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  const keyAt = (index: number) => {
    const row = rowAt(index)
    return row === undefined ? undefined : rowKey(row)
  }
  const [cursor, setCursor] = useRowCursor({ keyAt, first, last, resetKey })
  const active = Math.max(0, Math.min(cursor.active, count - 1))
  useEffect(() => {
    onVisible?.(first, last)
  }, [onVisible, first, last])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another table begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [resetKey])
  const tracks = columns.map((column) => column.track).join(' ')

  const choose = (to: number, by: ChoosingBy) => {
    const next = { active: to, anchor: by === 'range' ? cursor.anchor : to }
    setCursor(next)
    onChoose?.(next, by)
  }
  const belowRow = (index: number): MenuPlace => {
    const box = (document.getElementById(`${id}-${index}`) ?? scroller.current)?.getBoundingClientRect()
    return { x: (box?.left ?? 0) + menuInset, y: box?.bottom ?? 0 }
  }
  const press = (event: KeyboardEvent) => {
    // Keys inside a cell belong to what is in the cell.
    if (event.target !== event.currentTarget) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const to = movedRow(event.key, active, count, page)
    const row = rowAt(active)
    if (to !== undefined) {
      if (event.shiftKey && onChoose) choose(to, 'range')
      else setCursor({ active: to, anchor: to })
      virtual.scrollToIndex(to)
    } else if (event.key === ' ' && count > 0) choose(active, 'toggle')
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row)
    else if (event.key === 'F2' && row !== undefined && onRename) onRename(row)
    else if (isMenuKey(event) && row !== undefined && onMenu) onMenu(row, belowRow(active))
    else if (event.key === 'Delete' && onDelete) onDelete(row)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && onChooseAll) onChooseAll()
    else return
    event.preventDefault()
  }
  const click = (event: MouseEvent, index: number, row: Row) => {
    const by = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'alone'
    if (by === 'alone' && onOpen !== undefined) {
      // What is chosen stays so while one looks at another.
      setCursor({ active: index, anchor: index })
      onOpen(row)
    } else choose(index, by)
  }
  const askMenu = (event: MouseEvent, index: number, row: Row) => {
    if (onMenu === undefined) return
    event.preventDefault()
    setCursor({ active: index, anchor: index })
    onMenu(row, { x: event.clientX, y: event.clientY })
  }

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className="ui-grid"
      // React's type of style knows no custom properties.
      style={{ '--grid-min-width': `${minWidth}px` } as CSSProperties}
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length}
      aria-multiselectable={onChoose !== undefined || undefined}
      aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
      onKeyDown={press}
    >
      <TableHeader columns={columns} tracks={tracks} sort={sort} onSortChange={onSortChange} />
      {count === 0 && empty}
      <div role="rowgroup" className="ui-grid-body" style={{ height: virtual.getTotalSize() }}>
        {items.map((item) => {
          const row = rowAt(item.index)
          const place = {
            id: `${id}-${item.index}`,
            'aria-rowindex': item.index + 2,
            style: {
              gridTemplateColumns: tracks,
              height: rowHeight,
              transform: `translateY(${item.start}px)`,
            },
          }
          if (row === undefined) {
            return (
              <div key={item.index} role="row" aria-busy className="ui-grid-row ui-grid-absent" {...place} />
            )
          }
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
            <div
              key={item.index}
              role="row"
              aria-selected={onChoose === undefined ? undefined : selected.has(rowKey(row))}
              aria-current={rowKey(row) === current || undefined}
              className={classNames('ui-grid-row', item.index === active && 'ui-grid-active')}
              {...place}
              onClick={(event) => click(event, item.index, row)}
              onContextMenu={(event) => askMenu(event, item.index, row)}
              draggable={onDragRow !== undefined}
              onDragStart={(event) => onDragRow?.(row, event.dataTransfer)}
              // Shift means rows here, not the words in them.
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            >
              {columns.map((column) => (
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

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey)
}
