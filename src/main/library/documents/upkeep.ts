import { unlessAborted } from '../../async/until-aborted'
import { BEFORE_ANY_TIME } from '../../db/before-any-time'
import { anyToRemove } from '../../db/deleted-documents'
import { dropUnfinishedReadings } from '../../db/document-readings'
import { anyIndexed, anyToIndex, unfinishedDocuments } from '../../db/documents'
import { isErasingDue, setErasingDue } from '../../db/erasing'
import type { Database } from '../../db/open'
import type { Ingest } from '../ingest/ingest'
import type { IndexClient } from '../threads/index-client'
import type { LibraryToolService } from '../tool-service'

type Upkeep = Pick<
  LibraryToolService,
  'resume' | 'openForSearches' | 'removeLetGo' | 'checkIndex' | 'rebuildIndex'
>

/** What the upkeep is made of. */
export type UpkeepParts = {
  readonly db: Database
  readonly index: IndexClient
  readonly ingest: Ingest
  readonly closed: () => boolean
  /** Told of failures that no document can show. */
  readonly report: (error: unknown) => void
}

/** Goes on with what an earlier end of the program left undone, and keeps the index whole. */
export function createUpkeep({ db, index, ingest, closed, report }: UpkeepParts): Upkeep {
  /** Not what is being read anew beside its document. */
  async function purge(): Promise<void> {
    setErasingDue(db, true)
    await index.purge(BEFORE_ANY_TIME)
  }

  async function eraseWhereDue(): Promise<void> {
    if (!isErasingDue(db)) return
    await index.erase()
    setErasingDue(db, false)
  }

  /** Gives entries in the index to every document that has none, a part at a time so that new ones go between. */
  async function indexAllWaiting(): Promise<void> {
    if (!anyToIndex(db)) return
    while (!closed() && (await index.indexWaiting()) > 0) index.merge()
  }

  /** Closing ends it; the next start does it. */
  function unlessClosed(error: unknown): void {
    if (!closed()) report(error)
  }

  return {
    resume() {
      dropUnfinishedReadings(db)
      const unfinished = unfinishedDocuments(db)
      for (const number of unfinished.ingest) ingest.enqueue(number)
      for (const number of unfinished.retitle) ingest.retitle(number)
      indexAllWaiting().catch(unlessClosed)
      // Looked at here first: most starts have nothing to purge and need no thread for it.
      const deleted = anyToRemove(db) ? purge() : Promise.resolve()
      deleted.then(eraseWhereDue).catch(unlessClosed)
      ingest.readOutdated()
    },
    openForSearches() {
      if (anyIndexed(db)) index.openForSearches().catch(unlessClosed)
    },
    removeLetGo() {
      purge().then(eraseWhereDue).catch(unlessClosed)
    },
    checkIndex: (documents) => index.check(documents),
    async rebuildIndex(signal) {
      await index.forget()
      const made = indexAllWaiting()
      made.catch((error: unknown) => {
        // Else its caller is told.
        if (signal.aborted) unlessClosed(error)
      })
      await unlessAborted(signal, made)
    },
  }
}
