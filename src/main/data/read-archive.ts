import { createHash } from 'node:crypto'
import { createWriteStream, openSync } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Entry, ZipFile } from 'yauzl'
import { AppError, asError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { migrations } from '../db/migrate'
import { readWithoutWaiting } from '../disk/opening-flags'
import { privateFile } from '../disk/owner-only'
import { diskError, isSystemError, systemCode } from '../files/disk-errors'
import { openArchive } from '../library/extractors/package/open-archive'
import { unpackEntry } from '../library/extractors/package/zip'
import {
  contradicts,
  entryLimit,
  type Manifest,
  type ManifestFile,
  manifestLimitBytes,
  manifestName,
  parseManifest,
} from './manifest'

/** A backup whose directory and manifest were found to fit together. */
export interface BackupArchive {
  readonly manifest: Manifest
  /** Unpacks a file to a new path and checks it; throws `corrupt` for other bytes than the manifest says. */
  unpack(file: ManifestFile, to: string, tell: (bytes: number) => void): Promise<void>
  close(): void
}

const fileTypeBits = 0o170000
const regularFile = 0o100000

/**
 * Opens a backup and checks everything that can be checked without unpacking it. Throws `unsupported` for another kind
 * of file, `newer_version`, `corrupt`, and what the disk says.
 */
export async function openBackup(path: string): Promise<BackupArchive> {
  const zip = await open(path)
  try {
    const entries = await directoryOf(zip, path)
    const stated = entries.get(manifestName)
    if (stated === undefined) throw notABackup(path)
    const text = await ofArchive(path, () => unpackEntry(zip, stated, manifestLimitBytes))
    const manifest = parseManifest(text.toString('utf8'), path, migrations.length)
    entries.delete(manifestName)
    const files = manifest.entries.filter((entry) => entry.kind === 'file')
    // Neither may hold what the other does not know of.
    if (files.length !== entries.size || !files.every(({ name }) => entries.has(name)))
      throw contradicts(path)
    return {
      manifest,
      async unpack(file, to, tell) {
        const entry = entries.get(file.name)
        if (entry === undefined) throw contradicts(path)
        await unpackTo(zip, entry, file, { archive: path, to, tell })
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function open(path: string): Promise<ZipFile> {
  try {
    const descriptor = openSync(path, readWithoutWaiting)
    return await openArchive(descriptor, { autoClose: false, strictFileNames: true })
  } catch (error) {
    throw systemCode(error) === null ? notABackup(path, error) : diskError(error, path)
  }
}

async function directoryOf(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > entryLimit + 1) {
    throw new AppError('too_large', say('data.too_many', { limit: entryLimit }))
  }
  const entries = new Map<string, Entry>()
  await ofArchive(path, async () => {
    for await (const entry of zip.eachEntry()) {
      const type = (entry.externalFileAttributes >>> 16) & fileTypeBits
      // Links and folders are told by the manifest alone; two entries of one name are a trick.
      if ((type !== 0 && type !== regularFile) || entry.isEncrypted() || entries.has(entry.fileName)) {
        throw contradicts(path)
      }
      entries.set(entry.fileName, entry)
    }
  })
  return entries
}

async function unpackTo(
  zip: ZipFile,
  entry: Entry,
  { size, sha256 }: ManifestFile,
  { archive, to, tell }: { archive: string; to: string; tell: (bytes: number) => void },
): Promise<void> {
  const hash = createHash('sha256')
  let seen = 0
  // What really comes out is counted; the sizes that an archive declares are not believed.
  const meter = new Transform({
    transform(piece: Buffer, _encoding, passOn) {
      seen += piece.length
      if (seen > size) return passOn(contradicts(archive))
      hash.update(piece)
      try {
        tell(piece.length)
      } catch (error) {
        return passOn(asError(error))
      }
      passOn(null, piece)
    },
  })
  const output = createWriteStream(to, { flags: 'wx', mode: privateFile, flush: true })
  let writing: unknown = null
  output.once('error', (error) => {
    writing = error
  })
  await ofArchive(
    archive,
    async () => pipeline(await zip.openReadStreamPromise(entry), meter, output),
    (error) => (error === writing && isSystemError(error) ? diskError(error, to) : null),
  )
  if (seen !== size || hash.digest('hex') !== sha256) throw contradicts(archive)
}

/** What a library says of an archive becomes a sentence; our own errors and those of the disk pass. */
async function ofArchive<T>(
  path: string,
  work: () => Promise<T>,
  known: (error: unknown) => AppError | null = () => null,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    const other = known(error)
    if (other !== null) throw other
    if (isSystemError(error)) throw diskError(error, path)
    throw contradicts(path, error)
  }
}

function notABackup(path: string, cause?: unknown): AppError {
  return new AppError('unsupported', say('data.not_a_backup', { path }), { cause })
}
