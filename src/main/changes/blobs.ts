import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { contentPieceSchema, type FileContent } from '../../shared/tool/file-change'
import { syncFolder } from '../disk/durable'
import { faultPoint } from '../disk/fault-point'
import { readWithoutFollowing } from '../disk/opening-flags'
import { privateFile, privateFolder } from '../disk/owner-only'
import { ifThere, onDisk, systemCode } from '../files/disk-errors'
import { freeBytes } from '../files/free-bytes'
import { releaseBytes } from './byte-memory'
import { type Bytes, digestOf, lengthOf, readWithDigest, writeAll } from './digest'
import { patchBytes } from './patch'

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
  /**
   * Copies a file in, durably; links are not followed. With `only`, a hash, it keeps that content alone and throws
   * `conflict` for any other.
   */
  putFile(path: string, signal?: AbortSignal, only?: string): Promise<Blob>
  /** Copies what is left to read of an open file in, durably. */
  putOpened(source: FileHandle, signal?: AbortSignal): Promise<Blob>
  /** Give the hash only of bytes that were just hashed. */
  putBytes(bytes: Bytes, sha256?: string): Promise<Blob>
  /**
   * Stores bytes as what they change in others that are stored whole, else whole. Undoing an undo takes them from
   * there; a second copy of a large file for it would cost more than all the rest of a small edit.
   */
  putPatched(content: PatchContent, bytes: Bytes): Promise<void>
  /** A blob to read from, its content unchecked; null where none is stored whole under that hash. Throws `corrupt` where it is no file. */
  open(sha256: string): Promise<FileHandle | null>
  /** The bytes, checked against their hash; throws `not_found` or `corrupt`. */
  read(sha256: string): Promise<Buffer>
  /** Where a blob is or would be. */
  path(sha256: string): string
  has(sha256: string): Promise<boolean>
}

/** Bytes that are told by what they change in others. */
export type PatchContent = Extract<FileContent, { encoding: 'patch' }>

const storedPatchSchema = z.object({
  base: z.string().regex(/^[0-9a-f]{64}$/),
  pieces: z.array(contentPieceSchema),
})

/** What a difference is stored as, beside the hash of what it makes. */
export const patchSuffix = '.patch'

/** The hash of the stored bytes that a stored difference changes; null for what is none. */
export function baseOfPatch(json: string): string | null {
  return parsePatch(json)?.base ?? null
}

/** What is still being written begins with this; its name comes when its content is known. */
export const incomingPrefix = '.incoming-'

interface PutOptions {
  readonly suffix?: string
  /** The only content to keep, by its hash. */
  readonly only?: string | undefined
}

// Large enough for the disk's full speed, small enough to stay responsive.
const copyChunkBytes = 1 << 20
// A file may have grown, or have more to read than its size says.
const leastBufferBytes = 1 << 16
const hashPattern = /^[0-9a-f]{64}$/

/** Opens a store in a folder, which it makes if need be. */
export function createBlobStore(folder: string): BlobStore {
  mkdirSync(folder, { recursive: true, mode: privateFolder })

  const path = (sha256: string): string => {
    if (!hashPattern.test(sha256))
      throw new AppError('invalid_input', 'This is not the name of a stored file.')
    return join(folder, sha256.slice(0, 2), sha256)
  }

  const put = (write: (target: FileHandle) => Promise<Blob>, options: PutOptions = {}) =>
    onDisk(folder, () => putWhole(write, options))

  async function putWhole(
    write: (target: FileHandle) => Promise<Blob>,
    { suffix = '', only }: PutOptions,
  ): Promise<Blob> {
    const temporary = join(folder, `${incomingPrefix}${randomBytes(16).toString('hex')}`)
    const target = await open(temporary, 'wx', privateFile)
    try {
      faultPoint('content begun')
      const blob = await write(target).finally(async () => {
        await target.sync().finally(() => target.close())
      })
      faultPoint('content synced')
      if (only !== undefined && blob.sha256 !== only) {
        throw new AppError('conflict', say('stored.changed'))
      }
      await keep(temporary, `${path(blob.sha256)}${suffix}`, suffix === '' ? blob.size : null)
      return blob
    } finally {
      await rm(temporary, { force: true })
    }
  }

  const putBytes = (bytes: Bytes, sha256?: string): Promise<Blob> =>
    put(async (target) => {
      await writeAll(target, bytes)
      return { sha256: sha256 ?? (await digestOf(bytes)), size: lengthOf(bytes) }
    })

  return {
    folder,
    path,
    putFile: (source, signal, only) => put((target) => copyIn(source, target, folder, signal), { only }),
    putOpened: (source, signal) => put((target) => copyOpened(source, target, folder, signal)),
    putBytes,
    async putPatched({ sha256, base, pieces }, bytes) {
      // One step from whole bytes, never a chain of differences that all have to be whole.
      if ((await ifThere(lstat(path(base)))) === null) {
        await putBytes(bytes, sha256)
        return
      }
      const json = Buffer.from(JSON.stringify({ base, pieces }))
      await put(
        async (target) => {
          await writeAll(target, json)
          return { sha256, size: json.length }
        },
        { suffix: patchSuffix },
      )
    },
    open: (sha256) => openStored(path(sha256)),
    async read(sha256) {
      const whole = await readWhole(path(sha256))
      if (whole !== null) return proved(sha256, whole, path(sha256))
      const json = await readPatch(path(sha256))
      if (json === null) throw gone(path(sha256))
      const patch = parsePatch(json)
      if (patch === null) throw damaged(`${path(sha256)}${patchSuffix}`)
      const base = await readWhole(path(patch.base))
      if (base === null) throw gone(path(patch.base))
      const bytes = patchBytes(base.bytes, patch.pieces)
      releaseBytes(base.bytes)
      // Which of the two is damaged shows in the one whose name is its own hash.
      const isBaseWhole = base.sha256 === patch.base
      const stored = isBaseWhole ? `${path(sha256)}${patchSuffix}` : path(patch.base)
      return proved(sha256, { bytes, sha256: await digestOf(bytes) }, stored)
    },
    async has(sha256) {
      if ((await ifThere(lstat(path(sha256)))) !== null) return true
      const json = await readPatch(path(sha256))
      const base = json === null ? null : baseOfPatch(json)
      return base !== null && (await ifThere(lstat(path(base)))) !== null
    },
  }
}

/** Opens what is stored at a path; null where nothing is. Throws `corrupt` where something else than a file is. */
async function openStored(path: string): Promise<FileHandle | null> {
  const handle = await ifThere(open(path, readWithoutFollowing)).catch((error: unknown) => {
    // A link, or a socket.
    throw ['ELOOP', 'ENXIO'].includes(systemCode(error) ?? '') ? damaged(path) : error
  })
  if (handle === null || (await handle.stat()).isFile()) return handle
  await handle.close()
  throw damaged(path)
}

async function readWhole(path: string): Promise<{ bytes: Buffer; sha256: string } | null> {
  return await reading(path, async (handle) => await readWithDigest(handle, (await handle.stat()).size))
}

/** What a difference is stored as; null where it is not there. */
async function readPatch(path: string): Promise<string | null> {
  return await reading(`${path}${patchSuffix}`, (handle) => handle.readFile('utf8'))
}

async function reading<T>(path: string, read: (handle: FileHandle) => Promise<T>): Promise<T | null> {
  const handle = await openStored(path)
  if (handle === null) return null
  try {
    return await read(handle)
  } finally {
    await handle.close()
  }
}

/** `path` is where the bytes are stored. */
function proved(
  expected: string,
  { bytes, sha256 }: { bytes: Buffer; sha256: string },
  path: string,
): Buffer {
  if (sha256 === expected) return bytes
  throw damaged(path)
}

function damaged(path: string): AppError {
  return new AppError('corrupt', say('stored.damaged', { path }))
}

function gone(path: string): AppError {
  return new AppError('not_found', say('stored.gone', { path }))
}

function parsePatch(json: string): z.output<typeof storedPatchSchema> | null {
  try {
    return storedPatchSchema.safeParse(JSON.parse(json)).data ?? null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** `size` in bytes where all files of a name have the same content; null where the newest is the one to keep. */
async function keep(temporary: string, final: string, size: number | null): Promise<void> {
  const shard = dirname(final)
  if (await mkdir(shard, { recursive: true, mode: privateFolder })) syncFolder(dirname(shard))
  if (size !== null && (await renewed(final, size))) return
  await rename(temporary, final)
  faultPoint('content named')
  try {
    syncFolder(shard)
  } catch (error) {
    // Its name may be lost with the power: the next put must not take it for stored.
    if (size !== null) await rm(final, { force: true })
    throw error
  }
  faultPoint('content stored')
}

/**
 * Same name, same content: what is there stays, unless a crash of the disk cut it short. Its time becomes that of now, by
 * which the retention knows that somebody needs it who has not said so yet. False where it is not there whole.
 */
async function renewed(path: string, size: number): Promise<boolean> {
  if ((await ifThere(lstat(path)))?.size !== size) return false
  const now = new Date()
  try {
    await utimes(path, now, now)
    return true
  } catch (error) {
    // The retention came first.
    if (systemCode(error) === 'ENOENT') return false
    throw error
  }
}

async function copyIn(
  path: string,
  target: FileHandle,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const source = await onDisk(path, () => open(path, readWithoutFollowing))
  try {
    if (!(await source.stat()).isFile()) throw new AppError('unsupported', `${basename(path)} is not a file.`)
    return await copyOpened(source, target, folder, signal)
  } finally {
    await source.close()
  }
}

async function copyOpened(
  source: FileHandle,
  target: FileHandle,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  const hash = createHash('sha256')
  const expected = (await source.stat()).size
  // What can't fit would take all room on the way to its failure, and smaller files beside it would fail with it.
  if (expected > copyChunkBytes && expected > (await freeBytes(folder))) throw diskFull()
  const buffer = Buffer.allocUnsafe(bufferBytes(expected, copyChunkBytes))
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
}

/** What the system would say. */
function diskFull(): Error {
  return Object.assign(new Error('There is no room for the whole file.'), { code: 'ENOSPC' })
}

/** How much memory to read a file with: most are small, and memory for a large one costs more than reading them. */
function bufferBytes(fileBytes: number, most: number): number {
  return Math.min(most, Math.max(leastBufferBytes, fileBytes + 1))
}
