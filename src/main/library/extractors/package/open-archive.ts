import { close, closeSync, createReadStream, fstatSync, read, readSync } from 'node:fs'
import type { Readable } from 'node:stream'
import {
  fromFdPromise,
  fromRandomAccessReaderPromise,
  type Options,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl'

/** The record that ends an archive, without its comment, whose length stands in its last two bytes (APPNOTE 6.3.10, 4.3.16). */
const END_RECORD_BYTES = 22
const END_MARK = Buffer.from('PK\x05\x06')
/** What stands for a place that only the records of large archives can hold. */
const ZIP64 = 0xffffffff
/** A comment is at most this long; so much may also stand behind an archive that programs still open. */
const MAX_COMMENT_BYTES = 0xffff

/**
 * Opens an archive, also one with bytes behind its end, which copying over networks and saving from mail leave there.
 * Closing it, or throwing, closes the descriptor.
 */
export async function openArchive(
  descriptor: number,
  options: Omit<Options, 'lazyEntries'>,
): Promise<ZipFile> {
  try {
    const { size } = fstatSync(descriptor)
    const end = archiveEnd(descriptor, size)
    return end === size
      ? await fromFdPromise(descriptor, options)
      : await fromRandomAccessReaderPromise(new DescriptorReader(descriptor), end, options)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** Where an archive ends in a file of a size: behind its end record, or at the file's end where none is found. */
function archiveEnd(descriptor: number, size: number): number {
  const last = readLast(descriptor, size, END_RECORD_BYTES)
  if (last.indexOf(END_MARK) === 0 && last.readUInt16LE(END_RECORD_BYTES - 2) === 0) return size
  const tail = readLast(descriptor, size, END_RECORD_BYTES + MAX_COMMENT_BYTES)
  const start = size - tail.length
  for (
    let at = tail.lastIndexOf(END_MARK);
    at !== -1;
    at = at === 0 ? -1 : tail.lastIndexOf(END_MARK, at - 1)
  ) {
    if (at + END_RECORD_BYTES > tail.length) continue
    const end = at + END_RECORD_BYTES + tail.readUInt16LE(at + END_RECORD_BYTES - 2)
    // The list of files stands before the record that says where it is; a mark by chance says anything.
    const list = tail.readUInt32LE(at + 16)
    const isRecord = list === ZIP64 || list + tail.readUInt32LE(at + 12) <= start + at
    if (isRecord && end <= tail.length) return start + end
  }
  return size
}

function readLast(descriptor: number, size: number, count: number): Buffer {
  const bytes = Buffer.alloc(Math.min(size, count))
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, size - bytes.length))
}

/** Reads an open file for the library, which takes the end of the archive for the end of the file. */
class DescriptorReader extends RandomAccessReader {
  readonly #descriptor: number

  constructor(descriptor: number) {
    super()
    this.#descriptor = descriptor
  }

  override _readStreamForRange(start: number, end: number): Readable {
    // A stream that is destroyed closes its file, also without being asked to; this one stays open for the next part.
    const fs = { read, close: (_descriptor: number, done: (error: null) => void) => done(null) }
    return createReadStream('', { fd: this.#descriptor, start, end: end - 1, fs })
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, count?: number) => void,
  ): void {
    read(this.#descriptor, buffer, offset, length, position, callback)
  }

  override close(callback: (error: Error | null) => void): void {
    close(this.#descriptor, callback)
  }
}
