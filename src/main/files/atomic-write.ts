import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { link, lstat, open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileState } from '../../shared/tool/file-change'
import { type Bytes, writeAll } from '../changes/digest'
import { faultPoint } from '../fault-point'
import { ifThere, systemCode } from './disk-errors'
import { type HeldBytes, holdsStill } from './file-state'
import { withFolder } from './handles'
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
  await withFolder(dirname(path), async (folder) => {
    const temporaryAt = folder.at(basename(temporary))
    const target = folder.at(basename(path))
    let placing = false
    trace?.begins()
    try {
      const node = await writeTemporary(temporaryAt, bytes, after, before.kind === 'file' ? target : null)
      await safe
      await refuseIfMoved(path, before, held)
      await folder.confirm()
      if ((await nodeAt(temporaryAt)) !== node) throw changed(path)
      faultPoint('parent checked')
      placing = true
      if (before.kind === 'absent') await putWithoutReplacing(temporaryAt, target, path)
      else await rename(temporaryAt, target)
      faultPoint('file replaced')
    } catch (error) {
      await removeIfThere(temporaryAt)
      if (!placing) trace?.leavesNothing()
      throw error
    }
    await folder.sync()
    faultPoint('folder synced')
  })
}

/** Removes a file that still is what it was. */
export async function removeFile(path: string, before: FileState, trace?: StepTrace): Promise<void> {
  await withFolder(dirname(path), async (folder) => {
    await refuseIfMoved(path, before)
    await folder.confirm()
    trace?.begins()
    await unlink(folder.at(basename(path)))
    faultPoint('file removed')
    await folder.sync()
  })
}

/**
 * Moves a file on its disk to a name that must be free; `path` is what an error names. With `node` it is that very
 * file or none.
 */
export async function putWithoutReplacing(
  source: string,
  target: string,
  path: string,
  node?: string,
): Promise<void> {
  try {
    // rename() would replace what came there in the meantime; link() can't.
    await link(source, target)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') throw taken(path)
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error
    // A disk without hard links, such as FAT: take the name first, then move over it.
    await reserve(target, path)
    await rename(source, target)
    return
  }
  if (node !== undefined && (await nodeAt(target)) !== node) {
    await unlink(target)
    throw changed(path)
  }
  faultPoint('file named')
  await unlink(source)
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
  const handle = await open(path, newFile, 0o600)
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
    await (await open(at, newFile, 0o600)).close()
  } catch (error) {
    if (systemCode(error) === 'EEXIST') throw taken(path)
    throw error
  }
}

async function refuseIfMoved(path: string, before: FileState, held?: HeldBytes): Promise<void> {
  if (!(await holdsStill(path, before, held))) throw changed(path)
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}

function changed(path: string): AppError {
  return new AppError('conflict', say('conflict.changed_left', { path }))
}

function taken(path: string): AppError {
  return new AppError('conflict', say('conflict.taken_left', { path }))
}

/** `device:inode` of what an entry is now, links not followed; null when nothing is there. */
export async function nodeAt(path: string): Promise<string | null> {
  const found = await ifThere(lstat(path, { bigint: true }))
  return found === null ? null : nodeOf(found)
}
