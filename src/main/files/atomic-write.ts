import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, lstat, open, rename, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileState } from '../../shared/tool/file-change'
import { type Bytes, writeAll } from '../changes/digest'
import { faultPoint } from '../disk/fault-point'
import { privateFile } from '../disk/owner-only'
import { changedMeanwhile, takenMeanwhile } from './conflicts'
import { ifThere, onDisk, systemCode } from './disk-errors'
import { type HeldBytes, holdsStill } from './file-state'
import { withFolder, withWitness } from './handles'
import { nodeOf } from './node-identity'
import type { StepTrace } from './step-trace'

const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0)
const temporaryName = /^\.countersign-[0-9a-f]{24}\.tmp$/

type StoredState = Extract<FileState, { kind: 'file' }>

/** A path for the temporary file that a write to `path` goes through: same folder, random name. */
export function temporaryFor(path: string): string {
  return join(dirname(path), `.countersign-${randomBytes(12).toString('hex')}.tmp`)
}

/** Writes a file so that at any instant the old one or the new one is there whole, and durable on return. */
export async function writeAtomically(write: {
  readonly path: string
  readonly before: FileState
  readonly after: StoredState
  readonly bytes: Bytes
  readonly temporary: string
  readonly held?: HeldBytes | undefined
  /** Settles once what is replaced may be. */
  readonly safe?: Promise<void>
  readonly trace?: StepTrace
}): Promise<void> {
  const { path, before, after, bytes, temporary, held, safe, trace } = write
  await withFolder(
    dirname(path),
    async (folder) => {
      const temporaryAt = folder.at(basename(temporary))
      const target = folder.at(basename(path))
      let placing = false
      trace?.begins()
      try {
        const node = await writeTemporary(temporaryAt, bytes, after, before.kind === 'file' ? target : null)
        await safe
        await refuseIfMoved(path, before, held)
        await folder.confirm()
        if ((await nodeAt(temporaryAt)) !== node) throw changedMeanwhile(path)
        faultPoint('parent checked')
        placing = true
        if (before.kind === 'absent') await putWithoutReplacing(temporaryAt, target, path)
        else await replace(temporaryAt, target, path, before)
        faultPoint('file replaced')
      } catch (error) {
        await removeIfThere(temporaryAt)
        if (!placing) trace?.leavesNothing()
        throw error
      }
      await folder.sync()
      faultPoint('folder synced')
    },
    trace?.folderWas(dirname(path)),
  )
}

/** What came to the name since the last comparison is replaced, and that the file itself was not is told. */
async function replace(source: string, target: string, path: string, before: StoredState): Promise<void> {
  await withWitness(target, async (replaced) => {
    if (before.node !== null && replaced.node !== before.node) throw changedMeanwhile(path)
    // Told of the file itself, which may be in use, and not of its folder.
    await onDisk(path, () => rename(source, target))
    if (!(await replaced.isGone())) throw changedMeanwhile(path)
  })
}

/** Removes a file that still is what it was; takes it out of sight first, so that it is that one and no other. */
export async function removeFile(remove: {
  readonly path: string
  readonly before: FileState
  readonly temporary: string
  readonly trace?: StepTrace
}): Promise<void> {
  const { path, before, temporary, trace } = remove
  await withFolder(
    dirname(path),
    async (folder) => {
      const [target, away] = [folder.at(basename(path)), folder.at(basename(temporary))]
      await refuseIfMoved(path, before)
      await folder.confirm()
      trace?.begins()
      await rename(target, away)
      if (before.kind === 'file' && (await nodeAt(away)) !== before.node) {
        await putBack(away, target)
        trace?.leavesNothing()
        throw changedMeanwhile(path)
      }
      faultPoint('file leaving')
      await unlink(away)
      faultPoint('file removed')
      await folder.sync()
    },
    trace?.folderWas(dirname(path)),
  )
}

/**
 * Gives something that was caught by mistake its name back. Where that was taken again by then, what is known by
 * another name as well, or only leads somewhere, goes; the rest stays beside it.
 */
export async function putBack(caught: string, target: string): Promise<void> {
  const stats = await lstat(caught, { bigint: true })
  if (await namedAgain(caught, target, stats.isDirectory())) return
  if (stats.isSymbolicLink() || (stats.isFile() && stats.nlink > 1n)) return unlink(caught)
  if (stats.isDirectory() && (await removedEmpty(caught))) return
  await rename(caught, join(dirname(target), `${basename(target)} (${randomBytes(4).toString('hex')})`))
}

async function namedAgain(caught: string, target: string, isFolder: boolean): Promise<boolean> {
  if ((await nodeAt(target)) !== null) return false
  try {
    await (isFolder ? rename(caught, target) : putWithoutReplacing(caught, target, target))
    return true
  } catch (error) {
    const code = systemCode(error)
    if (error instanceof AppError || code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR')
      return false
    throw error
  }
}

async function removedEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder)
    return true
  } catch (error) {
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error
    return false
  }
}

/** Moves a file, or on Linux a link, on its disk to a name that must be free; `path` is what an error names. */
export async function putWithoutReplacing(source: string, target: string, path: string): Promise<void> {
  try {
    // rename() would replace what came there in the meantime; link() can't.
    await link(source, target)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') throw takenMeanwhile(path)
    if (!hasNoSecondName(error)) throw error
    // A disk without hard links, such as FAT: take the name first, then move over it.
    await reserve(target, path)
    await rename(source, target)
    return
  }
  faultPoint('file named')
  await unlink(source)
}

/** Whether a disk has no hard links, as FAT, or this file may have no more. */
export function hasNoSecondName(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS' || code === 'EMLINK'
}

/** Removes a temporary file that a crash left behind; anything else of that name stays. */
export async function removeLeftover(path: string): Promise<void> {
  if (!temporaryName.test(basename(path))) return
  try {
    await withFolder(dirname(path), async (folder) => {
      const stats = await lstat(folder.at(basename(path)))
      if (stats.isFile()) await unlink(folder.at(basename(path)))
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

/** Answers `device:inode` of what it wrote. Works on the open file: by its path, a link could be followed. */
async function writeTemporary(
  path: string,
  bytes: Bytes,
  { mode, modifiedMs }: StoredState,
  replaced: string | null,
): Promise<string> {
  // Until its mode is set, nobody else may read what is on its way.
  const handle = await open(path, newFile, privateFile)
  try {
    faultPoint('temporary created')
    await writeAll(handle, bytes)
    faultPoint('temporary written')
    if (replaced !== null) {
      const owner = await lstat(replaced)
      const own = await handle.stat()
      if (owner.uid !== own.uid || owner.gid !== own.gid) await keepOwner(handle.chown(owner.uid, owner.gid))
    }
    await handle.chmod(mode)
    // What is brought back has the time that it had, so that it also counts as unchanged to what was done before.
    // Seconds as a floating-point number miss by up to 240 ns: the middle of the millisecond stays within it.
    if (modifiedMs !== undefined) await handle.utimes(new Date(), (modifiedMs + 0.5) / 1000)
    await handle.sync()
    faultPoint('temporary synced')
    return nodeOf(await handle.stat({ bigint: true }))
  } finally {
    await handle.close()
  }
}

async function keepOwner(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    throw new AppError('denied', say('file.other_owner'), { cause: error })
  }
}

async function reserve(at: string, path: string): Promise<void> {
  try {
    await (await open(at, newFile, privateFile)).close()
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw takenMeanwhile(path)
    throw error
  }
}

async function refuseIfMoved(path: string, before: FileState, held?: HeldBytes): Promise<void> {
  if (!(await holdsStill(path, before, held))) throw changedMeanwhile(path)
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

/** `device:inode` of what an entry is now, links not followed; null when nothing is there. */
export async function nodeAt(path: string): Promise<string | null> {
  const found = await ifThere(lstat(path, { bigint: true }))
  return found === null ? null : nodeOf(found)
}
