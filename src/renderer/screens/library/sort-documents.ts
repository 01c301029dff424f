import type { Document } from '../../../shared/contract/library'
import type { Sort } from '../../ui/virtual-table'

const statusOrder: readonly Document['status'][] = ['processing', 'pending', 'error', 'cancelled', 'complete']

/** Documents in the order of a column; equal ones stay newest first. */
export function sortDocuments(
  documents: readonly Document[],
  { column, direction }: Sort,
): readonly Document[] {
  const sign = direction === 'ascending' ? 1 : -1
  return documents.toSorted((a, b) => sign * compare(a, b, column) || b.addedAt - a.addedAt)
}

function compare(a: Document, b: Document, column: string): number {
  switch (column) {
    case 'title':
      return a.title.localeCompare(b.title, undefined, { numeric: true })
    case 'status':
      return statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status)
    case 'pages':
      return (a.pages ?? 0) - (b.pages ?? 0)
    case 'chunks':
      return a.chunks - b.chunks
    case 'size':
      return a.size - b.size
    default:
      return a.addedAt - b.addedAt
  }
}
