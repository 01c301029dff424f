import type { DocumentFacets, DocumentFilter, DocumentSort } from '../../shared/contract/document-table'
import { RENEWED } from './document-standing'
import { eachIn } from './json-in-sql'
import { conditions, defineHoldsWords, PRESENT, TAGGED, UNREAD_PICTURES, valuesOf } from './row-conditions'
import type { WorkerConnection } from './worker-connection'

/** Which rows of the table of documents are asked for. */
export type RowsQuery = {
  readonly filter: DocumentFilter
  readonly sort: DocumentSort
  readonly offset: number
  readonly limit: number
}

/** Reads the table of documents; each answer is of what is stored at that moment. */
export type RowReader = {
  /** The numbers of the documents of some rows, in order. */
  numbers(query: RowsQuery): number[]
  /** The ids of the documents of some rows, in order. */
  ids(query: RowsQuery): string[]
  /** How many rows a filter lets through. */
  count(filter: DocumentFilter): number
  facets(collectionId: string | undefined): DocumentFacets
}

/** What a row is ordered by, and the index that is in that order. */
const orders: Readonly<Record<DocumentSort['column'], { readonly index: string; readonly key: string }>> = {
  title: { index: 'documents_by_title', key: 'title_order' },
  type: { index: 'documents_by_type', key: 'mime' },
  status: { index: 'documents_by_status', key: 'status' },
  pages: { index: 'documents_by_pages', key: 'pages' },
  chunks: { index: 'documents_by_chunks', key: 'chunks' },
  size: { index: 'documents_by_size', key: 'size' },
  tags: { index: 'documents_by_tags', key: 'tags' },
  added: { index: 'documents_by_added', key: 'added_at' },
}

/** The type of a document until it is read. */
const UNREAD = 'application/octet-stream'

const PICTURES_INDEX = 'documents_with_pictures'

/** Opens the table on a connection; `stopIfUnwanted` throws when an answer is no longer wanted. */
export function openRowReader(connection: WorkerConnection, stopIfUnwanted: () => void): RowReader {
  // The only part of a listing that takes long is this one, once for each row.
  defineHoldsWords(connection, stopIfUnwanted)
  const read = <Value>(what: string, query: RowsQuery) => {
    const { filter, offset, limit } = query
    return connection
      .prepare(rowsSql(what, query))
      .pluck()
      .all({ ...valuesOf(filter), offset, limit }) as Value[]
  }
  return {
    numbers: (query) => read<number>('number', query),
    ids: (query) => read<string>('id', query),
    count: (filter) => connection.prepare(countSql(filter)).pluck().get(valuesOf(filter)) as number,
    facets(collectionId) {
      const where = `WHERE ${PRESENT}${collectionId === undefined ? '' : ' AND collection_id = @collectionId'}`
      const counted = (which: string) =>
        connection.prepare(`SELECT count(*) FROM documents ${which}`).pluck().get({ collectionId }) as number
      const grouped = <Row>(sql: string) => connection.prepare(sql).all({ collectionId }) as Row[]
      return {
        statuses: asShown(
          grouped(
            `SELECT status, count(*) AS documents FROM documents INDEXED BY documents_by_status ${where} GROUP BY status`,
          ),
          {
            renewed: counted(`NOT INDEXED ${where} AND status = 'complete' AND number IN (${RENEWED})`),
            pictures: counted(
              `INDEXED BY ${PICTURES_INDEX} ${where} AND ${UNREAD_PICTURES} AND status = 'error'`,
            ),
          },
        ),
        types: grouped(
          `SELECT mime AS type, count(*) AS documents FROM documents INDEXED BY documents_by_type ${where} AND mime <> '${UNREAD}' GROUP BY mime`,
        ),
        tags: grouped(
          `SELECT tag.value AS tag, count(*) AS documents FROM documents INDEXED BY documents_by_tags, ${eachIn('documents.tags')} tag
           ${where} AND ${TAGGED} AND tag.type = 'text' GROUP BY tag.value ORDER BY tag.value COLLATE NOCASE`,
        ),
        pictures: counted(`INDEXED BY ${PICTURES_INDEX} ${where} AND ${UNREAD_PICTURES}`),
      }
    },
  }
}

/**
 * As rows show it: what is complete and has a new content on its way counts as at work, and what is but a picture not as
 * failed.
 */
function asShown(
  statuses: DocumentFacets['statuses'],
  { renewed, pictures }: { readonly renewed: number; readonly pictures: number },
): DocumentFacets['statuses'] {
  if (renewed + pictures === 0) return statuses
  const counts = new Map(statuses.map(({ status, documents }) => [status, documents]))
  counts.set('error', (counts.get('error') ?? 0) - pictures)
  counts.set('complete', (counts.get('complete') ?? 0) - renewed)
  counts.set('processing', (counts.get('processing') ?? 0) + renewed)
  return Array.from(counts, ([status, documents]) => ({ status, documents })).filter(
    ({ documents }) => documents > 0,
  )
}

/** The statement that reads rows; exported for the test of how it is carried out. */
export function rowsSql(what: string, { filter, sort }: Pick<RowsQuery, 'filter' | 'sort'>): string {
  const { key } = orders[sort.column]
  const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC'
  return `SELECT ${what} FROM documents ${indexFor(filter, sort.column)} WHERE ${conditions(filter)}
    ORDER BY ${key} ${direction}, number ${direction} LIMIT @limit OFFSET @offset`
}

function countSql(filter: DocumentFilter): string {
  return `SELECT count(*) FROM documents ${indexFor(filter, 'added')} WHERE ${conditions(filter)}`
}

/** Few documents have tags or are other than complete: those are looked up and sorted, the rest is read in order. */
function indexFor(
  { tag, status, pictures, goneFrom }: DocumentFilter,
  column: DocumentSort['column'],
): string {
  if (pictures === true) return `INDEXED BY ${PICTURES_INDEX}`
  if (tag !== undefined) return `INDEXED BY ${orders.tags.index}`
  // The first are named by their numbers; of the others no index tells, and all are looked at as they lie.
  if (status === 'at_work' || goneFrom !== undefined) return 'NOT INDEXED'
  if (status === 'error' || status === 'cancelled') return `INDEXED BY ${orders.status.index}`
  return `INDEXED BY ${orders[column].index}`
}
