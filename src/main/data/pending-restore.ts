import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { chmod, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { localDay } from '../../shared/calendar-day'
import { type PendingRestore, pendingRestoreSchema } from '../../shared/contract/data'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemFailure } from '../../shared/system-failures'
import type { DataFolder } from '../disk/data-folder'
import { syncFolder, writePrivateFile } from '../disk/durable'
import { faultPoint } from '../disk/fault-point'
import { readOwnText } from '../disk/own-file'
import { privateFolder } from '../disk/owner-only'
import { systemCode } from '../files/disk-errors'

// A restore has two halves. Unpacking and checking go on beside the data, as long as they take. Then a mark is
// written, and the next start moves the parts before anything of the folder is opened. The mark is taken away last,
// so that whatever ends the moving, the start after it goes on.

/** What the mark says beside what waits: in which folder beside it that was unpacked. */
const markSchema = pendingRestoreSchema.extend({
  // A mark of before there could be two says none; what is no such name leads out of the folder.
  content: z
    .string()
    .regex(/^content(?:-\d+)?$/)
    .default('content'),
})

/** A folder for what is unpacked, inside the data folder so that its parts move by a rename; what waits keeps its own. */
export function freshContent(folder: Pick<DataFolder, 'restore'>): string {
  for (let number = 1; ; number++) {
    const content = number === 1 ? 'content' : `content-${number}`
    if (!existsSync(join(folder.restore, content))) return content
  }
}

/** In this order; what belongs to the old database must be gone before the new one comes. */
const databaseFiles = ['-wal', '-shm', '-journal', '.reserve', ''] as const
const databaseFile = 'countersign.db'
const parts = ['blobs', 'trash', 'uploads'] as const
const formerName = 'before-restore'

/** Writes the mark, in the place of one that was there: from now on the next start restores what is in `content`. */
export function markPending(folder: DataFolder, pending: PendingRestore, content: string): void {
  const path = markOf(folder)
  const temporary = `${path}.unfinished`
  writePrivateFile(temporary, JSON.stringify({ ...pending, content }))
  faultPoint('restore prepared')
  renameSync(temporary, path)
  syncFolder(folder.restore)
  syncFolder(folder.root)
  faultPoint('restore marked')
}

/** The restore that waits for the next start; null where none does. Throws `corrupt` where its mark can't be read. */
export function pendingRestore(folder: Pick<DataFolder, 'restore'>): PendingRestore | null {
  const mark = readMark(folder)
  if (mark === null) return null
  const { content: _, ...pending } = mark
  return pending
}

function readMark(folder: Pick<DataFolder, 'restore'>): z.infer<typeof markSchema> | null {
  try {
    const text = textOrNull(markOf(folder))
    return text === null ? null : markSchema.parse(JSON.parse(text))
  } catch (error) {
    // A disk that fails now says nothing of the mark.
    if (systemFailure(error) !== null) throw error
    throw new AppError('corrupt', say('data.mark_damaged', { path: markOf(folder) }), { cause: error })
  }
}

/**
 * Gives up what waits or was left half unpacked; false where no restore waited. Throws `unavailable` once parts were
 * moved: what is not in its place yet is then the only copy that fits them.
 */
export async function removePending(folder: Pick<DataFolder, 'restore' | 'root'>): Promise<boolean> {
  requireNotBegun(folder)
  return removeUnpacked(folder)
}

/** Throws `unavailable` once parts of what waits were moved; see {@link removePending}. */
export function requireNotBegun(folder: Pick<DataFolder, 'restore' | 'root'>): void {
  if (hasBegun(folder)) throw new AppError('unavailable', say('data.begun', { path: folder.root }))
}

/** Takes away what waited before that which has the mark now. */
export async function removeFormerPending(
  folder: Pick<DataFolder, 'restore'>,
  content: string,
): Promise<void> {
  for (const name of await readdir(folder.restore)) {
    if (name !== content && name !== basename(markOf(folder))) await removeAll(join(folder.restore, name))
  }
}

/** Takes away what could not be made ready; what waited before still waits. */
export async function removeUnready(folder: Pick<DataFolder, 'restore'>, content: string): Promise<void> {
  const other = existsSync(markOf(folder)) && markOrNull(folder)?.content !== content
  if (other) await removeAll(join(folder.restore, content))
  else await removeUnpacked(folder)
}

async function removeUnpacked(folder: Pick<DataFolder, 'restore'>): Promise<boolean> {
  const waited = existsSync(markOf(folder))
  // The mark goes first: without it what is left is only in the way.
  rmSync(markOf(folder), { recursive: true, force: true })
  if (existsSync(folder.restore)) syncFolder(folder.restore)
  await removeAll(folder.restore)
  return waited
}

/**
 * Restores what waits, before anything of the folder is opened; the caller holds its lock. Goes on where a former start
 * was cut off. Answers what was restored, or null.
 */
export async function finishRestore(folder: DataFolder): Promise<PendingRestore | null> {
  const mark = readMark(folder)
  if (mark === null) {
    // Of unpacking that a crash cut off; what is no folder is not of that.
    if (lstatSync(folder.restore, { throwIfNoEntry: false })?.isDirectory() === true)
      await removeUnpacked(folder)
    return null
  }
  const { content, ...pending } = mark
  const unpacked = join(folder.restore, content)
  try {
    movePart(folder, unpacked, pending.former, databaseFile, databaseFiles)
    for (const part of parts) movePart(folder, unpacked, pending.former, part, [''])
  } catch (error) {
    throw cannotMove(folder, pending, error)
  }
  faultPoint('restore in place')
  await removeUnpacked(folder)
  faultPoint('restore done')
  return pending
}

/** Whether a start that was cut off has moved parts; the database goes first, and its log before it. */
function hasBegun(folder: Pick<DataFolder, 'restore'>): boolean {
  if (!existsSync(markOf(folder))) return false
  const mark = markOrNull(folder)
  // One that can't be read may have led to any of them.
  const contents = mark === null ? readdirSync(folder.restore) : [mark.content]
  if (!contents.some((content) => existsSync(join(folder.restore, content, databaseFile)))) return true
  const former = mark?.former ?? null
  return (
    former !== null && databaseFiles.some((suffix) => existsSync(join(former, `${databaseFile}${suffix}`)))
  )
}

/** A mark that can't be read must not keep anyone from giving up what waits. */
function markOrNull(folder: Pick<DataFolder, 'restore'>): ReturnType<typeof readMark> {
  try {
    return readMark(folder)
  } catch (error) {
    if (error instanceof AppError && error.code === 'corrupt') return null
    throw error
  }
}

/** Moves what is there out and what was unpacked in. Once that is done, nothing is left to be moved in. */
function movePart(
  folder: DataFolder,
  unpacked: string,
  former: string | null,
  name: string,
  suffixes: readonly string[],
): void {
  const incoming = join(unpacked, name)
  if (!existsSync(incoming)) return
  for (const suffix of suffixes) {
    const present = join(folder.root, `${name}${suffix}`)
    if (!existsSync(present)) continue
    if (suffix === '-shm' || suffix === '.reserve') {
      // They hold nothing.
      rmSync(present)
      continue
    }
    if (former === null || existsSync(join(former, `${name}${suffix}`))) {
      // Nothing was worth keeping, or it is kept already: this is the empty folder that each start makes.
      rmdirSync(present)
      continue
    }
    mkdirSync(former, { recursive: true, mode: privateFolder })
    // Its own name has to be on the disk before what it keeps is gone from elsewhere.
    syncFolder(dirname(former))
    renameSync(present, join(former, `${name}${suffix}`))
    syncFolder(former)
    faultPoint('former moved')
  }
  renameSync(incoming, join(folder.root, name))
  syncFolder(folder.root)
  faultPoint('restored moved')
}

/** Where the present data of a folder is to be kept; null where there is none. */
export function formerPlace(folder: DataFolder, now: Date): string | null {
  const files = databaseFiles.some((suffix) => existsSync(`${folder.database}${suffix}`))
  if (!files && parts.every((part) => isEmpty(folder[part]))) return null
  const beside = dirname(folder.root)
  const day = localDay(now.getTime())
  // Where another disk begins, or nothing may be written beside it, a rename can't leave the folder.
  const stem = canMoveTo(folder.root, beside)
    ? `${folder.root}-${formerName}-${day}`
    : join(folder.root, `${formerName}-${day}`)
  for (let number = 1; ; number++) {
    const place = number === 1 ? stem : `${stem}-${number}`
    if (!existsSync(place)) return place
  }
}

function isEmpty(path: string): boolean {
  return !existsSync(path) || readdirSync(path).length === 0
}

function canMoveTo(root: string, beside: string): boolean {
  try {
    accessSync(beside, constants.W_OK | constants.X_OK)
    return statSync(beside).dev === statSync(root).dev
  } catch (error) {
    if (systemCode(error) === null) throw error
    return false
  }
}

function cannotMove(folder: DataFolder, pending: PendingRestore, error: unknown): AppError {
  const why = toAppError(error).message
  return new AppError(
    'unavailable',
    say('data.not_moved', { path: folder.root, former: pending.former ?? folder.root, why }),
    { cause: error },
  )
}

/** Also folders that were trashed when nobody might write in them. */
async function removeAll(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error
    await allowWriting(path)
    await rm(path, { recursive: true, force: true })
  }
}

async function allowWriting(folder: string): Promise<void> {
  await chmod(folder, privateFolder)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await allowWriting(join(folder, entry.name))
  }
}

function markOf({ restore }: Pick<DataFolder, 'restore'>): string {
  return join(restore, 'pending.json')
}

function textOrNull(path: string): string | null {
  try {
    return readOwnText(path)
  } catch (error) {
    const code = systemCode(error)
    // Something else is where the folder would be: then nothing waits in it.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return null
    throw error
  }
}
