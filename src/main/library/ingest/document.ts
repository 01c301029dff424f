import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { StageEntry } from '../../db/document-stages'
import { exchangeVersion } from '../../db/document-versions'
import { changeIngesting, type DocumentRow, documentByNumber, documentWithContent } from '../../db/documents'
import { isWatchedDocument } from '../../db/watched-folders'
import type { PackedExtract } from '../../workers/extract-protocol'
import type { FileContent } from '../../workers/index-protocol'
import { type IngestProgress, whyFailed } from '../document-view'
import { cleanTitle, titleFromPath } from '../find-files'
import type { IngestParts } from './parts'
import type { Job } from './queue'
import { type Reading, readingFailure } from './reading'
import { createStageWriter } from './stage-writer'

type IngestDocumentParts = Pick<IngestParts, 'db' | 'index' | 'recognition' | 'now' | 'onChange'> & {
  readonly reading: Reading
  readonly retitle: (number: number) => void
}

/** Makes the way of one document from `pending` to `complete`: its original is kept, read, and put into the index. */
export function createIngestDocument(parts: IngestDocumentParts): (job: Job) => Promise<void> {
  const { db, index, reading, now, onChange, retitle } = parts
  const enterStage = createStageWriter(db)

  /** Makes sure that the original is kept; answers what it is. */
  async function acquire(row: DocumentRow, job: Job): Promise<FileContent> {
    await enter(job, 'acquire')
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

  /** Null where the text in its pictures is to be read, which is another job. */
  async function extract(row: DocumentRow, original: FileContent, job: Job): Promise<PackedExtract | null> {
    const { signal } = job
    await enter(job, 'extract', original)
    const packed = await reading
      .readOrRatherPlain(row, original.sha256, job.recognizing, {
        signal,
        password: job.password,
        size: original.size,
        onProgress: ({ stage, done, total }) => {
          if (stage === 'extracting') show(job, { stage: 'extract', done, total })
        },
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'no_text' && leaveForRecognition(job)) return null
        throw readingFailure(error)
      })
    if (packed === null) return null
    signal.throwIfAborted()
    if (packed.picturePages > 0 && leaveForRecognition(job)) return null
    job.wasRead()
    return packed
  }

  /** Leaves a document to the jobs that read the text in pictures; false where nobody wants that. */
  function leaveForRecognition(job: Job): boolean {
    const { number, signal } = job
    const wanted = parts.recognition().on || documentByNumber(db, number)?.recognize === 1
    if (!wanted || job.recognizing) return false
    signal.throwIfAborted()
    if (!changeIngesting(db, number, { status: 'pending', stage: 'waiting' })) job.stop()
    signal.throwIfAborted()
    job.leaveForRecognition()
    job.progress = undefined
    onChange(number, false)
    return true
  }

  async function store(
    row: DocumentRow,
    original: FileContent,
    packed: PackedExtract,
    job: Job,
  ): Promise<void> {
    const { number, signal } = job
    show(job, { stage: 'index', done: 0, total: null })
    // Its file may have been renamed while it was read.
    const { source } = documentByNumber(db, number) ?? row
    const title = cleanTitle(packed.title ?? '') || titleFromPath(source)
    const document = {
      document: number,
      sha256: original.sha256,
      title: row.titleChosen === 1 ? row.title : title,
      extractor: packed.extractor,
      at: now(),
      packed: packed.bytes,
    }
    const { completed } = await job.atTheIndex(packed.bytes.byteLength, () =>
      index.store(document, signal, (done, total) => show(job, { stage: 'index', done, total })),
    )
    if (!completed) job.stop()
    signal.throwIfAborted()
    const stored = documentByNumber(db, number)
    if (stored?.status === 'complete' && stored.stage === 'index') retitle(number)
  }

  /** Gives a version that is read the place of its document. */
  function takePlace(document: string, version: string): void {
    const row = exchangeVersion(db, document, version, now())
    if (row?.stage === 'index') retitle(row.number)
  }

  function fail(number: number, error: AppError): void {
    const { code, message } = error
    const failed = changeIngesting(db, number, {
      status: 'error',
      errorCode: code,
      errorMessage: message,
      warnings: whyFailed(error),
      picturePages: code === 'no_text' ? 1 : 0,
      updatedAt: now(),
    })
    if (failed) onChange(number, true)
  }

  async function enter(job: Job, stage: StageEntry['stage'], original?: FileContent): Promise<void> {
    const { number, signal } = job
    signal.throwIfAborted()
    const known = original === undefined ? {} : { original }
    if (!(await enterStage({ number, stage, at: now(), ...known }))) job.stop()
    signal.throwIfAborted()
    show(job, { stage, done: 0, total: null })
  }

  function show(job: Job, progress: IngestProgress): void {
    if (job.signal.aborted) return
    job.progress = progress
    onChange(job.number, false)
  }

  return async (job) => {
    const { number } = job
    try {
      const row = documentByNumber(db, number)
      if (row === undefined) return
      // A version that a crash cut off between reading and taking its place is complete already.
      if (row.status !== 'complete') {
        const original = await acquire(row, job)
        const packed = await extract(row, original, job)
        if (packed === null) return
        await store(row, original, packed, job)
      }
      job.progress = undefined
      if (row.versionOf !== null) takePlace(row.versionOf, row.id)
      onChange(number, true)
    } catch (error) {
      // Whoever stopped it has said in the row what it is now.
      if (job.signal.aborted) return
      job.progress = undefined
      fail(number, toAppError(error))
    }
  }
}
