import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatNumber, formatSize } from '../../renderer/text/language'
import { messageInLanguage } from '../../renderer/text/sentences'
import { KeyValues } from '../../renderer/ui/key-values'
import { ResultList } from '../../renderer/ui/result-list'
import { useToolViewActions } from '../../renderer/ui/tool-view'
import type { collectionStateSchema, DocumentState, ingestStateSchema } from './module'
import { text } from './views-text'

/** A document in a result, with what is said of it. */
interface DocumentLine {
  readonly document_id: string
  readonly title: string
  /** The page at which it opens; the first where it is absent, none where the document has none. */
  readonly page?: number | null
  readonly meta?: string
  readonly text?: string | null
}

/** Documents of the library; a click opens one. */
export function DocumentLines({
  documents,
  note,
}: {
  readonly documents: readonly DocumentLine[]
  readonly note?: ReactNode
}) {
  const { openDocument } = useToolViewActions()
  return (
    <ResultList
      label={text().documents}
      items={documents.map(({ document_id, title, page = 1, meta, text: below }) => ({
        key: document_id,
        icon: FileText,
        title,
        meta,
        text: below,
        onOpen: () => openDocument({ documentId: document_id, title, page, passage: null }),
      }))}
      note={note}
    />
  )
}

function errorOf({ error, said }: Pick<DocumentState, 'error' | 'said'>): string | null {
  return error === null ? null : messageInLanguage(error, said)
}

/** Documents with how far each is and how large. */
export function StoredDocuments({
  documents,
  note,
}: {
  readonly documents: readonly DocumentState[]
  readonly note?: ReactNode
}) {
  return (
    <DocumentLines
      note={note}
      documents={documents.map(({ document_id, title, status, size, ...why }) => ({
        document_id,
        title,
        meta: `${text().statuses[status]} · ${formatSize(size)}`,
        text: errorOf(why),
      }))}
    />
  )
}

/** A document with all that is known of it. */
export function DocumentFacts({ output }: { readonly output: DocumentState }) {
  return (
    <>
      <StoredDocuments documents={[output]} />
      <KeyValues
        items={[
          { label: text().source, value: output.source },
          { label: text().tags, value: output.tags.join(', ') },
          ...Object.entries(output.metadata).map(([label, value]) => ({ label, value })),
        ]}
      />
    </>
  )
}

/** How far the reading of a document is, and what came of it. */
export function IngestFacts({ output }: { readonly output: z.infer<typeof ingestStateSchema> }) {
  const { document_id, title, status, pages, warnings = [] } = output
  return (
    <>
      <DocumentLines
        documents={[{ document_id, title, meta: text().statuses[status], text: errorOf(output) }]}
      />
      <KeyValues
        items={[
          { label: text().pages, value: pages === null ? '' : formatNumber(pages) },
          { label: text().chunks, value: formatNumber(output.chunks) },
          { label: text().tokens, value: formatNumber(output.tokens) },
          {
            label: text().warnings,
            value: warnings.map((each) => messageInLanguage(each.text, each.said)).join(' '),
          },
        ]}
      />
    </>
  )
}

/** The names of documents that something was done to at once. */
export function BatchDocuments({
  output,
}: {
  readonly output: { readonly results: readonly { readonly document_id: string; readonly title: string }[] }
}) {
  return (
    <ResultList
      label={text().documents}
      items={output.results.map(({ document_id, title }) => ({ key: document_id, icon: FileText, title }))}
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
