import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type DocumentRow, documentWithContent } from '../../db/documents'
import { isWatchedDocument } from '../../db/watched-folders'
import type { FileContent } from '../../workers/index-protocol'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import type { Stages } from './stages'

/**
 * Makes sure that a document's original is kept; answers what it is. Throws `conflict` where the file is another one
 * than was added, and `already_exists` where the same content is in the collection.
 */
export type AcquireStage = (row: DocumentRow, job: Job) => Promise<FileContent>

/** Makes the first stage. */
export function createAcquireStage({
  db,
  index,
  pool,
  stages,
}: Pick<IngestParts, 'db' | 'index' | 'pool'> & { readonly stages: Stages }): AcquireStage {
  /**
   * The document that one is the same as: one that is read, or was added before it. Of two that are both on their way
   * the first stays, whichever is copied first.
   */
  function earlierWithContent(row: DocumentRow, sha256: string): DocumentRow | undefined {
    // What was read before is in the library with its content; a version takes the place of another.
    if (row.extractor !== null || row.versionOf !== null) return undefined
    const same = documentWithContent(db, sha256, row.collectionId, row.number)
    if (same === undefined || (same.status !== 'complete' && same.number > row.number)) return undefined
    // What comes from a watched folder was compared with the others already, by what they are about to become.
    return isWatchedDocument(db, row.id) ? undefined : same
  }

  return async (row, job) => {
    await stages.enter(job, 'acquire')
    // While the disk takes the copy, which is waited for, there is time for that.
    if (!job.recognizing) pool.warm()
    const known = row.sha256 === null ? null : { sha256: row.sha256, size: row.size }
    const file = { path: row.source, size: row.size, known }
    const { sha256, size, copied } = await index.acquire(file, job.signal)
    if (copied && row.sha256 !== null && row.sha256 !== sha256) {
      throw new AppError('conflict', say('document.changed_since'))
    }
    const same = earlierWithContent(row, sha256)
    if (same !== undefined) {
      throw new AppError('already_exists', say('document.same_content', { title: same.title }))
    }
    return { sha256, size }
  }
}
