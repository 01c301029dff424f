import { type BigIntStats, constants, fstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { readWithoutFollowing } from '../disk/opening-flags'
import { onDisk, systemCode } from './disk-errors'
import { modeOf, nodeOf } from './node-identity'

// Not defined on Windows, where making a symbolic link needs a privilege.
const noFollow = constants.O_NOFOLLOW ?? 0
const directory = constants.O_DIRECTORY ?? 0
// O_PATH of Linux, which Node does not name: holds a link, a pipe or what may not be read as well.
const pathOnly = 0o10000000

/** A regular file that was opened and proved to be the one at the path. */
export interface CheckedFile {
  readonly handle: FileHandle
  readonly stats: BigIntStats
}

/** A folder that is held open: names below it can't be led elsewhere by what happens to the folders above. */
export interface CheckedFolder {
  readonly path: string
  /** The path of an entry to give to file system calls. */
  at(name: string): string
  /** Throws `conflict` when the folder is no longer at the path that was checked. */
  confirm(): Promise<void>
  /** Makes renames and new names in it durable. */
  sync(): Promise<void>
}

/** A folder below a checked one, held open while something is done in it. */
export interface InnerFolder extends Omit<CheckedFolder, 'path' | 'confirm'> {
  readonly handle: FileHandle
  readonly stats: BigIntStats
  /** Permission bits. */
  readonly mode: number
  setMode(mode: number): Promise<void>
  names(): Promise<string[]>
  /** Whether this very folder was removed; where the system does not tell, it is taken for so. */
  isGone(): Promise<boolean>
}

/** What is at a name, held without being opened: it stays known whatever comes to the name afterwards. */
export interface Witness {
  /** `device:inode`. */
  readonly node: string
  /** Whether this very name of it was removed or replaced; where the system does not tell, it is taken for so. */
  isGone(): Promise<boolean>
}

/** Opens the regular file at a canonical path for reading and hands it over; closes it afterwards. */
export async function withFile<T>(path: string, work: (file: CheckedFile) => Promise<T>): Promise<T> {
  return onDisk(path, async () => {
    const before = await lstat(path, { bigint: true })
    if (before.isDirectory()) throw new AppError('invalid_input', say('file.folder', { path }))
    if (before.isSymbolicLink()) throw new AppError('denied', say('file.link', { path }))
    if (!before.isFile()) throw new AppError('unsupported', say('file.special_not_file', { path }))
    const handle = await open(path, readWithoutFollowing)
    try {
      const stats = await handle.stat({ bigint: true })
      if (nodeOf(stats) !== nodeOf(before)) throw moved(path)
      await proveHandle(handle, path)
      return await work({ handle, stats })
    } finally {
      await handle.close()
    }
  })
}

/**
 * Holds the folder at a canonical path open while something is done in it; where `node` is given it has to be that
 * one.
 */
export async function withFolder<T>(
  path: string,
  work: (folder: CheckedFolder) => Promise<T>,
  node?: string,
): Promise<T> {
  return onDisk(path, async () => {
    const handle = await open(path, constants.O_RDONLY | directory | noFollow).catch((error: unknown) => {
      // A link, or something else than a folder, took its place since it was checked.
      throw systemCode(error) === 'ENOTDIR' || systemCode(error) === 'ELOOP' ? moved(path) : error
    })
    try {
      await proveHandle(handle, path)
      if (node !== undefined && nodeOf(await handle.stat({ bigint: true })) !== node) throw moved(path)
      const base = baseOf(handle, path)
      return await work({
        path,
        at: (name) => join(base, name),
        confirm: () => proveHandle(handle, path),
        sync: () => syncFolder(handle),
      })
    } finally {
      await handle.close()
    }
  })
}

/** Holds a folder open that is in one that is held open already; fails where a link took its place. */
export async function withFolderIn<T>(path: string, work: (folder: InnerFolder) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDONLY | directory | noFollow)
  try {
    const stats = await handle.stat({ bigint: true })
    const base = baseOf(handle, path)
    return await work({
      handle,
      stats,
      mode: modeOf(stats),
      setMode: (mode) => handle.chmod(mode),
      names: () => readdir(base),
      at: (name) => join(base, name),
      sync: () => syncFolder(handle),
      isGone: () => hasGone(handle, path),
    })
  } finally {
    await handle.close()
  }
}

/** Holds what is at a path in a folder that is held open, while something is done to its name. */
export async function withWitness<T>(path: string, work: (witness: Witness) => Promise<T>): Promise<T> {
  if (process.platform !== 'linux') {
    return work({ node: nodeOf(await lstat(path, { bigint: true })), isGone: async () => true })
  }
  const handle = await open(path, pathOnly | noFollow)
  try {
    const node = nodeOf(await handle.stat({ bigint: true }))
    return await work({ node, isGone: () => hasGone(handle, path) })
  } finally {
    await handle.close()
  }
}

/** Linux says of an open file what has become of the name that it was opened by. */
async function hasGone(handle: FileHandle, path: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const name = basename(await readlink(`/proc/self/fd/${handle.fd}`))
  // Network disks keep what is open under a name of theirs until it is closed.
  return name === `${basename(path)} (deleted)` || /^\.(?:nfs|fuse_hidden)/.test(name)
}

/** On Linux this names the open folder itself, whatever is at its path by then. */
function baseOf(handle: FileHandle, path: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : path
}

/** Throws `conflict` unless an open handle really is at the canonical path that was checked. */
export async function proveHandle(handle: FileHandle, path: string): Promise<void> {
  if (process.platform === 'linux') {
    if ((await readlink(`/proc/self/fd/${handle.fd}`)) !== path) throw moved(path)
    return
  }
  const [real, there, held] = [
    await realpath(path),
    await stat(path, { bigint: true }),
    await handle.stat({ bigint: true }),
  ]
  if (real !== path || nodeOf(there) !== nodeOf(held)) throw moved(path)
}

/** As {@link proveHandle}, in calls that block: for worker threads. */
export function proveDescriptor(descriptor: number, path: string): void {
  if (process.platform === 'linux') {
    if (readlinkSync(`/proc/self/fd/${descriptor}`) !== path) throw moved(path)
    return
  }
  const held = nodeOf(fstatSync(descriptor, { bigint: true }))
  if (realpathSync.native(path) !== path || nodeOf(statSync(path, { bigint: true })) !== held)
    throw moved(path)
}

async function syncFolder(handle: FileHandle): Promise<void> {
  try {
    await handle.sync()
  } catch (error) {
    // Windows and some network disks can't sync a folder; there the order of their own journal has to do.
    const code = systemCode(error)
    if (code !== 'EINVAL' && code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EBADF') throw error
  }
}

function moved(path: string): AppError {
  return new AppError('conflict', say('conflict.replaced_opening', { path }))
}
