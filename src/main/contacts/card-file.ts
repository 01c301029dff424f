import type { FileHandle } from 'node:fs/promises'
import iconv from 'iconv-lite'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { withFile } from '../files/handles'

/** Bytes of cards; address books with a picture of everybody have some hundred million. */
const fileLimit = 512_000_000
/** Bytes that are read at once; between two such parts other work has its turn. */
const partBytes = 256 * 1024
/** Bytes in which the encoding is looked for that cards name. */
const lookedAt = 1024 * 1024

/** Reads a file of contacts at a checked path, of at most so many bytes: `read` is given its text in parts, in whatever encoding it is. */
export function readCardFile<T>(
  path: string,
  signal: AbortSignal,
  read: (parts: AsyncIterable<string>) => Promise<T>,
  limit = fileLimit,
): Promise<T> {
  return withFile(path, async ({ handle, stats }) => {
    if (stats.size > BigInt(limit)) {
      const values = { path, size: Number(stats.size), limit }
      throw new AppError('too_large', say('file.too_large_here', values), { field: 'path' })
    }
    const encoding = await encodingOf(handle, signal)
    return await read(textOf(handle, encoding, signal))
  })
}

async function* readParts(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    signal.throwIfAborted()
    const part = Buffer.alloc(partBytes)
    const { bytesRead } = await handle.read(part, 0, part.length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield part.subarray(0, bytesRead)
  }
}

async function* textOf(handle: FileHandle, encoding: string, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding)
  for await (const part of readParts(handle, signal)) yield decoder.write(part)
  yield decoder.end() ?? ''
}

/** By its mark, else as it is: UTF-16 has empty bytes, what is no UTF-8 has the encoding that a card names, or that of Windows. */
async function encodingOf(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let first: Buffer | null = null
  for await (const part of readParts(handle, signal)) {
    first ??= part
    const wide = wideEncoding(first)
    if (wide !== null) return wide
    try {
      decoder.decode(part, { stream: true })
    } catch {
      return namedEncoding(await startOf(handle))
    }
  }
  return 'utf-8'
}

async function startOf(handle: FileHandle): Promise<string> {
  const start = Buffer.alloc(lookedAt)
  const { bytesRead } = await handle.read(start, 0, start.length, 0)
  return start.toString('latin1', 0, bytesRead)
}

function namedEncoding(start: string): string {
  const named = [...start.matchAll(/;CHARSET="?([\w-]+)/gi)].map(([, name = '']) => name)
  const found = named.find((name) => !/^utf-?8$/i.test(name) && iconv.encodingExists(name))
  return found ?? 'windows-1252'
}

function wideEncoding([first, second, third]: Buffer): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a mark: a file of cards begins with a letter that has one byte.
  if (first !== 0 && second === 0 && third !== undefined) return 'utf-16le'
  return first === 0 && second !== undefined && second !== 0 ? 'utf-16be' : null
}
