import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatMoment, formatNumber, formatSize } from '../../renderer/text/language'
import { messageInLanguage } from '../../renderer/text/sentences'
import { typeName } from '../../renderer/text/type-name'
import { DocumentCard } from '../../renderer/ui/document-card'
import { HiddenText, revealed } from '../../renderer/ui/hidden-text'
import { KeyValues } from '../../renderer/ui/key-values'
import { ProgressBar } from '../../renderer/ui/progress-bar'
import { ResultList } from '../../renderer/ui/result-list'
import { StatusDot } from '../../renderer/ui/status-dot'
import { Table } from '../../renderer/ui/table'
import type { Tone } from '../../renderer/ui/tone'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import type { collectionStateSchema, DocumentState, ingestStateSchema } from './module'
import { text } from './views-text'

/** Documents that are shown as cards; of more a table tells in less room what differs. */
const mostCards = 4

const tones: Readonly<Record<DocumentState['status'], Tone>> = {
  pending: 'neutral',
  processing: 'accent',
  complete: 'success',
  error: 'danger',
  cancelled: 'neutral',
}

/** Where a document stands, as a dot and a word. */
function standing(status: DocumentState['status']): { readonly tone: Tone; readonly label: string } {
  return { tone: tones[status], label: text().statuses[status] }
}

/** What is done with a document in a result: opened. */
export function useOpenDocument() {
  const { openDocument } = useToolViewActions()
  /** Opens at a page; without one at the first, or as text where the document is known to have none. */
  return (document_id: string, title: string, page: number | null = 1) =>
    openDocument({ documentId: document_id, title, page, passage: null })
}

/** By the time that this is looked at, what was not read yet may long be: nothing is said of it. */
function isSettled(status: DocumentState['status']): boolean {
  return status !== 'pending' && status !== 'processing'
}

/** What the library knows of a document alone by its arrival, as a card; a click opens it. */
export function ArrivedDocument({
  document: { document_id, title, status },
  source,
  children,
}: {
  readonly document: Pick<DocumentState, 'document_id' | 'title'> & {
    readonly status?: DocumentState['status']
  }
  readonly source?: string | undefined
  readonly children?: ReactNode
}) {
  const open = useOpenDocument()
  return (
    <DocumentCard
      title={title}
      facts={[]}
      status={status !== undefined && isSettled(status) ? standing(status) : undefined}
      more={source === undefined ? [] : [{ label: text().source, value: source }]}
      openLabel={text().open}
      tagsLabel={text().tags}
      onOpen={() => open(document_id, title)}
    >
      {children}
    </DocumentCard>
  )
}

function errorOf({ error, said }: Pick<DocumentState, 'error' | 'said'>): string | null {
  return error === null ? null : messageInLanguage(error, said)
}

/** A format without pages opens as text; of what is still being read nobody knows. */
function firstPage({ pages, status }: Pick<DocumentState, 'pages' | 'status'>): number | null {
  return pages === null && status === 'complete' ? null : 1
}

/** A document with all that is known of it, as a card. */
export function DocumentFacts({ output }: { readonly output: DocumentState }) {
  const open = useOpenDocument()
  const { collectionName } = useToolViewActions()
  const { document_id, title, pages, tags } = output
  return (
    <DocumentCard
      title={title}
      facts={[
        typeName(output.mime),
        pages === null ? '' : text().pageCount(pages),
        formatSize(output.size),
        text().addedOn(formatMoment(output.added_at)),
      ]}
      status={standing(output.status)}
      tags={tags}
      more={[
        { label: text().collection, value: collectionName(output.collection_id) ?? '' },
        { label: text().source, value: output.source },
        ...Object.entries(output.metadata).map(([label, value]) => ({ label, value })),
      ]}
      error={errorOf(output)}
      openLabel={text().open}
      tagsLabel={text().tags}
      onOpen={() => open(document_id, title, firstPage(output))}
    />
  )
}

/** Documents with how far each is and how large: a few as cards, more as a table. */
export function StoredDocuments({
  documents,
  note,
}: {
  readonly documents: readonly DocumentState[]
  readonly note?: ReactNode
}) {
  return (
    <div>
      {documents.length <= mostCards ? (
        documents.map((document) => <DocumentFacts key={document.document_id} output={document} />)
      ) : (
        <DocumentTable documents={documents} />
      )}
      {note && <p className="ui-results-note">{note}</p>}
    </div>
  )
}

function DocumentTable({ documents }: { readonly documents: readonly DocumentState[] }) {
  const open = useOpenDocument()
  return (
    <Table
      caption={text().documents}
      rowKey={({ document_id }) => document_id}
      rows={documents}
      columns={[
        {
          id: 'title',
          header: text().title,
          cell: (row) => (
            <>
              <button
                type="button"
                className="ui-document-link"
                onClick={() => open(row.document_id, row.title, firstPage(row))}
              >
                <HiddenText text={row.title} />
              </button>
              {row.error !== null && <p className="ui-document-facts">{revealed(errorOf(row))}</p>}
            </>
          ),
        },
        {
          id: 'status',
          header: text().status,
          cell: ({ status }) => <StatusDot {...standing(status)} />,
        },
        { id: 'type', header: text().type, cell: ({ mime }) => revealed(typeName(mime)) },
        {
          id: 'pages',
          header: text().pages,
          align: 'end',
          cell: ({ pages }) => (pages === null ? '' : formatNumber(pages)),
        },
        { id: 'size', header: text().size, align: 'end', cell: ({ size }) => formatSize(size) },
      ]}
    />
  )
}

/** How far the reading of a document is, and what came of it. */
export function IngestFacts({ output }: { readonly output: z.infer<typeof ingestStateSchema> }) {
  const open = useOpenDocument()
  const { document_id, title, status, pages, progress, warnings = [] } = output
  return (
    <DocumentCard
      title={title}
      facts={[
        pages === null ? '' : text().pageCount(pages),
        text().passageCount(output.chunks),
        text().tokenCount(output.tokens),
      ]}
      status={standing(status)}
      error={errorOf(output)}
      more={[
        {
          label: text().warnings,
          value: warnings.map((each) => messageInLanguage(each.text, each.said)).join(' '),
        },
      ]}
      openLabel={text().open}
      tagsLabel={text().tags}
      onOpen={() => open(document_id, title, firstPage(output))}
    >
      {status === 'processing' && progress.total !== null && progress.total > 0 && (
        <ProgressBar
          label={text().statuses.processing}
          value={progress.done / progress.total}
          detail={text().progress(progress.done, progress.total)}
        />
      )}
    </DocumentCard>
  )
}

/** Several documents that came at once. */
export function ArrivedDocuments({
  documents,
  note,
}: {
  readonly documents: readonly (Pick<DocumentState, 'document_id' | 'title' | 'status'> & {
    readonly source?: string | undefined
    readonly new_version?: boolean | undefined
  })[]
  readonly note?: ReactNode
}) {
  const open = useOpenDocument()
  return (
    <ResultList
      label={text().documents}
      note={note}
      items={documents.map(({ document_id, title, status, source, new_version }) => ({
        key: document_id,
        icon: FileText,
        title,
        ...(new_version === true
          ? { meta: text().outcomes.changed }
          : isSettled(status) && { meta: text().statuses[status] }),
        text: source,
        onOpen: () => open(document_id, title),
      }))}
    />
  )
}

/** The names of documents that something was done to at once; those that are still there open. */
export function BatchDocuments({
  output,
  gone = false,
}: {
  readonly output: { readonly results: readonly { readonly document_id: string; readonly title: string }[] }
  readonly gone?: boolean
}) {
  const open = useOpenDocument()
  return (
    <ResultList
      label={text().documents}
      items={output.results.map(({ document_id, title }) => ({
        key: document_id,
        icon: FileText,
        title,
        ...(gone ? {} : { onOpen: () => open(document_id, title) }),
      }))}
    />
  )
}

/** A collection with how many documents it has. */
export function CollectionFacts({ output }: { readonly output: z.infer<typeof collectionStateSchema> }) {
  return (
    <KeyValues
      items={[
        { label: text().name, value: output.name },
        { label: text().description, value: output.description },
        { label: text().documents, value: formatNumber(output.documents) },
      ]}
    />
  )
}
