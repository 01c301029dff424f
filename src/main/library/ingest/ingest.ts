import { BEFORE_ANY_TIME } from '../../db/before-any-time'
import { documentByNumber, nextOutdated } from '../../db/documents'
import type { IngestProgress } from '../documents/document-view'
import { CURRENT_EXTRACTORS } from '../extractors/versions'
import { sharingTheNext } from '../threads/sharing-the-next'
import { createIngestDocument } from './document'
import type { IngestParts } from './parts'
import { createIngestQueue } from './queue'
import { createReadAgain } from './read-again'
import { createReading } from './reading'
import { createStoreBeside } from './store-beside'

/** Takes documents from `pending` to `complete`; the row is the job, so that nothing is lost by a crash. */
export type Ingest = {
  /** Starts a pending document as soon as there is room; a password is forgotten with the work that it is for. */
  enqueue(number: number, password?: string): void
  /** Brings the index up to a new title, in the background. */
  retitle(number: number): void
  /** Reads documents again that an older extractor read, one at a time and only while nothing else waits. */
  readOutdated(): void
  /** Ends the work on a document without touching its row. */
  abandon(number: number): void
  progress(number: number): IngestProgress | undefined
  /** Ends all work; the rows stay as they are, for the next start. */
  close(): Promise<void>
}

/** Starts ingestion with an empty queue. */
export function createIngest(parts: IngestParts): Ingest {
  const { db, pool, index, onChange, report } = parts
  const reading = createReading(parts)
  const storeBeside = createStoreBeside(parts)
  // Many documents may be read again at a time: each need not be looked for by itself.
  const removeReplaced = sharingTheNext(async () => {
    if (!queue.closed) await index.purge(BEFORE_ANY_TIME)
  })
  const queue = createIngestQueue({
    sizeOf: (number) => documentByNumber(db, number)?.size ?? 0,
    ingest: createIngestDocument({
      ...{ ...parts, reading, storeBeside, retitle },
      removeReplaced: () => queue.track(removeReplaced()),
      abandon: (number) => queue.abandon(number),
    }),
    nextOutdated: (after) => nextOutdated(db, after, CURRENT_EXTRACTORS),
    readAgain: createReadAgain({
      ...{ ...parts, reading, storeBeside, retitle, removeReplaced },
      closed: () => queue.closed,
    }),
    onIdle: () => index.merge(),
    report,
  })

  function retitle(number: number): void {
    if (queue.closed) return
    // Whoever asks may be in the middle of a transaction, of which the index's thread knows nothing yet.
    queue.track(
      Promise.resolve()
        .then(() => index.retitle(number))
        .then(() => onChange(number, true)),
    )
  }

  return {
    enqueue: queue.add,
    retitle,
    readOutdated: queue.beginOutdated,
    abandon: queue.abandon,
    progress: queue.progress,
    async close() {
      queue.close()
      await Promise.all([index.close(), pool.close()])
      await queue.ended()
    },
  }
}
