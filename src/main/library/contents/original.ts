import { type FileHandle, open } from 'node:fs/promises'
import { originalPartBytes } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { digestOfFile } from '../../changes/digest'
import { isRead, presentDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import { readOwn } from '../../disk/own-file'
import { ifThere, onDisk } from '../../files/disk-errors'
import type { Library } from '../../services/library'
import { originalName } from '../sources/original-name'

/**
 * Reads from a place (bytes) of what is kept of the file that a document was made from, whatever became of the file
 * itself; with its beginning the whole is checked against its hash. `of` is the hash of the parts before. Throws
 * `unavailable` where it is not copied yet, `conflict` where another version has come since, `not_found` where it is gone
 * and `corrupt` where it is damaged.
 */
export async function readOriginal(
  { db, blobs }: { readonly db: Database; readonly blobs: Pick<BlobStore, 'path'> },
  { id, start, of }: Parameters<Library['original']>[0],
): ReturnType<Library['original']> {
  const row = presentDocument(db, id)
  const { sha256, title, source, mime } = row
  if (of !== undefined && of !== sha256) {
    throw new AppError('conflict', say('document.original_changed', { title }))
  }
  const path = sha256 === null ? null : blobs.path(sha256)
  const file = path === null ? null : await onDisk(path, () => ifThere(open(path, readOwn)))
  if (sha256 === null || path === null || file === null) {
    throw path !== null && isRead(row)
      ? new AppError('not_found', say('stored.gone', { path }))
      : new AppError('unavailable', say('document.original_missing', { title }))
  }
  try {
    return await onDisk(path, async () => {
      if (start === 0 && (await digestOfFile(file)).sha256 !== sha256) {
        throw new AppError('corrupt', say('stored.damaged', { path }))
      }
      const { size } = await file.stat()
      const bytes = await readFrom(file, start, Math.min(originalPartBytes, Math.max(0, size - start)))
      const name = originalName({ source, title, mime }, id)
      return { name, base64: bytes.toString('base64'), size, sha256 }
    })
  } finally {
    await file.close()
  }
}

async function readFrom(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let read = 0
  for (;;) {
    const { bytesRead } = await file.read(bytes, read, length - read, start + read)
    read += bytesRead
    if (bytesRead === 0 || read === length) return bytes.subarray(0, read)
  }
}
