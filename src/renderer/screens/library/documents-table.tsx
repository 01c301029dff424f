import { Ban, Ellipsis, MessageSquareText, RotateCw, ScanText, Trash2 } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Document } from '../../../shared/contract/library'
import { attachDocuments } from '../../stores/conversations'
import { cancelDocument, proposeDeletion, restartDocument } from '../../stores/library'
import { goTo, inspect, review, usePage } from '../../stores/page'
import { attempt, notify } from '../../stores/toasts'
import { formatNumber } from '../../text/language'
import { text } from '../../text/text'
import { FileSize } from '../../ui/file-size'
import { HiddenText } from '../../ui/hidden-text'
import { IconButton } from '../../ui/icon-button'
import { Menu } from '../../ui/menu'
import { ProgressBar } from '../../ui/progress-bar'
import { RelativeTime } from '../../ui/relative-time'
import { StatusDot } from '../../ui/status-dot'
import type { Tone } from '../../ui/tone'
import { type Sort, type VirtualColumn, VirtualTable } from '../../ui/virtual-table'
import { sortDocuments } from './sort-documents'

const tones: Readonly<Record<Document['status'], Tone>> = {
  pending: 'neutral',
  processing: 'accent',
  complete: 'success',
  error: 'danger',
  cancelled: 'neutral',
}

/** The documents that are shown; a click opens one in the inspector. */
export function DocumentsTable({ documents }: { readonly documents: readonly Document[] }) {
  const [sort, setSort] = useState<Sort>({ column: 'added', direction: 'descending' })
  const rows = useMemo(() => sortDocuments(documents, sort), [documents, sort])
  const opened = usePage(({ inspected }) => (inspected?.kind === 'document' ? inspected.documentId : null))
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const t = text().library
  const columns: readonly VirtualColumn<Document>[] = [
    {
      id: 'title',
      header: t.column.title,
      track: 'minmax(200px, 1fr)',
      sortable: true,
      cell: (document) => (
        <span className="document-title" title={document.source}>
          <HiddenText text={document.title} />
        </span>
      ),
    },
    {
      id: 'status',
      header: t.column.status,
      track: 'minmax(168px, 0.6fr)',
      sortable: true,
      cell: (document) => <Status document={document} />,
    },
    {
      id: 'pages',
      header: t.column.pages,
      track: '72px',
      align: 'end',
      sortable: true,
      cell: (document) => (document.pages === null ? '' : formatNumber(document.pages)),
    },
    {
      id: 'chunks',
      header: t.column.chunks,
      track: '76px',
      align: 'end',
      sortable: true,
      cell: (document) => (document.chunks === 0 ? '' : formatNumber(document.chunks)),
    },
    {
      id: 'size',
      header: t.column.size,
      track: '92px',
      align: 'end',
      sortable: true,
      cell: (document) => <FileSize bytes={document.size} />,
    },
    {
      id: 'added',
      header: t.column.added,
      track: '112px',
      align: 'end',
      sortable: true,
      cell: (document) => <RelativeTime at={document.addedAt} />,
    },
    {
      id: 'actions',
      header: t.actionsColumn,
      headerHidden: true,
      track: '84px',
      align: 'end',
      cell: (document) => <Actions document={document} />,
    },
  ]
  const shown = columns.filter((column) => width >= (neededWidth[column.id] ?? 0))
  return (
    <div ref={frame} className="documents">
      <VirtualTable
        label={t.documents}
        columns={shown}
        rows={rows}
        rowKey={(document) => document.id}
        rowHeight={40}
        minWidth={460}
        sort={sort}
        onSortChange={setSort}
        selection="single"
        selected={opened === null ? new Set() : new Set([opened])}
        onSelectedChange={(selected) => {
          const document = rows.find((row) => selected.has(row.id))
          if (document) open(document)
        }}
        onOpen={open}
      />
    </div>
  )
}

/** Pixels that the table must have for a column to be worth its place. */
const neededWidth: Readonly<Record<string, number>> = { chunks: 860, added: 760, pages: 640, size: 560 }

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

function open(document: Document): void {
  inspect({ kind: 'document', documentId: document.id, title: document.title, page: 1, passage: null })
}

function Status({ document }: { readonly document: Document }) {
  const t = text().library
  const { status, stage, progress, error } = document
  if (status === 'processing') {
    const share = progress.total ? progress.done / progress.total : undefined
    return (
      <ProgressBar
        label={t.stage[stage]}
        value={share}
        detail={progress.total ? t.progress(progress.done, progress.total) : undefined}
      />
    )
  }
  return (
    <span className="document-status" title={error ?? undefined}>
      <StatusDot tone={tones[status]} label={t.status[status]} />
      {error && <span className="document-error">{error}</span>}
    </span>
  )
}

function Actions({ document }: { readonly document: Document }) {
  const t = text().library
  const atWork = document.status === 'pending' || document.status === 'processing'
  const canRestart = document.status === 'error' || document.status === 'cancelled'
  const stop = (event: React.SyntheticEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps clicks on the buttons from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside take the keys
    <span className="document-actions" onClick={stop} onDoubleClick={stop}>
      {atWork && (
        <IconButton
          icon={Ban}
          size="sm"
          label={t.cancelOf(document.title)}
          onClick={() => void attempt(cancelDocument(document.id))}
        />
      )}
      {canRestart && (
        <IconButton
          icon={RotateCw}
          size="sm"
          label={t.retryOf(document.title)}
          onClick={() => void attempt(restartDocument(document.id))}
        />
      )}
      <Menu
        align="end"
        trigger={(props) => (
          <IconButton {...props} icon={Ellipsis} size="sm" label={t.actions(document.title)} />
        )}
        items={[
          { id: 'open', icon: ScanText, label: t.open, onSelect: () => open(document) },
          { id: 'ask', icon: MessageSquareText, label: t.ask, onSelect: () => ask(document) },
          {
            id: 'restart',
            icon: RotateCw,
            label: t.restart,
            disabled: atWork,
            onSelect: () => void attempt(restartDocument(document.id)),
          },
          { kind: 'separator', id: 'line' },
          {
            id: 'delete',
            icon: Trash2,
            label: t.delete,
            danger: true,
            onSelect: () => void remove(document),
          },
        ]}
      />
    </span>
  )
}

function ask(document: Document): void {
  attachDocuments(null, [document])
  goTo({ screen: 'chat', id: null })
}

async function remove(document: Document): Promise<void> {
  const outcome = await attempt(proposeDeletion(document.id))
  if (outcome === undefined) return
  if (outcome.status === 'proposed') review(outcome.proposal.id, true)
  else if (!outcome.result.success) notify({ tone: 'danger', title: outcome.result.content })
}
