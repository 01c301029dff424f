import { dropReading, insertReading, succeedDocument } from '../../db/document-readings'
import type { DocumentRow } from '../../db/documents'
import type { PackedDocument } from '../../workers/index-protocol'
import type { IngestParts } from './parts'

/**
 * Stores what was read anew of a document beside what it has, where nobody sees it; then the new reading takes the place
 * of the old one, in one step. Answers the row that is the document from then on; undefined, with the document as it
 * was, when that is no longer to be replaced. What is left over of the two is to be purged.
 */
export type StoreBeside = (
  document: DocumentRow,
  read: Omit<PackedDocument, 'document'>,
  how: Parameters<typeof succeedDocument>[3],
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
) => Promise<DocumentRow | undefined>

/** Makes the way to store a new reading. */
export function createStoreBeside({ db, index }: Pick<IngestParts, 'db' | 'index'>): StoreBeside {
  return async (document, read, how, signal, onProgress) => {
    const reading = insertReading(db, document).number
    let succeeded: DocumentRow | undefined
    try {
      await index.store({ ...read, document: reading }, signal, onProgress)
      signal.throwIfAborted()
      succeeded = succeedDocument(db, document.number, reading, how)
    } finally {
      if (succeeded === undefined) dropReading(db, reading)
    }
    return succeeded
  }
}
