import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { pictureTypeOf } from '../../pictures/header'

/** Bytes by which a picture is known. */
const KNOWN_BY = 16

/** The type of a file of pictures, or behind a password, that was not read: what is no picture is a PDF. */
export async function unreadType(blobs: Pick<BlobStore, 'open' | 'path'>, sha256: string): Promise<string> {
  const file = await blobs.open(sha256)
  if (file === null) throw new AppError('not_found', say('stored.gone', { path: blobs.path(sha256) }))
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(KNOWN_BY), 0, KNOWN_BY, 0)
    return pictureTypeOf(buffer.subarray(0, bytesRead)) ?? 'application/pdf'
  } finally {
    await file.close()
  }
}
