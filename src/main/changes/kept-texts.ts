import { AppError } from '../../shared/errors'
import type { Sentence } from '../../shared/sentences/sentence'
import type { BlobStore } from './blobs'

/** Texts that are kept for undo, under the limits of everything that is. */
export interface KeptTexts {
  keep(text: string): Promise<{ readonly sha256: string; readonly size: number }>
  /** What was kept; throws `unavailable` once it is gone. */
  kept(sha256: string): Promise<string>
}

/** Keeps texts among the stored contents; `gone` says that one is no longer there. */
export function createKeptTexts(
  blobs: Pick<BlobStore, 'putBytes' | 'read'>,
  gone: () => Sentence,
): KeptTexts {
  return {
    async keep(text) {
      const { sha256, size } = await blobs.putBytes(Buffer.from(text))
      return { sha256, size }
    },
    async kept(sha256) {
      try {
        return (await blobs.read(sha256)).toString()
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error
        throw new AppError('unavailable', gone(), { cause: error })
      }
    },
  }
}
