import { AppError } from '../../../shared/errors'
import { changeIngesting, type DocumentRow, documentByNumber } from '../../db/documents'
import type { PackedExtract } from '../../workers/extract-protocol'
import type { FileContent } from '../../workers/index-protocol'
import { wasRecognized } from '../extractors/versions'
import type { Job } from './jobs-at-work'
import type { IngestParts } from './parts'
import { type Reading, readingFailure } from './reading'
import type { Stages } from './stages'

/** Reads the original of a document; null where the text in its pictures is to be read, which is another job. */
export type ExtractStage = (
  row: DocumentRow,
  original: FileContent,
  job: Job,
) => Promise<PackedExtract | null>

/** Makes the second stage. */
export function createExtractStage({
  db,
  reading,
  stages,
  recognition,
  onChange,
}: Pick<IngestParts, 'db' | 'recognition' | 'onChange'> & {
  readonly reading: Reading
  readonly stages: Stages
}): ExtractStage {
  /** Leaves a document to the jobs that read the text in pictures; false where nobody wants that. */
  function leaveForRecognition(job: Job): boolean {
    const { number, signal } = job
    if (job.recognizing || !(recognition().on || wantsRecognition(number))) return false
    signal.throwIfAborted()
    if (!changeIngesting(db, number, { status: 'pending', stage: 'waiting' })) job.stop()
    signal.throwIfAborted()
    job.leaveForRecognition()
    job.progress = undefined
    onChange(number, false)
    return true
  }

  /** Whether the text in a document's pictures was asked for, or is a part of what was read of it before. */
  function wantsRecognition(number: number): boolean {
    const row = documentByNumber(db, number)
    return row !== undefined && (row.recognize === 1 || wasRecognized(row.extractor))
  }

  return async (row, original, job) => {
    const { signal } = job
    await stages.enter(job, 'extract', original)
    const packed = await reading
      .readOrRatherPlain(row, original.sha256, job.recognizing, {
        signal,
        password: job.password,
        size: original.size,
        onProgress: ({ stage, done, total }) => {
          if (stage === 'extracting') stages.show(job, { stage: 'extract', done, total })
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
}
