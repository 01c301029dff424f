import { createReadStream } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Entry } from 'yauzl'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { readWithoutWaiting } from '../../disk/opening-flags'
import { onDisk } from '../../files/disk-errors'
import { MAX_UNPACK_RATIO, UNPACK_RATIO_FROM_BYTES } from '../../library/extractors/limits'
import { openArchive } from '../../library/extractors/package/open-archive'
import { guardArchive } from '../../library/extractors/package/zip'
import { openRegular } from '../../library/sources/acquire'
import { importLimits } from './imported'

/** The files of a folder, of a ZIP archive, or one file, read when asked for. */
export interface SourceFiles {
  /** Relative to it, with `/` between folders; hidden ones and links are not among them. */
  readonly names: readonly string[]
  /** Folders in it that may not be listed, or are gone; what is in them is not among the names. */
  readonly unlisted: readonly string[]
  /** Its bytes as they come; throws `too_large`, `corrupt`. */
  stream(name: string): AsyncIterable<Buffer>
  /** When it was changed last, in milliseconds since 1970. */
  changedAt(name: string): Promise<number>
  close(): void
}

const isHidden = (name: string): boolean =>
  name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')

/** Opens what lies at a canonical path; throws `not_found`, `corrupt`, `too_large`. */
export async function openSource(path: string): Promise<SourceFiles> {
  const found = await onDisk(path, () => lstat(path))
  if (found.isDirectory()) return await folderSource(path)
  return (await isArchive(path)) ? await archiveSource(path, found.mtimeMs) : oneFile(path, found.mtimeMs)
}

async function isArchive(path: string): Promise<boolean> {
  const file = await onDisk(path, () => open(path, readWithoutWaiting))
  try {
    const head = Buffer.alloc(4)
    await onDisk(path, () => file.read(head, 0, 4, 0))
    return head.toString('latin1') === 'PK\x03\x04'
  } finally {
    await file.close()
  }
}

function oneFile(path: string, changedAt: number): SourceFiles {
  return {
    names: [basename(path)],
    unlisted: [],
    stream: () => streamOf(path),
    changedAt: async () => changedAt,
    close: () => undefined,
  }
}

async function* streamOf(path: string): AsyncGenerator<Buffer> {
  // Opened so that a pipe or a link that took its place is not waited for, nor followed.
  const descriptor = openRegular(path, Number.MAX_SAFE_INTEGER)
  const bytes: AsyncIterable<Buffer> = createReadStream('', { fd: descriptor, autoClose: true })
  yield* bytes
}

async function folderSource(root: string): Promise<SourceFiles> {
  const names: string[] = []
  const unlisted: string[] = []
  const waiting = [{ folder: '', depth: 0 }]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { folder, depth } = one
    const path = join(root, folder)
    const listing = onDisk(path, () => readdir(path, { withFileTypes: true }))
    const entries = folder === '' ? await listing : await ifAllowed(listing)
    if (entries === null) unlisted.push(folder)
    for (const entry of entries ?? []) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (isHidden(entry.name)) continue
      if (entry.isDirectory() && depth < importLimits.depth) waiting.push({ folder: name, depth: depth + 1 })
      else if (entry.isFile()) names.push(name)
      if (names.length > importLimits.files) throw tooManyFiles()
    }
  }
  return {
    names: names.sort(),
    unlisted: unlisted.sort(),
    stream: (name) => streamOf(join(root, name)),
    changedAt: async (name) => (await onDisk(name, () => lstat(join(root, name)))).mtimeMs,
    close: () => undefined,
  }
}

async function archiveSource(path: string, changedAt: number): Promise<SourceFiles> {
  const file = await guardArchive(() =>
    openArchive(openRegular(path, Number.MAX_SAFE_INTEGER), { autoClose: false }),
  )
  try {
    const entries = new Map<string, Entry>()
    await guardArchive(async () => {
      if (file.entryCount > importLimits.files) throw tooManyFiles()
      for await (const entry of file.eachEntry()) {
        const name = entry.fileName
        // Two entries of one name are a trick to show one reader another text than the next.
        if (entries.has(name)) throw new AppError('corrupt', say('document.part_twice'))
        if (!name.endsWith('/') && !isHidden(name)) entries.set(name, entry)
      }
    })
    let unpacked = 0
    return {
      names: [...entries.keys()].sort(),
      unlisted: [],
      async *stream(name) {
        const entry = entries.get(name)
        if (entry === undefined) return
        if (entry.isEncrypted()) throw new AppError('unsupported', say('document.protected'))
        const stream: AsyncIterable<Buffer> = await guardArchive(() => file.openReadStreamPromise(entry))
        let size = 0
        const bytes = stream[Symbol.asyncIterator]()
        try {
          for (;;) {
            const next = await guardArchive(() => bytes.next())
            if (next.done === true) return
            size += next.value.length
            unpacked += next.value.length
            const ratio = size / Math.max(1, entry.compressedSize)
            const isBomb = size > UNPACK_RATIO_FROM_BYTES && ratio > MAX_UNPACK_RATIO
            if (isBomb || unpacked > importLimits.unpackedBytes) {
              throw new AppError(
                'too_large',
                say('document.unpacks_too_large', { limit: importLimits.unpackedBytes }),
              )
            }
            yield next.value
          }
        } finally {
          // Who has seen enough of it leaves the rest unread.
          await bytes.return?.()
        }
      },
      changedAt: async (name) => entries.get(name)?.getLastModDate().getTime() ?? changedAt,
      close: () => file.close(),
    }
  } catch (error) {
    file.close()
    throw error
  }
}

/** One file or folder among many that may not be read, that is gone, or whose name is no text costs itself: null. */
export async function ifAllowed<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'denied')) return null
    throw error
  }
}

function tooManyFiles(): AppError {
  return new AppError('too_large', say('import.too_many_files', { limit: importLimits.files }))
}
