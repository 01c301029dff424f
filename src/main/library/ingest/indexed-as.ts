import { asRead, isIndexedAs } from '../../db/document-readings'
import type { changeDocument, DocumentRow } from '../../db/documents'

/**
 * Knows under which title and file name the index has the documents that are read again, in this process: what is then
 * put back as it was is not indexed anew without a reason.
 */
export type IndexedAs = {
  /** Told before a document is to be read again. */
  remember(row: DocumentRow): void
  forget(number: number): void
  /** What makes a document what was read of it before; at stage `index` where the index is to be told of its title. */
  asRead(row: DocumentRow): Parameters<typeof changeDocument>[2]
}

/** Begins empty: of what was to be read again before, nobody knows what it was called then. */
export function createIndexedAs(): IndexedAs {
  const rows = new Map<number, DocumentRow>()
  return {
    remember(row) {
      // What failed or was cancelled on the way to being read again is in the index as it was at first.
      if (row.status === 'complete') rows.set(row.number, row)
    },
    forget: (number) => rows.delete(number),
    asRead(row) {
      const before = rows.get(row.number)
      rows.delete(row.number)
      const isSame = before !== undefined && isIndexedAs(before, row)
      return { ...asRead(row), ...(isSame ? { stage: 'done' } : {}) }
    },
  }
}
