import type { Document } from '../../../shared/contract/document'
import { type DocumentRow, documentsByNumbers } from '../../db/documents'
import type { Database } from '../../db/open'
import type { Library } from '../../services/library'
import type { IndexClient } from '../threads/index-client'

type Table = Pick<Library, 'rows' | 'rowIds' | 'countRows' | 'facets'>

/** The table of documents: a worker says which rows there are, and the rows themselves are read here. */
export function createDocumentTable(
  db: Database,
  { rows }: Pick<IndexClient, 'rows'>,
  view: (row: DocumentRow) => Document,
): Table {
  return {
    async rows(query, signal) {
      const found = documentsByNumbers(db, await rows.numbers(query, signal))
      // One that was deleted, or read anew under another number, since the worker looked is told of by an event.
      return found.filter(({ deletedAt }) => deletedAt === null).map(view)
    },
    rowIds: (query, signal) => rows.ids(query, signal),
    countRows: (filter, signal) => rows.count(filter, signal),
    facets: (collectionId, signal) => rows.facets(collectionId, signal),
  }
}
