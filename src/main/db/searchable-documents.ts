import type { DocumentFilter as RowFilter } from '../../shared/contract/document-table'
import { eachIn } from './json-in-sql'
import { prepared } from './prepared'
import { conditions, valuesOf } from './row-conditions'
import type { documents } from './schema'
import type { WorkerConnection } from './worker-connection'

/** Which documents a search looks at; what is absent lets all through. */
export type DocumentFilter = ChosenDocuments & Pick<RowFilter, 'status' | 'pictures' | 'goneFrom' | 'text'>

/** What a search is asked to be of. */
export type ChosenDocuments = {
  readonly collectionId?: string | undefined
  /** All of these. */
  readonly tags?: readonly string[] | undefined
  /** Any of these MIME types, whole (`application/pdf`) or by their last part (`pdf`), or endings of files (`py`). */
  readonly types?: readonly string[] | undefined
  /** Added at this time or later (milliseconds since 1970). */
  readonly addedFrom?: number | undefined
  /** Added before this time. */
  readonly addedBefore?: number | undefined
  readonly documentId?: string | undefined
}

/** A document that can be found, and which of its entries in the index count. */
export type SearchableDocument = { readonly number: number; readonly indexing: number }

// Which documents a search is of, whether they can be found or not.
const chosen = `
  AND (@collectionId IS NULL OR d.collection_id = @collectionId)
  AND (@documentId IS NULL OR d.id = @documentId)
  AND (@addedFrom IS NULL OR d.added_at >= @addedFrom)
  AND (@addedBefore IS NULL OR d.added_at < @addedBefore)
  AND (@types IS NULL OR EXISTS (
    SELECT 1 FROM json_each(@types) type
    WHERE lower(type.value) IN (d.mime, substr(d.mime, instr(d.mime, '/') + 1))
      OR lower(substr(d.source, -length(type.value) - 1)) = '.' || lower(type.value)
  ))
  AND (@tags IS NULL OR NOT EXISTS (
    SELECT 1 FROM json_each(@tags) wanted
    WHERE wanted.value NOT IN (SELECT tag.value FROM ${eachIn('d.tags')} tag WHERE tag.type = 'text')
  ))`

// The one place that says which documents can be found; needs `defineHoldsWords`.
const searchable = ({ status, pictures, goneFrom, text }: DocumentFilter) => `
  SELECT d.number, d.indexing FROM documents d
  WHERE ${conditions({ status, pictures, goneFrom, text })} AND d.status = 'complete' ${chosen}`

function parameters(filter: DocumentFilter) {
  const list = (values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? null : JSON.stringify(values)
  return {
    ...valuesOf({ text: filter.text }),
    goneFrom: filter.goneFrom ?? null,
    collectionId: filter.collectionId ?? null,
    documentId: filter.documentId ?? null,
    addedFrom: filter.addedFrom ?? null,
    addedBefore: filter.addedBefore ?? null,
    types: list(filter.types),
    tags: list(filter.tags),
  }
}

/** The documents that a search may find. */
export function searchableDocuments(
  connection: WorkerConnection,
  filter: DocumentFilter,
): SearchableDocument[] {
  return connection.prepare(searchable(filter)).all(parameters(filter)) as SearchableDocument[]
}

/** One document as a search may find it; undefined when the filter, or its state, keeps it out. */
export function searchableDocument(
  connection: WorkerConnection,
  filter: DocumentFilter,
  number: number,
): SearchableDocument | undefined {
  return connection
    .prepare(`${searchable(filter)} AND d.number = @number`)
    .get({ ...parameters(filter), number }) as SearchableDocument | undefined
}

/** A document whose text is not read. */
export type UnreadRow = Pick<
  typeof documents.$inferSelect,
  'id' | 'title' | 'source' | 'status' | 'errorCode' | 'picturePages'
>

const unreadStatuses = [
  'error',
  'cancelled',
  'pending',
  'processing',
] as const satisfies UnreadRow['status'][]
const unread = `
  SELECT d.id, d.title, d.source, d.status, d.error_code AS errorCode, d.picture_pages AS picturePages
  FROM documents d WHERE ${conditions({})} AND d.status <> 'complete' ${chosen}`
// The newest alone are looked up in their rows.
const newestUnread = `${unread} AND d.number IN (
    SELECT number FROM documents INDEXED BY documents_by_status
    WHERE deleted_at IS NULL AND status = @status AND (@collectionId IS NULL OR collection_id = @collectionId)
    ORDER BY number DESC LIMIT @most
  ) ORDER BY d.number DESC`

/** The documents that a search with this filter is of and can't find, for they are not read: the newest `most` of each status. */
export function unreadDocuments(
  connection: WorkerConnection,
  filter: ChosenDocuments,
  most: number,
): UnreadRow[] {
  const values = parameters(filter)
  if (filter.documentId !== undefined)
    return prepared(connection, `${unread} AND d.id = @documentId`).all(values) as UnreadRow[]
  return unreadStatuses.flatMap(
    (status) => prepared(connection, newestUnread).all({ ...values, status, most }) as UnreadRow[],
  )
}

/** What changed of what a search may find since a moment that a reader remembers. */
export type SearchChanges = {
  /** To remember. */
  readonly last: number
  readonly segments: boolean
  /** All documents, when it is not known which; else those that changed. */
  readonly documents: 'all' | readonly number[]
}

/** Tells what changed since the moment `since`; null for a reader that knows nothing yet. */
export function searchChangeReader(connection: WorkerConnection): (since: number | null) => SearchChanges {
  const newest = connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'search_changes'").pluck()
  const read = connection.prepare(
    'SELECT number, kind, document_number AS document FROM search_changes WHERE number > ?',
  )
  return (since) => {
    const last = (newest.get() as number | undefined) ?? 0
    if (since === null) return { last, segments: true, documents: 'all' }
    if (last === since) return { last, segments: false, documents: [] }
    const rows = read.all(since) as { number: number; kind: string; document: number | null }[]
    // Fewer rows than numbers: some are forgotten already.
    if (rows.length < last - since) return { last, segments: true, documents: 'all' }
    const all = rows.some(({ kind }) => kind === 'documents')
    const numbers = rows.flatMap(({ document }) => (document === null ? [] : [document]))
    return {
      last,
      segments: rows.some(({ kind }) => kind === 'segments'),
      documents: all ? 'all' : [...new Set(numbers)],
    }
  }
}
