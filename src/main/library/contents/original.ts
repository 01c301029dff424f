import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { originalPartBytes } from '../../../shared/contract/library'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { BlobStore } from '../../changes/blobs'
import { presentDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import { ifThere, onDisk } from '../../files/disk-errors'
import type { Library } from '../../services/library'
import { originalName } from '../sources/original-name'

/**
 * Reads from a place (bytes) of what is kept of the file that a document was made from, whatever became of the file
 * itself; with its beginning the whole is checked against its hash. Throws `unavailable` where it is not kept, or not
 * yet, and `corrupt` where it is damaged.
 */
export async function readOriginal(
  { db, blobs }: { readonly db: Database; readonly blobs: Pick<BlobStore, 'path'> },
  id: string,
  start: number,
): ReturnType<Library['original']> {
  const { sha256, title, source, mime } = presentDocument(db, id)
  const path = sha256 === null ? null : blobs.path(sha256)
  const file = path === null ? null : await onDisk(path, () => ifThere(open(path)))
  if (sha256 === null || path === null || file === null) {
    throw new AppError('unavailable', say('document.original_missing', { title }))
  }
  try {
    return await onDisk(path, async () => {
      if (start === 0 && (await digestOfFile(file)) !== sha256) {
        throw new AppError('corrupt', say('stored.damaged', { path }))
      }
      const { size } = await file.stat()
      const bytes = await readFrom(file, start, Math.min(originalPartBytes, Math.max(0, size - start)))
      return {
        name: originalName({ source, title, mime }, 'document'),
        base64: bytes.toString('base64'),
        size,
      }
    })
  } finally {
    await file.close()
  }
}

async function digestOfFile(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of file.createReadStream({ start: 0, autoClose: false }))
    hash.update(piece as Buffer)
  return hash.digest('hex')
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
