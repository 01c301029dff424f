import { fromErrorShape, toErrorShape } from '../../../shared/errors'
import type { FileContent } from '../../workers/index-protocol'
import type { KeptContent, WantedFile } from '../sources/acquire'
import type { UnpackedArchive } from '../sources/archive'
import type { InspectedFile } from '../tool-service'
import { ask, createIndexLane } from './ask-index-worker'
import { createTogetherQueue, type Outcome } from './together-queue'

/** A file to copy, with its size (bytes) as it was last seen. */
type AcquiredFile = WantedFile & { readonly size: number }

/** What the service asks of the workers that read files; these never load the database. */
export type FileClient = {
  hash(path: string, signal: AbortSignal): Promise<FileContent>
  /** Finds the file that a path leads to, and tells what it is; never waits for a copy. */
  inspect(path: string, signal: AbortSignal): Promise<InspectedFile>
  /** The same for several: for the first, or as many as are quickly looked at, in their order. */
  inspectSome(paths: readonly string[], signal: AbortSignal): Promise<readonly Outcome<InspectedFile>[]>
  /** Copies a file of about so many bytes into the blob store, unless it has what is known of it. */
  acquire(file: AcquiredFile, signal: AbortSignal): Promise<KeptContent>
  /** Unpacks an archive of documents: into the blob store with `keep` (all, or these hashes), else only to tell what is in it. */
  unpack(
    path: string,
    how: { readonly withPictures: boolean; readonly keep: boolean | readonly string[] },
    signal: AbortSignal,
  ): Promise<UnpackedArchive>
  close(): Promise<void>
}

/** Where the workers find what they need. */
export type FileClientOptions = {
  /** The built `workers/index.js`. */
  readonly workerUrl: URL | string
  /** The blob store's folder. */
  readonly blobs: string
  /** The largest file that the library takes (bytes). */
  readonly maxFileBytes: number
}

/** A copy waits for the disk most of the time. */
const COPIES_AT_ONCE = 2
/** A large file that is hashed leaves room for another. */
const LOOKS_AT_ONCE = 2
/** Small files are copied together: each waits no longer for the others than for the disk. */
const COPIES_TOGETHER = { mostTogether: 64, bytesTogether: 1024 * 1024, atOnce: COPIES_AT_ONCE }

// Generous: these end what hangs, on a network folder for instance, not what is slow.
const FILE_TIME_LIMIT_MS = 10 * 60_000
/** Of several small files; one that hangs is then waited for alone. */
const FILES_TIME_LIMIT_MS = 30_000

/** Starts the client; copies never wait for files that are only looked at. */
export function createFileClient({
  workerUrl,
  blobs,
  maxFileBytes: maxBytes,
}: FileClientOptions): FileClient {
  const files = createIndexLane(workerUrl, { size: COPIES_AT_ONCE })
  const looks = createIndexLane(workerUrl, { size: LOOKS_AT_ONCE })
  /** What makes the worker fail must not take the others with it: the first is then looked at alone. */
  const inspectSome = async (
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Outcome<InspectedFile>[]> => {
    const [first] = paths
    if (first === undefined) return []
    const limit = paths.length === 1 ? FILE_TIME_LIMIT_MS : FILES_TIME_LIMIT_MS
    try {
      const request = { kind: 'inspect' as const, path: first, paths: [...paths], maxBytes }
      return await ask(looks, request, limit, signal)
    } catch (error) {
      signal.throwIfAborted()
      return paths.length === 1 ? [{ error: toErrorShape(error) }] : await inspectSome([first], signal)
    }
  }
  const copying = createTogetherQueue<AcquiredFile, KeptContent>({
    ...COPIES_TOGETHER,
    bytesOf: ({ size }) => size,
    send(wanted, signal) {
      const sources = wanted.map(({ path: file, known }) => ({ path: file, known }))
      const request = { kind: 'acquire' as const, path: blobs, files: sources, maxBytes }
      const limit = wanted.length === 1 ? FILE_TIME_LIMIT_MS : FILES_TIME_LIMIT_MS
      return ask(files, request, limit, signal)
    },
  })
  return {
    hash: (file, signal) => ask(looks, { kind: 'hash', path: file, maxBytes }, FILE_TIME_LIMIT_MS, signal),
    inspectSome,
    async inspect(file, signal) {
      const [looked] = await inspectSome([file], signal)
      if (looked === undefined) throw new Error(`What ${file} is was not told.`)
      if ('error' in looked) throw fromErrorShape(looked.error)
      return looked
    },
    acquire: copying.run,
    unpack(file, { withPictures, keep }, signal) {
      const only = typeof keep === 'boolean' ? null : [...keep]
      const kept = keep === false ? null : blobs
      const request = { kind: 'unpack' as const, path: file, blobs: kept, only, withPictures }
      return ask(files, request, FILE_TIME_LIMIT_MS, signal)
    },
    async close() {
      copying.close()
      await Promise.all([files.close(), looks.close()])
    },
  }
}
