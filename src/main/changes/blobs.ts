import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, type Stats } from 'node:fs'
import { constants, type FileHandle, lstat, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { syncFolder } from '../durable'

/** A stored file: its content's hash is its name. */
export interface Blob {
  /** Hexadecimal. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** Keeps bytes by their content: originals of documents, and what changes replaced. */
export interface BlobStore {
  /** Where it is, for a worker thread that opens the same store. */
  readonly folder: string
  /** Copies a file in, durably; links are not followed. */
  putFile(path: string, signal?: AbortSignal): Promise<Blob>
  putBytes(bytes: Uint8Array): Promise<Blob>
  /** The bytes, checked against their hash; throws `not_found` or `corrupt`. */
  read(sha256: string): Promise<Buffer>
  /** Where a blob is or would be. */
  path(sha256: string): string
  has(sha256: string): Promise<boolean>
}

const privateFile = 0o600
const privateFolder = 0o700
// Large enough for the disk's full speed, small enough to stay responsive.
const copyChunkBytes = 1 << 20
const hashPattern = /^[0-9a-f]{64}$/

/** Opens a store in a folder, which it makes if need be. */
export function createBlobStore(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true, mode: privateFolder })

  const path = (sha256: string): string => {
    if (!hashPattern.test(sha256))
      throw new AppError('invalid_input', 'This is not the name of a stored file.')
    return join(folder, sha256.slice(0, 2), sha256)
  }

  async function put(write: (target: FileHandle) => Promise<Blob>): Promise<Blob> {
    const temporary = join(folder, `.incoming-${randomBytes(16).toString('hex')}`)
    const target = await open(temporary, 'wx', privateFile)
    try {
      const blob = await write(target).finally(async () => {
        await target.sync().finally(() => target.close())
      })
      await keep(temporary, path(blob.sha256), blob.size)
      return blob
    } finally {
      await rm(temporary, { force: true })
    }
  }

  return {
    folder,
    path,
    putFile: (source, signal) => put((target) => copyIn(source, target, signal)),
    putBytes: (bytes) =>
      put(async (target) => {
        await target.writeFile(bytes)
        return { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength }
      }),
    async read(sha256) {
      const bytes = await readFile(path(sha256)).catch((error: unknown) => {
        if (isMissing(error))
          throw new AppError('not_found', `The stored file ${sha256} is gone.`, { cause: error })
        throw error
      })
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new AppError(
          'corrupt',
          `The stored file ${sha256} is damaged: its content is not what was stored.`,
        )
      }
      return bytes
    },
    async has(sha256) {
      return (await statOf(path(sha256))) !== null
    },
  }
}

async function keep(temporary: string, final: string, size: number): Promise<void> {
  const shard = dirname(final)
  if (await mkdir(shard, { recursive: true, mode: privateFolder })) syncFolder(dirname(shard))
  // Same name, same content: what is there stays, unless a crash of the disk cut it short.
  if ((await statOf(final))?.size === size) return
  await rename(temporary, final)
  syncFolder(shard)
}

async function copyIn(path: string, target: FileHandle, signal: AbortSignal | undefined): Promise<Blob> {
  const source = await open(
    path,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  )
  try {
    if (!(await source.stat()).isFile()) throw new AppError('unsupported', `${basename(path)} is not a file.`)
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(copyChunkBytes)
    let size = 0
    for (;;) {
      signal?.throwIfAborted()
      const { bytesRead } = await source.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size }
      const part = buffer.subarray(0, bytesRead)
      hash.update(part)
      await target.writeFile(part)
      size += bytesRead
    }
  } finally {
    await source.close()
  }
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
