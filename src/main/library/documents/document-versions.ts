import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { asRead } from '../../db/document-readings'
import { exchangeVersion, insertVersion, unreadVersions } from '../../db/document-versions'
import { changeDocument, type DocumentRow, findDocument, isRead } from '../../db/documents'
import type { Database } from '../../db/open'
import { faultPoint } from '../../disk/fault-point'
import type { Ingest } from '../ingest/ingest'
import type { DocumentVersion } from '../tool-service'

/** A new version as it is to be taken. */
export type VersionToTake = Omit<DocumentVersion, 'from'> & {
  /** Whether the document has nothing that was read and would be replaced, so that it is read anew itself. */
  readonly inPlace: boolean
  /** Bytes. */
  readonly size: number
  /** The file that it is read from. */
  readonly path: string
  /** Whether that is another file than the document's, and the one that it is made from from then on. */
  readonly elsewhere?: boolean
}

/** Changes which content a document has; each call in a transaction of its caller. */
export type DocumentVersions = {
  /**
   * Stores a new version; answers the number of what is to be read, null where there is no such document. What was never
   * read is read anew in its place; what was keeps its content until the new one is read.
   */
  take(version: VersionToTake): number | null
  /** Why a version can't be taken back, or taken again; null when it can. */
  obstacle(version: DocumentVersion, forward: boolean): 'changed' | 'gone' | null
  /** Takes a version back, or takes it again; answers what the document is from then on. */
  set(version: DocumentVersion, forward: boolean): DocumentRow | undefined
}

/** Ends the work on a version that has not taken its place: its document stays as it is. */
export function stopVersion(
  { db, ingest }: { readonly db: Database; readonly ingest: Pick<Ingest, 'abandon'> },
  { number }: DocumentRow,
): void {
  changeDocument(db, number, { status: 'cancelled' })
  ingest.abandon(number)
}

/** Over the documents of a database. */
export function createDocumentVersions({
  db,
  ingest,
  now,
}: {
  readonly db: Database
  readonly ingest: Pick<Ingest, 'abandon'>
  readonly now: () => number
}): DocumentVersions {
  function take({ documentId, versionId, to, size, path, inPlace, elsewhere }: VersionToTake): number | null {
    const found = findDocument(db, documentId)
    if (found === undefined || found.deletedAt !== null) return null
    const row = elsewhere === true ? { ...found, source: path, sourceGone: 0 } : found
    if (inPlace && row.status === 'complete') throw unversionable(row.title)
    for (const waiting of unreadVersions(db, documentId)) stopVersion({ db, ingest }, waiting)
    if (!inPlace) {
      if (elsewhere === true) changeDocument(db, row.number, { source: path, sourceGone: 0 })
      leaveAsRead(row)
      const { number } = insertVersion(db, row, { id: versionId, sha256: to, size, at: now() })
      faultPoint('version inserted')
      return number
    }
    ingest.abandon(row.number)
    changeDocument(db, row.number, {
      ...{
        sha256: to,
        size,
        source: path,
        sourceGone: 0,
        errorCode: null,
        errorMessage: null,
        updatedAt: now(),
      },
      // What was read of the former content is no longer its own.
      extractor: null,
      status: 'pending',
      stage: 'waiting',
    })
    return row.number
  }

  /** One that is to be read again has its new content read instead. */
  function leaveAsRead(row: DocumentRow): void {
    if (row.status === 'complete') return
    if (!isRead(row)) throw unversionable(row.title)
    changeDocument(db, row.number, { ...asRead(row), updatedAt: now() })
    ingest.abandon(row.number)
  }

  function obstacle(version: DocumentVersion, forward: boolean): 'changed' | 'gone' | null {
    const document = findDocument(db, version.documentId)
    const other = findDocument(db, version.versionId)
    if (document === undefined || other === undefined) return 'gone'
    if (other.versionOf === version.documentId) return null
    const [now_, then] = forward ? [version.from, version.to] : [version.to, version.from]
    return document.sha256 === now_ && other.sha256 === then && isRead(other) ? null : 'changed'
  }

  function set(version: DocumentVersion, forward: boolean): DocumentRow | undefined {
    const other = findDocument(db, version.versionId)
    if (other?.versionOf === version.documentId) {
      if (!forward) stopVersion({ db, ingest }, other)
      else if (other.status === 'cancelled') {
        changeDocument(db, other.number, { status: 'pending', stage: 'waiting' })
      }
      return findDocument(db, version.versionId)
    }
    const former = findDocument(db, version.documentId)
    const row = exchangeVersion(db, version.documentId, version.versionId, now())
    faultPoint('version exchanged')
    if (row !== undefined && former !== undefined) ingest.abandon(former.number)
    return row
  }

  return { take, obstacle, set }
}

/** Of a document whose content changed otherwise meanwhile. */
export function unversionable(title: string): AppError {
  return new AppError('conflict', say('document.changed_again', { title }))
}
