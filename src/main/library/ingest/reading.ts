import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { DocumentRow } from '../../db/documents'
import type { PackedExtract } from '../../workers/extract-protocol'
import { wasRecognized } from '../extractors/versions'
import { nameOfSource } from '../sources/source-name'
import type { ExtractPool } from '../threads/extract-pool'
import type { IngestParts } from './parts'

type ReadOptions = NonNullable<Parameters<ExtractPool['extractPacked']>[2]>

/** Reads originals that are kept. */
export type Reading = {
  /** With the text in its pictures or without; without costs little even where it turns out that there are some. */
  read(row: DocumentRow, sha256: string, recognize: boolean, options: ReadOptions): Promise<PackedExtract>
  /**
   * As `read`; where recognizing the text in its pictures fails as a whole, what it holds without them is better than
   * nothing: its pictures then count as not read.
   */
  readOrRatherPlain(
    row: DocumentRow,
    sha256: string,
    recognize: boolean,
    options: ReadOptions & { readonly signal: AbortSignal },
  ): Promise<PackedExtract>
}

/** Makes the way to read originals. */
export function createReading({
  blobs,
  pool,
  recognition,
}: Pick<IngestParts, 'blobs' | 'pool' | 'recognition'>): Reading {
  const read: Reading['read'] = (row, sha256, recognize, options) => {
    const path = blobs.path(sha256)
    const name = nameOfSource(row.source)
    return recognize
      ? pool.recognizePacked(path, name, recognition().languages, options)
      : pool.extractPacked(path, name, options)
  }
  return {
    read,
    async readOrRatherPlain(row, sha256, recognize, options) {
      return await read(row, sha256, recognize, options).catch(async (failure: unknown) => {
        if (!recognize || options.signal.aborted) throw failure
        return await read(row, sha256, false, options).catch(() => {
          // Why its pictures could not be read says more than that it has nothing else.
          throw failure
        })
      })
    },
  }
}

/** Refuses a new reading of a document that leaves out what text recognition read of its pictures before. */
export function refuseLess(read: DocumentRow, { picturePages }: Pick<PackedExtract, 'picturePages'>): void {
  if (!wasRecognized(read.extractor) || picturePages <= read.picturePages) return
  throw new AppError('corrupt', say('document.recognized_less'))
}

/** What a reader did not expect is no sentence for people; what made it fail stays with the error. */
export function readingFailure(error: unknown): unknown {
  if (toAppError(error).code !== 'internal') return error
  return new AppError('corrupt', say('document.crashed'), { cause: error })
}
