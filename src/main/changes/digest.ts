import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { releaseBytes, takeBytes } from './byte-memory'

/** Bytes that are hashed in one turn of the event loop: below a millisecond with the processor's own instructions, a few without. */
const PIECE_BYTES = 1 << 20

/** Bytes in one part, or in several that follow each other. */
export type Bytes = Uint8Array | readonly Uint8Array[]

/** What of an open file writing takes; answers how many bytes it wrote, which may be fewer. */
interface Writable {
  writev(parts: readonly Uint8Array[]): Promise<{ readonly bytesWritten: number }>
}

function partsOf(bytes: Bytes): readonly Uint8Array[] {
  return bytes instanceof Uint8Array ? [bytes] : bytes
}

/** How many bytes these are. */
export function lengthOf(bytes: Bytes): number {
  return partsOf(bytes).reduce((sum, part) => sum + part.length, 0)
}

/** SHA-256 in hexadecimal; lets the event loop go on in between. */
export async function digestOf(whole: Bytes): Promise<string> {
  const hash = createHash('sha256')
  let sinceTurn = 0
  for (const bytes of partsOf(whole)) {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      if (sinceTurn + piece.length > PIECE_BYTES) {
        await nextTurn()
        sinceTurn = 0
      }
      hash.update(piece)
      sinceTurn += piece.length
    }
  }
  return hash.digest('hex')
}

/** SHA-256 of all bytes of an open file, in hexadecimal, and how many they are; none of them is held. */
export async function digestOfFile(
  file: FileHandle,
): Promise<{ readonly sha256: string; readonly size: number }> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
    const bytes: Buffer = piece
    hash.update(bytes)
    size += bytes.length
  }
  return { sha256: hash.digest('hex'), size }
}

/**
 * Reads an open file of this size (bytes) from its start, and its SHA-256 while the disk is at work; throws `conflict`
 * when it grows meanwhile.
 */
export async function readWithDigest(
  handle: FileHandle,
  size: number,
): Promise<{ readonly bytes: Buffer; readonly sha256: string }> {
  const hash = createHash('sha256')
  const bytes = takeBytes(size)
  let length = 0
  let coming = readPiece(handle, bytes, 0)
  for (;;) {
    const read = await coming
    if (read === 0) break
    const from = length
    length += read
    coming = readPiece(handle, bytes, length)
    hash.update(bytes.subarray(from, length))
  }
  if (length === size && (await readPiece(handle, Buffer.alloc(1), 0, size)) > 0) {
    throw new AppError('conflict', say('file.written_while_read'))
  }
  return { bytes: bytes.subarray(0, length), sha256: hash.digest('hex') }
}

/** Whether an open file has exactly these bytes. */
export async function hasBytes(handle: FileHandle, expected: Uint8Array): Promise<boolean> {
  const buffer = takeBytes(Math.min(expected.length, PIECE_BYTES) + 1)
  try {
    let at = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
      if (bytesRead === 0) return at === expected.length
      if (buffer.compare(expected, at, Math.min(at + bytesRead, expected.length), 0, bytesRead) !== 0)
        return false
      at += bytesRead
    }
  } finally {
    releaseBytes(buffer)
  }
}

/** Writes all bytes to an open file with as few calls as the system allows. */
export async function writeAll(handle: Writable, bytes: Bytes): Promise<void> {
  let left = partsOf(bytes).filter(({ length }) => length > 0)
  while (left.length > 0) left = after((await handle.writev(left)).bytesWritten, left)
}

/** What is left of parts when so many of their bytes are done. */
function after(count: number, parts: readonly Uint8Array[]): Uint8Array[] {
  let done = count
  let whole = 0
  for (const { length } of parts) {
    if (done < length) break
    done -= length
    whole += 1
  }
  const [cut, ...rest] = parts.slice(whole)
  return cut === undefined ? [] : [cut.subarray(done), ...rest]
}

async function readPiece(handle: FileHandle, target: Buffer, at: number, position = at): Promise<number> {
  const length = Math.min(PIECE_BYTES, target.length - at)
  return length === 0 ? 0 : (await handle.read(target, at, length, position)).bytesRead
}
