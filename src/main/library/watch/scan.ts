import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { appendAll } from '../../../shared/append-all'
import { AppError } from '../../../shared/errors'
import { hasArchiveName, hasReadableName, isPassedOver } from '../../../shared/readable-names'
import { say } from '../../../shared/sentences/say'
import { systemCode } from '../../files/disk-errors'
import { ignoreFile, readIgnoreRules } from '../../files/gitignore'
import { lookAtMany } from '../../files/look-at-many'
import { isIgnored, type ScopedRules } from '../../files/walk'

/** A file as a look at it tells. */
export type ScannedFile = {
  /** Below the folder, with slashes. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** Size, times and inode: while they are the same, the content is. */
  readonly stamp: string
  /** What it is beyond its name; empty where its disk does not tell. */
  readonly node: string
  readonly otherDisk: boolean
  /** When it was last written or changed (milliseconds since 1970). */
  readonly touchedAt: number
}

/** What a look at a watched folder gave. */
export type Scan = {
  /** What the folder is beyond its name. */
  readonly node: string
  readonly device: bigint
  readonly files: readonly ScannedFile[]
  /** Files that are archives of others by their names. */
  readonly archives: readonly ScannedFile[]
  /** Every folder that was looked into, itself first, with what it is beyond its name. */
  readonly folders: readonly { readonly path: string; readonly node: string }[]
  /** Paths below the folder, with a slash at the end, that could not be looked into. */
  readonly unreadable: readonly string[]
}

/** What one watched folder may hold, with what is in its archives; more is no folder of documents. */
const watchedFilesLimit = 50_000

/**
 * Looks at every file of a folder that the library takes: known endings and archives, not hidden, not left out by a .gitignore file,
 * not protected. Links are not followed, so nothing loops. Throws `unavailable` where the folder itself is not there.
 */
export async function scanFolder(
  root: string,
  isProtected: (path: string) => boolean,
  signal: AbortSignal,
  withPictures = false,
): Promise<Scan> {
  const top = await folderAt(root)
  const files: ScannedFile[] = []
  const archives: ScannedFile[] = []
  const folders: { path: string; node: string }[] = []
  const unreadable: string[] = []
  const open: { path: string; node: string; rules: readonly ScopedRules[] }[] = [
    { path: root, node: whatIs(top), rules: [] },
  ]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    signal.throwIfAborted()
    const { path, node } = folder
    const entries = await entriesOf(path, path === root)
    if (entries === null) {
      unreadable.push(`${below(root, path)}/`)
      continue
    }
    folders.push({ path, node })
    const own = entries.some(({ name }) => name === ignoreFile) ? readIgnoreRules(path) : null
    const rules = own === null ? folder.rules : [...folder.rules, { folder: path, rules: own }]
    const wanted = entries
      .map((entry) => wantedAt(path, entry, rules, withPictures))
      .filter((each) => each !== null)
    const visible = wanted.filter((entry) => !isProtected(entry))
    const inside: typeof open = []
    await lookAtMany(visible, signal, (entry, seen) => {
      // What can't be looked at went away between the two looks, or comes with the next.
      if (seen instanceof Error) unreadable.push(below(root, entry))
      else if (seen.isDirectory()) inside.push({ path: entry, node: whatIs(seen), rules })
      else if (seen.isFile()) {
        const list = hasArchiveName(basename(entry)) ? archives : files
        list.push(fileAt(below(root, entry), seen, top))
      }
    })
    refuseTooMany(root, files.length + archives.length)
    appendAll(open, inside.reverse())
  }
  return { node: whatIs(top), device: top.dev, files, archives, folders, unreadable }
}

/** What a file or folder is beyond its name, so that a new one that got a freed inode is told apart. */
export function whatIs(stats: BigIntStats): string {
  return stats.birthtimeNs > 0n ? `${stats.ino}:${stats.birthtimeNs}` : ''
}

/** The folder at a canonical path; throws `unavailable` where it is not there or something else is. */
export async function folderAt(root: string): Promise<BigIntStats> {
  try {
    const stats = await lstat(root, { bigint: true })
    if (stats.isDirectory() && (await realpath(root)) === root) return stats
  } catch (error) {
    if (systemCode(error) === null) throw error
  }
  throw new AppError('unavailable', say('watch.away', { path: root }))
}

/** One file as a look at it tells. */
export function fileAt(path: string, stats: BigIntStats, root: Pick<BigIntStats, 'dev'>): ScannedFile {
  const { size, mtimeNs, ctimeNs, ino, dev } = stats
  return {
    path,
    size: Number(size),
    stamp: `${size}:${mtimeNs}:${ctimeNs}:${ino}`,
    node: whatIs(stats),
    otherDisk: dev !== root.dev,
    touchedAt: Math.max(Number(stats.mtimeMs), Number(stats.ctimeMs)),
  }
}

/** The path of an entry that may be looked at; null for one that is left out by its name or kind. */
function wantedAt(
  folder: string,
  entry: Dirent,
  rules: readonly ScopedRules[],
  withPictures: boolean,
): string | null {
  const { name } = entry
  const kind = entry.isDirectory() ? 'folder' : 'file'
  if (isPassedOver(name) || entry.isSymbolicLink()) return null
  if (kind === 'file' && !hasReadableName(name, withPictures) && !hasArchiveName(name)) return null
  const path = join(folder, name)
  return isIgnored({ path, name, kind }, rules) ? null : path
}

async function entriesOf(folder: string, isRoot: boolean): Promise<Dirent[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    const code = systemCode(error)
    if (code === null) throw error
    if (!isRoot) return null
    throw new AppError(
      'unavailable',
      say(code === 'EACCES' || code === 'EPERM' ? 'watch.not_allowed' : 'watch.not_read', { path: folder }),
      { cause: error },
    )
  }
}

function below(root: string, path: string): string {
  return path.slice(root.length + 1).replaceAll(sep, '/')
}

/** Throws `too_large` for a folder that holds more files than one that is watched may. */
export function refuseTooMany(root: string, files: number): void {
  if (files <= watchedFilesLimit) return
  throw new AppError('too_large', say('watch.too_many', { path: root, limit: watchedFilesLimit }))
}
