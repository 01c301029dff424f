import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { syncFolder } from '../../../disk/durable'
import { privateFile, privateFolder } from '../../../disk/owner-only'
import { diskError, systemCode } from '../../../files/disk-errors'
import type { ModelFile } from './catalogue'

/** Where a file comes from: its bytes from an offset on, or from the beginning where that can't be done. */
export type FileSource = {
  /** Where it is, for people: a host, or a path. */
  readonly name: string
  open(
    offset: number,
    signal: AbortSignal,
  ): Promise<{ readonly offset: number; readonly chunks: AsyncIterable<Uint8Array> }>
}

/** Large enough that hashing what is there takes few steps, small enough that no step is felt (bytes). */
const STEP_BYTES = 256 * 1024

/** What a file is called until it is whole and known to be the right one. */
export function partOf(path: string): string {
  return `${path}.part`
}

/** How many bytes of a file are here; 0 where it isn't. */
export async function bytesAt(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0
    throw diskError(error, path)
  }
}

/**
 * Fetches a file to `target`, going on where an earlier attempt ended. It gets its name only when every byte is the
 * right one; of a wrong one nothing is kept, of one that is not whole yet everything.
 */
export async function receiveFile(
  target: string,
  file: ModelFile,
  source: FileSource,
  options: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<void> {
  const part = partOf(target)
  try {
    await mkdir(dirname(target), { recursive: true, mode: privateFolder })
    const handle = await open(part, 'a+', privateFile)
    const digest = await fill(handle, part, file, source, options).finally(() => handle.close())
    if (digest !== file.sha256) throw wrongContent(file, source)
    await rename(part, target)
    syncFolder(dirname(target))
  } catch (error) {
    if (error instanceof AppError && error.code === 'corrupt') await rm(part, { force: true })
    throw error instanceof AppError ? error : diskError(error, part)
  }
}

/** Appends what is missing; answers the SHA-256 of all of it. */
async function fill(
  handle: FileHandle,
  part: string,
  file: ModelFile,
  source: FileSource,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<string> {
  let { size } = await handle.stat()
  if (size > file.bytes) size = await restart(handle)
  let hash = await hashOf(part, size)
  onBytes(size)
  if (size < file.bytes) {
    const { offset, chunks } = await source.open(size, signal)
    if (offset !== size) {
      if (offset !== 0) throw wrongContent(file, source)
      size = await restart(handle)
      hash = createHash('sha256')
    }
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      size += chunk.byteLength
      if (size > file.bytes) throw wrongContent(file, source)
      hash.update(chunk)
      await handle.appendFile(chunk)
      onBytes(size)
    }
  }
  if (size < file.bytes) {
    throw new AppError(
      'unavailable',
      say('download.too_short', { from: source.name, size, whole: file.bytes }),
    )
  }
  await handle.sync()
  return hash.digest('hex')
}

async function restart(handle: FileHandle): Promise<0> {
  await handle.truncate(0)
  return 0
}

async function hashOf(path: string, size: number): Promise<Hash> {
  const hash = createHash('sha256')
  if (size === 0) return hash
  const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: STEP_BYTES })
  for await (const chunk of stream) hash.update(chunk)
  return hash
}

/** Says that a file is not the one of this model. */
export function wrongContent(file: ModelFile, source: Pick<FileSource, 'name'>): AppError {
  return new AppError('corrupt', say('download.wrong_file', { from: source.name, path: file.path }))
}
