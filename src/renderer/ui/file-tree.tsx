import { useVirtualizer } from '@tanstack/react-virtual'
import {
  ChevronRight,
  File,
  FileArchive,
  FileAudio,
  FileCog,
  FileImage,
  FileText,
  FileVideo,
  Folder,
  FolderOpen,
  Globe,
  Link,
  type LucideIcon,
} from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { assertNever } from '../../shared/errors'
import { formatBytes } from '../../shared/format-bytes'
import { revealAsText } from '../../shared/text/reveal-hidden'
import { classNames } from './class-names'
import { type FileKind, fileKind } from './file-kind'
import {
  moveInTree,
  openAtFirst,
  rowsOf,
  type TreeEntry,
  type TreeKind,
  type TreeNode,
  type TreeRow,
  treeOf,
} from './file-tree-rows'
import { HiddenText, revealed } from './hidden-text'
import { type UiWords, useWords } from './words'
import './file-tree.css'
import './result-list.css'

/** Rows that are open at first: what a person takes in without losing the way. */
const rowsAtFirst = 100
/** Pixels that a tree is high at most before it scrolls in itself. */
const mostHeight = 448
/** A first guess in pixels; the real height is measured. */
const rowHeight = 28
const detailHeight = 18
/** Rows beyond the view that exist. */
const overscan = 12

const fileIcons: Readonly<Record<FileKind, LucideIcon>> = {
  image: FileImage,
  audio: FileAudio,
  video: FileVideo,
  archive: FileArchive,
  document: FileText,
  program: FileCog,
  readable: FileText,
  other: File,
}

/**
 * Files and folders, or the pages of a site, in what they lie in; folders open and close. Of thousands only the visible
 * rows exist. One Tab stop: arrows move, open and close, a letter goes to the next of that name, Enter opens.
 */
export function FileTree({
  label,
  entries,
  root,
  note,
}: {
  /** The accessible name. */
  readonly label: string
  readonly entries: readonly TreeEntry[]
  /** The folder that all of it lies in, said above the tree. */
  readonly root?: string | undefined
  /** Below: that there is more, or what was passed over. */
  readonly note?: ReactNode
}) {
  const roots = useMemo(() => treeOf(entries), [entries])
  // Another answer opens as it did the first time; the same one, made anew, stays as it was left.
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const rows = useMemo(() => {
    const open = new Set(openAtFirst(roots, rowsAtFirst))
    for (const [key, isOpen] of changed) {
      if (isOpen) open.add(key)
      else open.delete(key)
    }
    return rowsOf(roots, open)
  }, [roots, changed])
  const toggle = (row: TreeRow) => setChanged(new Map([...changed, [row.node.key, row.open !== true]]))
  return (
    <div>
      {root && (
        <p className="ui-tree-root">
          <HiddenText text={root} />
        </p>
      )}
      {rows.length > 0 && <Rows label={label} rows={rows} onToggle={toggle} />}
      {note && <p className="ui-results-note">{note}</p>}
    </div>
  )
}

function Rows({
  label,
  rows,
  onToggle,
}: {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly onToggle: (row: TreeRow) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [cursor, setCursor] = useState(0)
  const active = Math.min(cursor, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (rows[index]?.node.entry?.detail ? detailHeight : 0),
    getItemKey: (index) => rows[index]?.node.key ?? index,
    overscan,
    initialRect: { width: 400, height: mostHeight },
  })
  const press = (event: KeyboardEvent) => {
    const row = rows[active]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') activate(row, onToggle)
    else {
      const move = moveInTree(rows, active, event.key)
      if (move === undefined) return
      if ('toggle' in move) onToggle(row)
      else {
        setCursor(move.to)
        virtual.scrollToIndex(move.to)
      }
    }
    event.preventDefault()
  }
  const click = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return
    const at = Number(target.closest('[data-index]')?.getAttribute('data-index') ?? Number.NaN)
    const row = rows[at]
    if (row === undefined) return
    setCursor(at)
    // What opens something else is opened and closed by its arrow.
    if (row.open !== undefined && target.closest('.ui-tree-arrow')) onToggle(row)
    else activate(row, onToggle)
  }
  return (
    <div
      ref={scroller}
      role="tree"
      tabIndex={0}
      className="ui-tree"
      style={{ maxHeight: mostHeight }}
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      onKeyDown={press}
      onClick={click}
    >
      <div role="presentation" className="ui-tree-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                id={`${id}-${index}`}
                role="treeitem"
                // The tree has the focus and names its active row.
                tabIndex={-1}
                aria-level={row.level}
                aria-posinset={row.position}
                aria-setsize={row.siblings}
                aria-expanded={row.open}
                aria-selected={index === active}
                className={classNames(
                  'ui-tree-row',
                  index === active && 'ui-tree-active',
                  (row.open !== undefined || row.node.entry?.onOpen) && 'ui-tree-pressable',
                )}
                style={{ transform: `translateY(${start}px)`, paddingInlineStart: indent(row.level) }}
              >
                <Row row={row} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

function activate(row: TreeRow, toggle: (row: TreeRow) => void) {
  if (row.node.entry?.onOpen) row.node.entry.onOpen()
  else if (row.open !== undefined) toggle(row)
}

/** Deep folders don't push their names out of a narrow panel. */
function indent(level: number): string {
  return `min(${(level - 1) * 16}px, 40%)`
}

function Row({ row: { node, open } }: { readonly row: TreeRow }) {
  const words = useWords()
  const { entry, kind } = node
  const Icon = iconOf(kind, node.name, open === true)
  return (
    <>
      <span className="ui-tree-arrow" aria-hidden>
        {open !== undefined && (
          <ChevronRight size={12} className={classNames(open && 'ui-tree-arrow-open')} />
        )}
      </span>
      <Icon size={14} aria-hidden className="ui-tree-icon" />
      {kind !== 'file' && <span className="visually-hidden">{words.treeKinds[kind]}: </span>}
      <span className="ui-tree-name" title={revealAsText(node.name)}>
        <HiddenText text={node.name} />
      </span>
      <span className="ui-tree-meta">{revealed(metaOf(node, words))}</span>
      {entry?.detail && (
        <span className="ui-tree-detail" title={revealAsText(entry.detail)}>
          <HiddenText text={entry.detail} />
        </span>
      )}
    </>
  )
}

function metaOf(node: TreeNode, words: UiWords): string {
  const { entry, kind, children, files, size } = node
  const isFilled = kind === 'folder' && children.length > 0
  if (entry?.meta !== undefined && !isFilled) return entry.meta
  if (children.length === 0) return entry?.size == null ? '' : formatBytes(entry.size, words.locale)
  const count = kind === 'page' ? words.treePages(files) : words.treeFiles(files)
  return size === 0 ? count : `${count} · ${formatBytes(size, words.locale)}`
}

function iconOf(kind: TreeKind, name: string, open: boolean): LucideIcon {
  switch (kind) {
    case 'folder':
      return open ? FolderOpen : Folder
    case 'link':
      return Link
    case 'page':
      return Globe
    case 'other':
      return File
    case 'file':
      return fileIcons[fileKind(name)]
    default:
      return assertNever(kind)
  }
}
