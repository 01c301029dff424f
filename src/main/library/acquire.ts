import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { AppError } from '../../shared/errors'
import { formatBytes } from '../../shared/format-bytes'
import { bufferBytes, createBlobStore } from '../changes/blobs'
import { proveHandle } from '../files/handles'
import type { FileContent } from '../workers/index-protocol'

const READ_BYTES = 1 << 20

// Opening a named pipe would otherwise wait for a writer, for ever.
const READ_WITHOUT_WAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Tells the content of the file at a canonical path without keeping it; refuses by size before reading. */
export async function hashFile(path: string, maxBytes: number): Promise<FileContent> {
  const file = await openRegular(path, maxBytes)
  try {
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(bufferBytes((await file.stat()).size, READ_BYTES))
    let size = 0
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size }
      size += bytesRead
      if (size > maxBytes) throw tooLarge(size, maxBytes)
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

/** Copies a file into the blob store, which hashes it on the way. */
export async function acquireFile(path: string, blobs: string, maxBytes: number): Promise<FileContent> {
  const file = await openRegular(path, maxBytes)
  try {
    return await createBlobStore(blobs).putOpened(file)
  } finally {
    await file.close()
  }
}

async function openRegular(path: string, maxBytes: number): Promise<FileHandle> {
  const file = await open(path, READ_WITHOUT_WAITING).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('not_found', 'The file is no longer there. Nothing was added.', { cause: error })
    }
    if (code === 'EACCES' || code === 'EPERM') {
      throw new AppError('denied', 'Your user account may not read this file.', { cause: error })
    }
    throw error
  })
  try {
    const stat = await file.stat()
    if (stat.isDirectory()) throw new AppError('unsupported', 'This is a folder. Name one file in it.')
    if (!stat.isFile()) throw new AppError('unsupported', 'This is not a regular file.')
    if (stat.size > maxBytes) throw tooLarge(stat.size, maxBytes)
    // A link that took the place of the file, or of a folder above it, must not lead to another one.
    await proveHandle(file, path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** The one sentence about a file that is too large to be read at all. */
export function tooLarge(size: number, maxBytes: number): AppError {
  return new AppError(
    'too_large',
    `This file has ${formatBytes(size)}; the library takes at most ${formatBytes(maxBytes)}. Nothing was added.`,
  )
}
