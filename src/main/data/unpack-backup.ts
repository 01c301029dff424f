import { chmod, mkdir, rm, stat, symlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupSummary, RestoredData } from '../../shared/contract/data'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { createAudit } from '../changes/audit'
import { changesUnderWay, settleChange } from '../db/changes'
import { checkDatabase } from '../db/health'
import { inspectDatabase } from '../db/inspect'
import { migrations } from '../db/migrate'
import { type Database, inTransaction, openDatabase } from '../db/open'
import { hasOwnSchema } from '../db/own-schema'
import { bringToPresent, setBackedUp, setRestored, unrevokedGrants } from '../db/restored'
import { setRetentionAppliedAt } from '../db/retention'
import { revokeStandingGrant } from '../db/standing-grants'
import { type DataFolder, dataFolderAt } from '../disk/data-folder'
import { syncFile, syncFolder } from '../disk/durable'
import { privateFolder } from '../disk/owner-only'
import { diskError, onDisk } from '../files/disk-errors'
import { contradicts, type Manifest, type ManifestEntry, placeOf } from './manifest'
import type { StageProgress } from './progress'
import { type BackupArchive, openBackup } from './read-archive'
import { requireRoom } from './room'

/** Files that are unpacked at once: they share the disk's waits. */
const filesAtOnce = 8

/** What a backup says of itself. */
export async function lookAtBackup(path: string): Promise<BackupSummary> {
  const archive = await openBackup(path)
  try {
    return summaryOf(path, archive.manifest)
  } finally {
    archive.close()
  }
}

/**
 * Unpacks a backup into a new folder and proves it whole: each file by its hash, the database by its own checks, the
 * audit chain. Then brings what has a term into the present. What is half unpacked is the caller's to remove.
 */
export async function unpackBackup(options: {
  readonly path: string
  /** A new folder. */
  readonly into: string
  /** The data folder that it is for, with where its present content will be. */
  readonly root: string
  readonly former: string | null
  /** Milliseconds since 1970. */
  readonly now: number
  readonly progress: StageProgress
  readonly stopIfAsked: () => void
}): Promise<BackupSummary> {
  const { path, into, root, former, now, progress, stopIfAsked } = options
  const archive = await openBackup(path)
  try {
    const { manifest } = archive
    const summary = summaryOf(path, manifest)
    await requireRoom(root, summary.bytes)
    const folder = dataFolderAt(into)
    for (const each of [folder.root, folder.blobs, folder.trash, folder.uploads]) {
      await mkdir(each, { mode: privateFolder })
    }
    await unpackEntries(archive, folder, summary.bytes, options)
    progress('checking', 0, 0)
    stopIfAsked()
    const { createdAt } = summary
    await settle(folder, manifest, path, { path, createdAt, restoredAt: now, former, noticed: false }, root)
    stopIfAsked()
    syncFolder(into)
    return summary
  } finally {
    archive.close()
  }
}

function summaryOf(path: string, manifest: Manifest): BackupSummary {
  const { createdAt, application, counts, auditIntact, missing, entries } = manifest
  return {
    path,
    createdAt: Date.parse(createdAt),
    application,
    ...counts,
    entries: entries.length,
    bytes: entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0),
    auditIntact,
    missing,
  }
}

async function unpackEntries(
  archive: BackupArchive,
  folder: DataFolder,
  total: number,
  { progress, stopIfAsked, path }: Parameters<typeof unpackBackup>[0],
): Promise<void> {
  let done = 0
  const made = new Set<string>([folder.blobs, folder.trash, folder.uploads])
  const tell = (bytes: number): void => {
    stopIfAsked()
    done += bytes
    progress('files', done, total)
  }
  const at = (entry: ManifestEntry): string => join(folder.root, ...placeOf(entry))
  const makeFolder = async (target: string): Promise<void> => {
    if (made.has(target) || target === folder.root) return
    await makeFolder(dirname(target))
    if (made.has(target)) return
    made.add(target)
    await onTarget(target, () => mkdir(target, { mode: privateFolder }), path)
  }
  const { entries } = archive.manifest
  for (const entry of entries) await makeFolder(entry.kind === 'folder' ? at(entry) : dirname(at(entry)))

  const files = entries
    .filter((entry) => entry.kind === 'file')
    .filter(({ damaged }) => !damaged)
    .values()
  const unpackSome = async (): Promise<void> => {
    for (const file of files) {
      const target = at(file)
      await archive.unpack(file, target, tell)
      if (file.modifiedMs !== undefined) {
        // Seconds as a floating-point number miss by a little: the middle of the millisecond stays within it.
        const seconds = (file.modifiedMs + 0.5) / 1000
        await onTarget(target, () => utimes(target, seconds, seconds), path)
      }
      if (file.mode !== undefined) await chmod(target, file.mode)
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: filesAtOnce }, unpackSome))
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
  // Last, so that nothing is ever written through one.
  for (const entry of entries) {
    if (entry.kind === 'link') await onTarget(at(entry), () => symlink(entry.target, at(entry)), path)
  }
  for (const target of made) syncFolder(target)
  // From the inside out: a folder that may not be written takes no more entries.
  for (const entry of entries.toReversed()) if (entry.kind === 'folder') await chmod(at(entry), entry.mode)
}

/** A place that is taken already, or can't be, was made up: the rest is the disk's. */
async function onTarget(target: string, work: () => Promise<unknown>, archive: string): Promise<void> {
  try {
    await work()
  } catch (error) {
    const failure = diskError(error, target)
    if (['already_exists', 'not_found', 'invalid_input'].includes(failure.code))
      throw contradicts(archive, error)
    throw failure
  }
}

/** Opens the database, which brings its schema up to date, checks it, and brings what has a term into the present. */
async function settle(
  folder: DataFolder,
  manifest: Manifest,
  path: string,
  restored: RestoredData,
  root: string,
): Promise<void> {
  const db = openUnpacked(folder.database, path)
  try {
    if (!checkDatabase(db).ok) throw contradicts(path)
    const now = restored.restoredAt
    const audit = createAudit(db, () => new Date(now))
    const { intact } = await audit.verify()
    if (manifest.auditIntact && !intact) throw new AppError('corrupt', say('data.audit_broken', { path }))
    const { size } = await onDisk(path, () => stat(path))
    inTransaction(db, () => {
      bringToPresent(db, {
        madeAt: restored.createdAt,
        now,
        uploads: { before: join(manifest.dataFolder, 'uploads'), after: dataFolderAt(root).uploads },
      })
      setRetentionAppliedAt(db, now)
      for (const { id } of changesUnderWay(db)) {
        // A start would roll it back, in folders that have moved on, as nobody countersigned.
        settleChange(db, id, 'applying', { status: 'interrupted' })
        audit.record('change.interrupted', { change: id, because: 'restored' })
      }
      for (const grant of unrevokedGrants(db)) {
        revokeStandingGrant(db, grant, now)
        audit.record('standing_grant.revoked', { grant, because: 'restored' })
      }
      audit.record('data.restored', { backup: manifest.createdAt, application: manifest.application })
      setRestored(db, restored)
      // The database is of a moment before it was itself written as the last one.
      setBackedUp(db, { path, at: restored.createdAt, bytes: size })
    })
  } finally {
    db.close()
  }
  syncFile(folder.database)
  // What opening made beside it: a copy from before the schema was brought up to date, and the reserve.
  await rm(folder.backups, { recursive: true, force: true })
  await rm(`${folder.database}.reserve`, { force: true })
}

function openUnpacked(database: string, path: string): Database {
  try {
    inspectDatabase(database, migrations.length)
    // Before anything runs in it: triggers and views of somebody else's would work with every statement of ours.
    if (!hasOwnSchema(database)) throw contradicts(path)
    return openDatabase(database)
  } catch (error) {
    const failure = toAppError(error)
    // Its sentence names a place where the person has nothing.
    if (failure.code === 'newer_version') throw new AppError('newer_version', say('data.newer', { path }))
    throw failure.code === 'corrupt' ? contradicts(path, error) : failure
  }
}
