import {
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Document } from '../../../shared/contract/document'
import type { DocumentSort } from '../../../shared/contract/document-table'
import {
  chooseAll,
  chooseNone,
  chooseRows,
  documentAt,
  showRows,
  sortTable,
  toggleRow,
  useDocuments,
} from '../../stores/documents'
import { useLibrary } from '../../stores/library'
import { inspectDocument, usePage } from '../../stores/page'
import { attempt } from '../../stores/toasts'
import { formatNumber } from '../../text/language'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { typeName } from '../../text/type-name'
import { Badge } from '../../ui/badge'
import { Checkbox } from '../../ui/checkbox'
import { ContextMenu, type MenuPlace } from '../../ui/context-menu'
import { FileSize } from '../../ui/file-size'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import { type VirtualColumn, VirtualTable } from '../../ui/virtual-table'
import { DocumentActions } from './document-actions'
import { rowMenu } from './document-menu'
import { DocumentStatus } from './document-status'
import { removeChosen, rename } from './row-actions'

/** The documents that are listed; a click opens one in the inspector. */
export function DocumentsTable({ count }: { readonly count: number }) {
  const { blocks, sort, filter, selected } = useDocuments()
  const collectionId = useLibrary((state) => state.collectionId)
  const opened = usePage(({ inspected }) => (inspected?.kind === 'document' ? inspected.documentId : null))
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [menu, setMenu] = useState<{ readonly document: Document; readonly at: MenuPlace }>()
  const reasons = filter.status === 'error'
  const shown = useMemo(
    () =>
      columnsOf(selected, count, reasons).filter(
        ({ id }) => width >= (neededWidth[id] ?? 0) && !(reasons && withoutText.has(id)),
      ),
    [selected, count, reasons, width],
  )
  return (
    <div ref={frame} className="documents">
      <VirtualTable
        label={text().library.documents}
        columns={shown}
        count={count}
        rowAt={(index) => documentAt(blocks, index)}
        rowKey={(document) => document.id}
        rowHeight={40}
        minWidth={380}
        sort={sort}
        // The columns that can be sorted are named as the orders are.
        onSortChange={(next) => void attempt(sortTable(next as DocumentSort))}
        selected={selected}
        current={opened}
        onChoose={(cursor, by) => void attempt(chooseRows(cursor, by))}
        onChooseAll={() => void attempt(chooseAll())}
        onVisible={showRows}
        onOpen={(document) => inspectDocument(document)}
        onRename={rename}
        onMenu={(document, at) => setMenu({ document, at })}
        onDelete={(document) => void removeChosen(document)}
        resetKey={JSON.stringify([collectionId, sort, filter])}
      />
      {menu && (
        <ContextMenu
          label={text().library.actions(menu.document.title)}
          items={rowMenu(menu.document, selected)}
          at={menu.at}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

function columnsOf(
  selected: ReadonlySet<string>,
  count: number,
  reasons: boolean,
): readonly (VirtualColumn<Document> & { readonly id: ColumnId })[] {
  const t = text().library
  const own = libraryText()
  return [
    {
      id: 'chosen',
      header: own.column.chosen,
      headerCell: (
        <Checkbox
          label={own.chooseAll}
          labelHidden
          checked={selected.size === 0 ? false : selected.size >= count || 'mixed'}
          onChange={(all) => (all ? void attempt(chooseAll()) : chooseNone())}
        />
      ),
      track: '44px',
      cell: (document) => (
        <StopClicks>
          <Checkbox
            label={null}
            labelHidden
            aria-label={own.choose(document.title)}
            tabIndex={-1}
            checked={selected.has(document.id)}
            onChange={() => toggleRow(document.id)}
          />
        </StopClicks>
      ),
    },
    {
      id: 'title',
      header: t.column.title,
      track: 'minmax(160px, 4fr)',
      sortable: true,
      cell: (document) => (
        <span className="document-title" title={document.shownSource ?? document.source}>
          <HiddenText text={document.title} />
        </span>
      ),
    },
    {
      id: 'type',
      header: own.column.type,
      // “PowerPoint .ppt” cut off would be the newer format.
      track: 'minmax(140px, 1fr)',
      sortable: true,
      cell: ({ mime }) => (
        <span className="truncate" title={typeName(mime)}>
          {typeName(mime)}
        </span>
      ),
    },
    {
      id: 'status',
      header: t.column.status,
      // Of what failed one wants to read why.
      track: reasons ? 'minmax(150px, 10fr)' : 'minmax(148px, 0.5fr)',
      sortable: true,
      firstDirection: 'descending',
      cell: (document) => <DocumentStatus document={document} hasRoom={reasons} />,
    },
    {
      id: 'pages',
      header: t.column.pages,
      track: '68px',
      align: 'end',
      sortable: true,
      // Many documents have none, and these would come first.
      firstDirection: 'descending',
      cell: (document) => (document.pages === null ? '' : formatNumber(document.pages)),
    },
    {
      id: 'chunks',
      header: t.column.chunks,
      track: '88px',
      align: 'end',
      sortable: true,
      firstDirection: 'descending',
      cell: (document) => (document.chunks === 0 ? '' : formatNumber(document.chunks)),
    },
    {
      id: 'size',
      header: t.column.size,
      track: '80px',
      align: 'end',
      sortable: true,
      cell: (document) => <FileSize bytes={document.size} />,
    },
    {
      id: 'source',
      header: own.column.source,
      track: 'minmax(160px, 3fr)',
      cell: (document) => (
        <span className="document-source" title={document.shownSource ?? document.source}>
          <HiddenText text={document.shownSource ?? document.source} />
        </span>
      ),
    },
    {
      id: 'tags',
      header: own.column.tags,
      track: 'minmax(192px, 2fr)',
      sortable: true,
      cell: (document) => <Tags tags={document.tags} />,
    },
    {
      id: 'added',
      header: t.column.added,
      track: '108px',
      align: 'end',
      sortable: true,
      firstDirection: 'descending',
      cell: (document) => <RelativeTime at={document.addedAt} />,
    },
    {
      id: 'actions',
      header: t.actionsColumn,
      headerHidden: true,
      track: '64px',
      align: 'end',
      cell: (document) => (
        <StopClicks>
          <DocumentActions document={document} />
        </StopClicks>
      ),
    },
  ]
}

/** What a document has none of before its text is read. */
const withoutText: ReadonlySet<ColumnId> = new Set(['pages', 'chunks', 'type'])

type ColumnId = DocumentSort['column'] | 'source' | 'chosen' | 'actions'

/** Pixels that the table must have for a column to be worth its place. */
const neededWidth: Partial<Record<ColumnId, number>> = {
  source: 1320,
  chunks: 1180,
  tags: 1000,
  type: 880,
  added: 780,
  pages: 640,
  size: 540,
}

/** More have no room beside each other; all are told where the mouse rests. */
const tagsInRow = 2

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <span className="document-tags" title={tags.join(', ')}>
      {tags.slice(0, tagsInRow).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {tags.length > tagsInRow && <Badge>+{formatNumber(tags.length - tagsInRow)}</Badge>}
    </span>
  )
}

/** Keeps clicks on what is in a cell from being clicks on its row. */
function StopClicks({ children }: { readonly children: ReactNode }) {
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the row around it
    // biome-ignore lint/a11y/useKeyWithClickEvents: what is inside takes the keys
    <span className="document-actions" onClick={stop}>
      {children}
    </span>
  )
}

/** The width of an element, kept up to date. */
function useWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
