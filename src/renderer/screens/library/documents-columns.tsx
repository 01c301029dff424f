import type { ReactNode, SyntheticEvent } from 'react'
import type { Document } from '../../../shared/contract/document'
import type { DocumentSort } from '../../../shared/contract/document-table'
import { revealAsText } from '../../../shared/text/reveal-hidden'
import { chooseAll, chooseNone, toggleRow } from '../../stores/documents'
import { attempt } from '../../stores/toasts'
import { formatNumber } from '../../text/language'
import { libraryText } from '../../text/library'
import { text } from '../../text/text'
import { typeName } from '../../text/type-name'
import { Badge } from '../../ui/badge'
import { Checkbox } from '../../ui/checkbox'
import { FileSize } from '../../ui/file-size'
import { HiddenText } from '../../ui/hidden-text'
import { RelativeTime } from '../../ui/relative-time'
import type { VirtualColumn } from '../../ui/virtual-table'
import { DocumentActions } from './document-actions'
import { DocumentStatus } from './document-status'

type ColumnId = DocumentSort['column'] | 'source' | 'chosen' | 'actions'
type Column = VirtualColumn<Document> & { readonly id: ColumnId }

/** What the columns are made for. */
interface Shown {
  readonly selected: ReadonlySet<string>
  /** Documents in all, also those that are not here yet. */
  readonly count: number
  /** Whether the documents are those that failed, of which one wants to read why. */
  readonly reasons: boolean
  /** Pixels that the table has. */
  readonly width: number
}

/** The columns that a table of this width has room for, in their order. */
export function documentColumns({ selected, count, reasons, width }: Shown): readonly Column[] {
  const columns = [
    choosing(selected, count),
    ...naming(reasons),
    status(reasons),
    ...counting(),
    ...filing(),
    actions(),
  ]
  return columns.filter(({ id }) => width >= (neededWidth[id] ?? 0) && !(reasons && withoutText.has(id)))
}

/** What a document has none of before its text is read. */
const withoutText: ReadonlySet<ColumnId> = new Set(['pages', 'chunks', 'type'])

/** Pixels that the table must have for a column to be worth its place: the titles keep about 250 beside it. */
const neededWidth: Partial<Record<ColumnId, number>> = {
  source: 1350,
  chunks: 1190,
  tags: 1100,
  type: 900,
  added: 780,
  pages: 640,
  size: 540,
}

function choosing(selected: ReadonlySet<string>, count: number): Column {
  const t = libraryText()
  return {
    id: 'chosen',
    header: t.column.chosen,
    headerCell: (
      <Checkbox
        label={t.chooseAll}
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
          aria-label={t.choose(document.title)}
          tabIndex={-1}
          checked={selected.has(document.id)}
          onChange={() => toggleRow(document.id)}
        />
      </StopClicks>
    ),
  }
}

function naming(reasons: boolean): readonly Column[] {
  const t = text().library
  const own = libraryText()
  return [
    {
      id: 'title',
      header: t.column.title,
      track: reasons ? 'minmax(110px, 4fr)' : 'minmax(160px, 4fr)',
      sortable: true,
      cell: (document) => (
        <span className="document-title" title={revealAsText(document.shownSource ?? document.source)}>
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
  ]
}

function status(reasons: boolean): Column {
  return {
    id: 'status',
    header: text().library.column.status,
    // Of what failed one wants to read why.
    track: reasons ? 'minmax(150px, 10fr)' : 'minmax(148px, 0.5fr)',
    sortable: true,
    firstDirection: 'descending',
    cell: (document) => <DocumentStatus document={document} hasRoom={reasons} />,
  }
}

function counting(): readonly Column[] {
  const t = text().library
  return [
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
  ]
}

function filing(): readonly Column[] {
  const own = libraryText()
  return [
    {
      id: 'source',
      header: own.column.source,
      track: 'minmax(160px, 3fr)',
      cell: (document) => (
        <span className="document-source" title={revealAsText(document.shownSource ?? document.source)}>
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
      header: text().library.column.added,
      track: '108px',
      align: 'end',
      sortable: true,
      firstDirection: 'descending',
      cell: (document) => <RelativeTime at={document.addedAt} />,
    },
  ]
}

function actions(): Column {
  return {
    id: 'actions',
    header: text().library.actionsColumn,
    headerHidden: true,
    track: '64px',
    align: 'end',
    cell: (document) => (
      <StopClicks>
        <DocumentActions document={document} />
      </StopClicks>
    ),
  }
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
