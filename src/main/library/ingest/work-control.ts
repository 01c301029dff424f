import type { Document } from '../../../shared/contract/document'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { withoutFailure } from '../../db/document-readings'
import { unreadVersions } from '../../db/document-versions'
import {
  changeBeforeIndexing,
  changeDocument,
  type DocumentRow,
  findDocument,
  isRead,
  presentDocument,
} from '../../db/documents'
import type { Database } from '../../db/open'
import { faultPoint } from '../../disk/fault-point'
import type { Announcer } from '../documents/announce'
import { stopVersion } from '../documents/document-versions'
import type { ExtractPool } from '../threads/extract-pool'
import type { LibraryToolService } from '../tool-service'
import type { IndexedAs } from './indexed-as'
import type { Ingest } from './ingest'

type WorkControl = Pick<
  LibraryToolService,
  'cancel' | 'cancelAll' | 'restart' | 'unlock' | 'undoRestart' | 'isRecognized'
>

/** What the control of ingestion is made of. */
export type WorkControlParts = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly pool: ExtractPool
  readonly ingest: Ingest
  readonly indexedAs: IndexedAs
  readonly announcer: Announcer
  readonly now: () => number
  readonly view: (row: DocumentRow) => Document
  /** Changes a row from outside ingestion and tells everyone. */
  readonly change: (number: number, changes: Parameters<typeof changeDocument>[2]) => Document
  readonly together: LibraryToolService['together']
}

/** Stops and starts the work on documents, for people and tools. */
export function createWorkControl(parts: WorkControlParts): WorkControl {
  const { db, blobs, pool, ingest, indexedAs, announcer, now, view, change, together } = parts

  function cancel(row: DocumentRow): Document {
    if (!isAtWork(row)) return cancelRenewal(row)
    // Whether its pictures are to be read stays as it was asked for: the work ends, not the wish.
    const back = change(row.number, isRead(row) ? indexedAs.asRead(row) : { status: 'cancelled' })
    // Only what could be written down is left: on a full disk the work goes on later.
    ingest.abandon(row.number)
    if (!isRead(row)) return back
    if (back.stage === 'index') ingest.retitle(row.number)
    return back
  }

  /** The document stays as it is. */
  function cancelRenewal(row: DocumentRow): Document {
    for (const version of versionsAtWork(row)) {
      stopVersion(parts, version)
      announcer.changed(row.number, true)
    }
    return view(row)
  }

  function restart(row: DocumentRow, password?: string, recognize = row.recognize === 1): Document {
    if (isAtWork(row)) return view(row)
    indexedAs.remember(row)
    const restarted = change(row.number, {
      status: 'pending',
      stage: 'waiting',
      ...withoutFailure(row),
      recognize: recognize ? 1 : 0,
      // The file is not what was chosen first; restarting chooses it as it is now.
      ...(row.errorCode === 'conflict' ? { sha256: null, extractor: null } : {}),
    })
    faultPoint('document restarted')
    ingest.enqueue(row.number, password)
    return restarted
  }

  function versionsAtWork({ id }: DocumentRow): DocumentRow[] {
    return unreadVersions(db, id).filter(isAtWork)
  }

  return {
    cancel: (id) => cancel(presentDocument(db, id)),
    async cancelAll(ids) {
      let cancelled = 0
      await together(ids, (id) => {
        const row = findDocument(db, id)
        if (row === undefined || row.deletedAt !== null || !(isAtWork(row) || versionsAtWork(row).length > 0))
          return
        cancel(row)
        cancelled++
      })
      return cancelled
    },
    restart: (id, recognize) => restart(presentDocument(db, id), undefined, recognize),
    async unlock(id, password, signal) {
      const row = presentDocument(db, id)
      if (row.status !== 'error' || row.errorCode !== 'locked' || row.sha256 === null) {
        throw new AppError('conflict', say('document.no_password_wanted'))
      }
      await pool.tryPassword(blobs.path(row.sha256), password, { signal })
      return restart(presentDocument(db, id), password)
    },
    isRecognized: (id) => presentDocument(db, id).recognize === 1,
    undoRestart(id, before, recognize) {
      const row = presentDocument(db, id)
      const asked = { recognize: recognize === undefined ? undefined : Number(recognize), updatedAt: now() }
      if (row.status === 'complete') {
        if (row.errorMessage === null && asked.recognize === undefined) return view(row)
        // Read anew, or put back after that failed, which it no longer says.
        changeDocument(db, row.number, { ...withoutFailure(row), ...asked })
      } else {
        const isBack = isRead(row) && (before === 'complete' || isAtWork(row))
        const back = isBack ? indexedAs.asRead(row) : null
        if (back !== null) changeDocument(db, row.number, { ...back, ...asked })
        // What is being written ends better by itself.
        else if (!changeBeforeIndexing(db, row.number, { status: 'cancelled', ...asked })) return view(row)
        ingest.abandon(row.number)
        if (back?.stage === 'index') ingest.retitle(row.number)
      }
      announcer.changed(row.number, true)
      return view(presentDocument(db, id))
    },
  }
}

function isAtWork({ status }: DocumentRow): boolean {
  return status === 'pending' || status === 'processing'
}
