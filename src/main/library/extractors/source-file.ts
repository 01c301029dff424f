import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { readWithoutWaiting } from '../../disk/own-file'
import { systemCode } from '../../files/disk-errors'
import { DETECTION_BYTES } from './limits'

/** A file that is to be read. */
export type SourceFile = {
  /** Bytes. */
  readonly size: number
  /** What its format is told by. */
  readonly head: Uint8Array
  /** All of it; read only once asked for, unless it is small. */
  whole(): Uint8Array
  /** Has some of it read, part by part. */
  readParts<T>(work: (read: ReadPart) => T): T
}

/** Reads so many bytes from a place on, as far as they are there. */
export type ReadPart = (from: number, length: number) => Buffer

/** Files up to this size (bytes) are read at once: opening one a second time takes longer. */
const SMALL_BYTES = 64 * 1024

/**
 * Looks at a file before reading it: refuses folders, devices and pipes, which could be endless. Its calls block: it is
 * for worker threads.
 */
export function openSource(path: string): SourceFile {
  return withFile(path, (descriptor) => {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) throw new AppError('unsupported', say('document.not_regular'))
    const { size } = stat
    if (size <= SMALL_BYTES) {
      const bytes = readFileSync(descriptor)
      return {
        size: bytes.length,
        head: bytes.subarray(0, DETECTION_BYTES),
        whole: () => bytes,
        readParts: (work) => work((from, length) => bytes.subarray(from, from + length)),
      }
    }
    const head = new Uint8Array(DETECTION_BYTES)
    const read = readSync(descriptor, head, 0, head.length, 0)
    return {
      size,
      head: head.subarray(0, read),
      whole: () => withFile(path, (again) => readFileSync(again)),
      readParts: (work) =>
        withFile(path, (again) =>
          work((from, length) => {
            const part = Buffer.alloc(Math.max(0, Math.min(length, size - from)))
            return part.subarray(0, readSync(again, part, 0, part.length, from))
          }),
        ),
    }
  })
}

function withFile<T>(path: string, work: (descriptor: number) => T): T {
  const descriptor = openForReading(path)
  try {
    return work(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function openForReading(path: string): number {
  try {
    return openSync(path, readWithoutWaiting)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new AppError('not_found', say('document.gone'))
    if (code === 'EACCES' || code === 'EPERM') {
      throw new AppError('denied', say('document.not_allowed'), { cause: error })
    }
    throw error
  }
}
