import { openSync } from 'node:fs'
import type { Entry, ZipFile } from 'yauzl'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { readWithoutWaiting } from '../../../disk/opening-flags'
import { isSystemError } from '../../../files/disk-errors'
import { once } from '../../../once'
import { MAX_ENTRY_BYTES, MAX_UNPACKED_BYTES, MAX_ZIP_ENTRIES } from '../limits'
import { openArchive } from './open-archive'

/** The entries of one ZIP archive, read when asked for, within limits on what they unpack to. */
export type ZipPackage = {
  /** Names of the files in it, with `/` between folders. */
  readonly names: readonly string[]
  has(name: string): boolean
  /** The unpacked bytes of an entry, or null where there is none. Throws `too_large`, `corrupt`, `unsupported`. */
  read(name: string): Promise<Buffer | null>
  close(): void
}

/** Opens a ZIP archive; throws `corrupt` where it can't be read. */
async function openZip(path: string): Promise<ZipPackage> {
  const file = await guardArchive(() => openArchive(openSync(path, readWithoutWaiting), { autoClose: false }))
  try {
    const entries = await guardArchive(() => listEntries(file))
    // Parts are known by their names in whatever case (ECMA-376, part 2, 6.2.2.3), which some programs rely on.
    const inAnyCase = once(() => byNamesInLowerCase(entries))
    const find = (name: string) => entries.get(name) ?? inAnyCase().get(name.toLowerCase())
    let unpacked = 0
    return {
      names: [...entries.keys()],
      has: (name) => find(name) !== undefined,
      async read(name) {
        const entry = find(name)
        if (entry === undefined) return null
        if (entry.isEncrypted()) {
          throw new AppError('unsupported', say('document.protected'))
        }
        return await guardArchive(() =>
          unpackEntry(file, entry, MAX_ENTRY_BYTES, (count) => {
            // Counted as it comes: several entries may be read at a time.
            unpacked += count
            if (unpacked > MAX_UNPACKED_BYTES) throw unpacksTooLarge(MAX_UNPACKED_BYTES)
          }),
        )
      },
      close: () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/** Reads an entry that the document goes on without: null where it is not there, or is damaged. */
export async function readEmbedded<Value>(
  zip: ZipPackage,
  name: string,
  read: (bytes: Uint8Array) => Value,
): Promise<Value | null> {
  try {
    const bytes = await zip.read(name)
    return bytes === null ? null : read(bytes)
  } catch (error) {
    if (error instanceof AppError && error.code === 'corrupt') return null
    throw error
  }
}

/** Names that differ in case alone lead nowhere: which of them is meant would be a guess. */
function byNamesInLowerCase(entries: ReadonlyMap<string, Entry>): Map<string, Entry> {
  const found = new Map<string, Entry | null>()
  for (const [name, entry] of entries) {
    const lower = name.toLowerCase()
    found.set(lower, found.has(lower) ? null : entry)
  }
  return new Map([...found].flatMap(([name, entry]) => (entry === null ? [] : [[name, entry] as const])))
}

/** Opens an archive for one piece of work. */
export async function withZip<Value>(
  path: string,
  work: (zip: ZipPackage) => Promise<Value>,
): Promise<Value> {
  const zip = await openZip(path)
  try {
    return await work(zip)
  } finally {
    zip.close()
  }
}

async function listEntries(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > MAX_ZIP_ENTRIES) {
    throw new AppError('too_large', say('document.too_many_parts', { count: file.entryCount }))
  }
  const entries = new Map<string, Entry>()
  for await (const entry of file.eachEntry()) {
    // Two entries of one name are a trick to show one reader another text than the next.
    if (entries.has(entry.fileName)) throw new AppError('corrupt', say('document.part_twice'))
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  return entries
}

/** The unpacked bytes of an entry; throws `too_large` as soon as more than `limit` come out. */
export async function unpackEntry(
  file: ZipFile,
  entry: Entry,
  limit: number,
  onBytes: (bytes: number) => void = () => {},
): Promise<Buffer> {
  const stream: AsyncIterable<Buffer> = await file.openReadStreamPromise(entry)
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    onBytes(part.length)
    if (size > limit) throw unpacksTooLarge(limit)
    parts.push(part)
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size)
}

function unpacksTooLarge(limit: number): AppError {
  return new AppError('too_large', say('document.unpacks_too_large', { limit }))
}

/** A library's complaint about an archive becomes a sentence; our own errors pass. */
export async function guardArchive<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    // A disk that fails is not a damaged file.
    if (isSystemError(error)) throw error
    throw new AppError('corrupt', say('document.not_unpacked'), { cause: error })
  }
}
