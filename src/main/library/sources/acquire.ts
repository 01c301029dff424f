import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, type ErrorShape, toErrorShape } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type BlobStore, createBlobStore, patchSuffix } from '../../changes/blobs'
import { putTogether } from '../../changes/put-together'
import { readWithoutWaiting } from '../../disk/own-file'
import { systemCode } from '../../files/disk-errors'
import { proveDescriptor, proveHandle } from '../../files/handles'
import type { FileContent } from '../../workers/index-protocol'
import type { Outcome } from '../threads/together-queue'
import type { InspectedFile } from '../tool-service'

// These run in threads of their own, where calls that wait cost a tenth of what promises of them do.

const READ_BYTES = 1 << 20
let memory: Buffer | null = null

/** One for each thread: memory for each file would cost more than reading it. */
function readBuffer(): Buffer {
  memory ??= Buffer.allocUnsafeSlow(READ_BYTES)
  return memory
}

/** Files up to this size (bytes) are copied together, each read whole. */
const SMALL_FILE_BYTES = 64 * 1024

/** Bytes after which the rest of several files is left to the next look: what was found is told meanwhile. */
const INSPECTED_BYTES = 32 * 1024 * 1024

/** Looks at files in their order, at the first or as many as have so many bytes: what each is, or why that can't be told. */
export function inspectFiles(paths: readonly string[], maxBytes: number): Outcome<InspectedFile>[] {
  const looked: Outcome<InspectedFile>[] = []
  let bytes = 0
  for (const path of paths) {
    const file = attempt(() => inspectFile(path, maxBytes))
    looked.push(file)
    bytes += 'error' in file ? 0 : file.size
    if (bytes >= INSPECTED_BYTES) break
  }
  return looked
}

/** Finds the file that a path leads to and tells its content; refuses by size before reading. */
export function inspectFile(path: string, maxBytes: number): InspectedFile {
  const canonical = canonicalPath(path)
  const { mtimeMs } = lstatSync(canonical)
  return { path: canonical, name: basename(canonical), modifiedMs: mtimeMs, ...hashFile(canonical, maxBytes) }
}

function canonicalPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch (cause) {
    throw new AppError('not_found', say('document.no_file', { path }), {
      cause,
      field: 'source',
    })
  }
}

/** Tells the content of the file at a canonical path without keeping it; refuses by size before reading. */
export function hashFile(path: string, maxBytes: number): FileContent {
  return withRegular(path, maxBytes, (descriptor) => {
    const hash = createHash('sha256')
    const buffer = readBuffer()
    let size = 0
    for (;;) {
      const bytesRead = readSync(descriptor, buffer, 0, buffer.length, null)
      if (bytesRead === 0) return { sha256: hash.digest('hex'), size }
      size += bytesRead
      if (size > maxBytes) throw tooLarge(size, maxBytes)
      hash.update(buffer.subarray(0, bytesRead))
    }
  })
}

/** Copies a file into the blob store, which hashes it on the way. */
async function acquireFile(path: string, blobs: string, maxBytes: number): Promise<FileContent> {
  const file = await open(path, readWithoutWaiting).catch((error: unknown) => {
    throw openingError(error)
  })
  try {
    refuseIrregular(await file.stat(), maxBytes)
    // A link that took the place of the file, or of a folder above it, must not lead to another one.
    await proveHandle(file, path)
    return await createBlobStore(blobs).putOpened(file)
  } finally {
    await file.close()
  }
}

/** A file that is to be kept, with what it was when it was chosen. */
export type WantedFile = { readonly path: string; readonly known: FileContent | null }

/** What a file is that is in the blob store; `copied` is false where it was there already. */
export type KeptContent = FileContent & { readonly copied: boolean }

/**
 * Copies files into the blob store, the small ones together, without those that it has; answers in order what each is,
 * or why it was not copied.
 */
export async function acquireFiles(
  wanted: readonly WantedFile[],
  blobs: string,
  maxBytes: number,
): Promise<Outcome<KeptContent>[]> {
  const store = createBlobStore(blobs)
  const kept = await Promise.all(wanted.map((file) => keptAlready(store, file)))
  const read = wanted.map(({ path }, index) => kept[index] ?? attempt(() => readSmall(path, maxBytes)))
  const small = read.flatMap((content) => (content instanceof Uint8Array ? [content] : []))
  const stored = (await putTogether(store, small)).values()
  return await Promise.all(
    wanted.map(async ({ path }, index) => {
      const content = read[index] ?? null
      if (content === null) return await acquireFile(path, blobs, maxBytes).then(copied, failed)
      if (!(content instanceof Uint8Array)) return content
      const blob = stored.next().value
      return blob === undefined || 'error' in blob ? (blob ?? unknownOutcome(path)) : copied(blob)
    }),
  )
}

async function keptAlready(store: BlobStore, { known }: WantedFile): Promise<KeptContent | null> {
  if (known === null) return null
  const path = store.path(known.sha256)
  const isKept = existsSync(path) || (existsSync(`${path}${patchSuffix}`) && (await store.has(known.sha256)))
  return isKept ? { ...known, copied: false } : null
}

function copied(content: FileContent): KeptContent {
  return { ...content, copied: true }
}

function unknownOutcome(path: string): Outcome<never> {
  return failed(new Error(`What became of ${path} is not known.`))
}

function attempt<T>(work: () => T): T | { error: ErrorShape } {
  try {
    return work()
  } catch (error) {
    return failed(error)
  }
}

function failed(error: unknown): { error: ErrorShape } {
  return { error: toErrorShape(error) }
}

/** Null for a file that is no longer small. */
function readSmall(path: string, maxBytes: number): Buffer | null {
  return withRegular(path, maxBytes, (descriptor) => {
    const buffer = readBuffer()
    let length = 0
    while (length <= SMALL_FILE_BYTES) {
      const bytesRead = readSync(descriptor, buffer, length, SMALL_FILE_BYTES + 1 - length, null)
      if (bytesRead === 0) return Buffer.from(buffer.subarray(0, length))
      length += bytesRead
    }
    return null
  })
}

function withRegular<T>(path: string, maxBytes: number, work: (descriptor: number) => T): T {
  const descriptor = openRegular(path, maxBytes)
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Opens the file at a canonical path for reading; refuses what is no file, is too large, or lies elsewhere by now. */
export function openRegular(path: string, maxBytes: number): number {
  const descriptor = openWithoutWaiting(path)
  try {
    refuseIrregular(fstatSync(descriptor), maxBytes)
    // A link that took the place of the file, or of a folder above it, must not lead to another one.
    proveDescriptor(descriptor, path)
    return descriptor
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function openWithoutWaiting(path: string): number {
  try {
    return openSync(path, readWithoutWaiting)
  } catch (error) {
    throw openingError(error)
  }
}

function openingError(error: unknown): unknown {
  const code = systemCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('not_found', say('document.no_longer_there'), { cause: error })
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new AppError('denied', say('document.not_allowed'), { cause: error })
  }
  return error
}

function refuseIrregular(stats: Stats, maxBytes: number): void {
  if (stats.isDirectory()) throw new AppError('unsupported', say('document.folder'))
  if (!stats.isFile()) throw new AppError('unsupported', say('document.not_regular'))
  if (stats.size > maxBytes) throw tooLarge(stats.size, maxBytes)
}

/** The one sentence about a file that is too large to be read at all. */
function tooLarge(size: number, maxBytes: number): AppError {
  return new AppError('too_large', say('document.over_limit', { size, limit: maxBytes }))
}
