import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { snapshotDatabase } from '../db/snapshot'
import type { DataFolder } from '../disk/data-folder'
import { syncFile } from '../disk/durable'
import { readWithoutFollowing } from '../disk/opening-flags'
import { privateFile } from '../disk/owner-only'
import { diskError, systemCode } from '../files/disk-errors'
import { auditIsIntact } from './audit-of-copy'
import { isMissing, type Kept, keptIn, trashedIn } from './folder-contents'
import {
  databaseName,
  entryLimit,
  isAtItsHash,
  type Manifest,
  type ManifestEntry,
  type ManifestHead,
  manifestName,
  manifestOf,
} from './manifest'
import type { StageProgress } from './progress'

/** The parts of a data folder that a backup is made of. */
type BackedUpFolder = Pick<DataFolder, 'root' | 'database' | 'blobs' | 'trash' | 'uploads'>

/** What was written. */
export interface WrittenArchive extends Pick<ManifestHead, 'counts' | 'missing' | 'auditIntact'> {
  readonly entries: number
  /** Of what it holds. */
  readonly bytes: number
}

/** Bytes that are looked at to see whether a file becomes smaller: photos, PDFs and archives do not. */
const sampleBytes = 64 * 1024
/** A sample that shrinks to more than this share is stored as it is. */
const worthCompressing = 0.9
/** A file that only its owner reads (S_IFREG). */
const entryMode = 0o100600

/**
 * Writes a backup of a data folder into a new file, durably. The database is copied as it is at the instant of `taken`;
 * what others write meanwhile is not waited for. Fails with `cancelled` when `stopIfAsked` throws; what is half written
 * is the caller's to remove.
 */
export async function writeArchive(options: {
  readonly folder: BackedUpFolder
  /** A new file. */
  readonly file: string
  /** What the person called it, for sentences; the same unless given. */
  readonly named?: string
  /** A path in the data folder for copies of the database; other names are made by endings. */
  readonly copy: string
  readonly application: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly taken: () => void
  readonly progress: StageProgress
  readonly stopIfAsked: () => void
  /** Writes the long form of every entry, as one of more than 4 GB has it. */
  readonly alwaysLong?: boolean
}): Promise<WrittenArchive> {
  const { folder, file, copy, application, now, progress, stopIfAsked } = options
  // Before the database's instant, while no change is under way: what an undo takes from it later is missed then.
  const trashed = await listKept(trashedIn(folder), stopIfAsked)
  const snapshot = await snapshotDatabase({
    path: folder.database,
    rough: `${copy}.rough.unfinished`,
    target: `${copy}.unfinished`,
    taken: options.taken,
    progress: (done, total) => progress('database', done, total),
    stopIfAsked,
  })
  const auditIntact = await auditIsIntact(`${copy}.unfinished`)
  const others = await listKept(keptIn(folder), stopIfAsked)
  const kept = [...others.kept, ...trashed.kept]
  let missing = others.missing + trashed.missing
  if (kept.length >= entryLimit) throw tooMany()

  const archive = openArchive(file, { ...options, stopIfAsked })
  const total = kept.reduce((sum, thing) => sum + ('size' in thing ? thing.size : 0), 0)
  let done = 0
  const tell = (bytes: number): void => {
    done += bytes
    progress('files', Math.min(done, total), total)
  }
  const entries: ManifestEntry[] = []
  try {
    const database = await archive.add(databaseName, `${copy}.unfinished`, () => undefined)
    if (database === null) throw new AppError('internal', 'The copy of the database is gone.')
    entries.push({ kind: 'file', name: databaseName, ...database })
    for (const thing of kept) {
      const entry = await addKept(archive, thing, entries.length, tell)
      if (entry === null || (entry.kind === 'file' && entry.damaged)) missing++
      if (entry !== null) entries.push(entry)
    }
    const manifest: Omit<Manifest, 'format' | 'version' | 'leftOut'> = {
      schema: snapshot.schema,
      application,
      createdAt: new Date(now).toISOString(),
      dataFolder: folder.root,
      counts: snapshot.counts,
      auditIntact,
      missing,
      entries,
    }
    await archive.close(manifestOf(manifest))
  } catch (error) {
    await archive.abandon()
    throw error
  }
  syncFile(file)
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0)
  return { entries: entries.length, bytes, counts: snapshot.counts, missing, auditIntact }
}

async function listKept(
  things: AsyncIterable<Kept>,
  stopIfAsked: () => void,
): Promise<{ kept: Exclude<Kept, { kind: 'missing' }>[]; missing: number }> {
  const kept: Exclude<Kept, { kind: 'missing' }>[] = []
  let missing = 0
  for await (const thing of things) {
    stopIfAsked()
    if (thing.kind === 'missing') missing++
    else kept.push(thing)
    if (kept.length >= entryLimit) throw tooMany()
  }
  return { kept, missing }
}

function tooMany(): AppError {
  return new AppError('too_large', say('data.too_many', { limit: entryLimit }))
}

async function addKept(
  archive: OpenArchive,
  thing: Exclude<Kept, { kind: 'missing' }>,
  number: number,
  tell: (bytes: number) => void,
): Promise<ManifestEntry | null> {
  switch (thing.kind) {
    case 'folder':
    case 'link':
      return thing
    case 'blob': {
      const added = await archive.add(thing.name, thing.at, tell)
      if (added === null) return null
      const entry = { kind: 'file' as const, name: thing.name, ...added }
      // One that the disk damaged must not make the whole backup one that contradicts itself.
      return isAtItsHash(entry) ? entry : { ...entry, damaged: true }
    }
    case 'file': {
      // Its own name may be one that no archive takes.
      const name = `files/${number}`
      const added = await archive.add(name, thing.at, tell)
      const { path, mode, modifiedMs } = thing
      return added === null ? null : { kind: 'file', name, ...added, path, mode, modifiedMs }
    }
    default:
      return assertNever(thing)
  }
}

interface OpenArchive {
  /** Adds a file under a name; null where it is gone or can't be read. */
  add(
    name: string,
    at: string,
    tell: (bytes: number) => void,
  ): Promise<{ size: number; sha256: string } | null>
  /** Adds the manifest and ends it. */
  close(manifest: string): Promise<void>
  /** Lets go of the file. */
  abandon(): Promise<void>
}

function openArchive(
  file: string,
  {
    named = file,
    alwaysLong = false,
    stopIfAsked,
  }: Pick<Parameters<typeof writeArchive>[0], 'named' | 'alwaysLong' | 'stopIfAsked'>,
): OpenArchive {
  const zip = new ZipFile()
  const output = createWriteStream(file, { flags: 'wx', mode: privateFile })
  // The first thing that goes wrong anywhere ends whatever is waited for.
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const fail = (error: unknown): void => failure.reject(diskError(error, named))
  zip.on('error', fail)
  output.on('error', fail)
  zip.outputStream.pipe(output)
  const sample = Buffer.allocUnsafe(sampleBytes)

  return {
    async add(name, at, tell) {
      const handle = await openOrNull(at)
      if (handle === null) return null
      try {
        // The same memory for every file: a library has many thousands of small ones.
        const { bytesRead } = await handle.read(sample, 0, sampleBytes, 0)
        const compress = shrinks(sample.subarray(0, bytesRead))
        const hash = createHash('sha256')
        let size = 0
        const meter = new Transform({
          transform(piece: Buffer, _encoding, passOn) {
            try {
              stopIfAsked()
            } catch (error) {
              failure.reject(error)
              return
            }
            hash.update(piece)
            size += piece.length
            tell(piece.length)
            passOn(null, piece)
          },
        })
        giveOnce(zip, name, { compress, mode: entryMode, forceZip64Format: alwaysLong }, meter)
        if (bytesRead < sampleBytes) {
          meter.end(Buffer.from(sample.subarray(0, bytesRead)))
        } else {
          const source = createReadStream(at, { fd: handle, autoClose: false, start: 0 })
          source.on('error', (error) => failure.reject(diskError(error, at)))
          source.pipe(meter)
        }
        await Promise.race([finished(meter), failure.promise])
        return { size, sha256: hash.digest('hex') }
      } finally {
        await handle.close()
      }
    },
    async close(manifest) {
      zip.addBuffer(Buffer.from(manifest), manifestName, { mode: entryMode })
      zip.end({ forceZip64Format: alwaysLong, comment: '' })
      await Promise.race([finished(output), failure.promise])
    },
    async abandon() {
      if (output.closed) return
      const closed = new Promise<void>((resolve) => output.once('close', () => resolve()))
      output.destroy()
      await closed
    },
  }
}

/** The archive keeps what it was given for each entry until its end; the stream must not be part of that. */
function giveOnce(
  zip: ZipFile,
  name: string,
  options: Parameters<ZipFile['addReadStream']>[2] & object,
  stream: NodeJS.ReadableStream,
): void {
  const streams = [stream]
  zip.addReadStreamLazy(name, options, (give) => {
    const [given] = streams.splice(0)
    if (given !== undefined) give(null, given)
  })
}

async function openOrNull(path: string): Promise<FileHandle | null> {
  try {
    // What became a link or a pipe since it was listed is neither followed nor waited for.
    return await open(path, readWithoutFollowing)
  } catch (error) {
    if (isMissing(error) || systemCode(error) === 'ELOOP') return null
    throw diskError(error, path)
  }
}

/** Whether a file is worth the time that compressing it takes, by its beginning. */
function shrinks(beginning: Buffer): boolean {
  if (beginning.length === 0) return false
  return deflateRawSync(beginning, { level: 1 }).length < beginning.length * worthCompressing
}
