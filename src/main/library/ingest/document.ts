import { type AppError, toAppError } from '../../../shared/errors'
import { exchangeVersion } from '../../db/document-versions'
import { changeIngesting, documentByNumber, findDocument, isRead } from '../../db/documents'
import { unreadType } from '../contents/unread-type'
import { notReadAgain, unread } from '../documents/document-failure'
import { createAcquireStage } from './acquire-stage'
import { createExtractStage } from './extract-stage'
import { createIndexStage } from './index-stage'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import type { Reading } from './reading'
import { createStages } from './stages'
import type { StoreBeside } from './store-beside'

type IngestDocumentParts = Pick<
  IngestParts,
  'db' | 'blobs' | 'index' | 'pool' | 'recognition' | 'indexedAs' | 'now' | 'onChange'
> & {
  readonly reading: Reading
  readonly storeBeside: StoreBeside
  readonly retitle: (number: number) => void
  /** Removes what was replaced, in the background. */
  readonly removeReplaced: () => void
  /** Ends the work on another document. */
  readonly abandon: (number: number) => void
}

/** Errors that end when somebody gives a password, or takes the file as it is now; until then the document waits. */
const asksPeople: ReadonlySet<string> = new Set<AppError['code']>(['locked', 'conflict'])

/** Makes the way of one document from `pending` to `complete`: its original is kept, read, and put into the index. */
export function createIngestDocument(parts: IngestDocumentParts): (job: Job) => Promise<void> {
  const { db, blobs, indexedAs, now, onChange, retitle, abandon } = parts
  const stages = createStages(parts)
  const acquire = createAcquireStage({ ...parts, stages })
  const extract = createExtractStage({ ...parts, stages })
  const store = createIndexStage({ ...parts, stages })

  /** Gives a version that is read the place of its document. */
  function takePlace(documentId: string, version: string): void {
    const former = findDocument(db, documentId)
    const row = exchangeVersion(db, documentId, version, now())
    if (row === undefined) return
    if (former !== undefined) abandon(former.number)
    if (row.stage === 'index') retitle(row.number)
  }

  /** What it is whose text waits for a password or for text recognition; of what else fails nobody knows it. */
  async function typeOf(number: number, { code }: AppError): Promise<string | undefined> {
    const sha256 = documentByNumber(db, number)?.sha256 ?? null
    if (sha256 === null || !(code === 'locked' || code === 'no_text')) return undefined
    // A file that is gone by now has no type either.
    return await unreadType(blobs, sha256).catch(() => undefined)
  }

  function fail(number: number, error: AppError, mime: string | undefined): void {
    const row = documentByNumber(db, number)
    const earlier = row !== undefined && isRead(row) ? row : undefined
    const stays = earlier !== undefined && !asksPeople.has(error.code)
    const changes = stays
      ? { ...indexedAs.asRead(earlier), ...notReadAgain(earlier, error) }
      : unread(error, earlier, mime)
    if (!changeIngesting(db, number, { ...changes, updatedAt: now() })) return
    if (changes.stage === 'index') retitle(number)
    onChange(number, true)
  }

  return async (job) => {
    const { number } = job
    try {
      const row = documentByNumber(db, number)
      if (row === undefined) return
      let current = number
      // A version that a crash cut off between reading and taking its place is complete already.
      if (row.status !== 'complete') {
        const original = await acquire(row, job)
        const packed = await extract(row, original, job)
        if (packed === null) return
        current = await store(row, original, packed, job)
        indexedAs.forget(number)
      }
      job.progress = undefined
      if (row.versionOf !== null) takePlace(row.versionOf, row.id)
      onChange(current, true)
    } catch (error) {
      // Whoever stopped it has said in the row what it is now.
      if (job.signal.aborted) return
      job.progress = undefined
      const failure = toAppError(error)
      // Somebody held the database, or all files that may be open, for too long: that is no fault of the document.
      if (failure.code === 'busy') throw failure
      const mime = await typeOf(number, failure)
      if (!job.signal.aborted) fail(number, failure, mime)
    }
  }
}
