import type { BigIntStats } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import { onDisk, systemCode } from './disk-errors'
import { kindOf } from './entry-identity'
import { modifiedAt } from './node-identity'
import type { PathGuard } from './paths'

/** One thing in a folder. */
export interface Entry {
  readonly path: string
  readonly name: string
  /** 1 for an entry of the folder itself. */
  readonly depth: number
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number | null
  readonly modified_at: number | null
  readonly target?: string
  /** True where tools may neither read nor write; its inside is not visited. */
  readonly protected: boolean
}

/** Something that was passed over, with the reason in words. */
export interface PassedOver {
  readonly path: string
  readonly reason: string
}

/** Folders that one walk goes through at most: what a person would wait for. */
const FOLDER_LIMIT = 100_000

/**
 * Gives what is below a folder, each folder's entries by name and before their own inside. Links are given and never
 * followed, so that no walk leaves the folder or runs in a circle. What can't be read is told to `passOver`.
 */
export async function* walk(
  root: string,
  options: {
    readonly depth: number
    readonly guard: PathGuard
    readonly signal: AbortSignal
    readonly passOver: (what: PassedOver) => void
  },
): AsyncGenerator<Entry> {
  const { depth, guard, signal, passOver } = options
  const open: { path: string; level: number }[] = [{ path: root, level: 1 }]
  let folders = 0
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    signal.throwIfAborted()
    if (++folders > FOLDER_LIMIT) {
      passOver({
        path: folder.path,
        reason: `there are more than ${FOLDER_LIMIT} folders; look in a part of them`,
      })
      return
    }
    const names = await namesIn(folder.path, folder.path === root, passOver)
    const inside: { path: string; level: number }[] = []
    for (const name of names) {
      signal.throwIfAborted()
      const entry = await entryAt(join(folder.path, name), name, folder.level, guard, passOver)
      if (entry === null) continue
      yield entry
      if (entry.kind === 'folder' && folder.level < depth) {
        if (entry.protected) passOver({ path: entry.path, reason: 'it is protected' })
        else inside.push({ path: entry.path, level: folder.level + 1 })
      }
    }
    open.push(...inside.reverse())
  }
}

/** The path below a folder with forward slashes. */
export function below(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

async function namesIn(
  path: string,
  isRoot: boolean,
  passOver: (what: PassedOver) => void,
): Promise<string[]> {
  try {
    return (await readdir(path)).sort()
  } catch (error) {
    if (isRoot) return onDisk(path, () => Promise.reject(error))
    passOver({ path, reason: reasonOf(error) })
    return []
  }
}

async function entryAt(
  path: string,
  name: string,
  depth: number,
  guard: PathGuard,
  passOver: (what: PassedOver) => void,
): Promise<Entry | null> {
  let stats: BigIntStats
  try {
    stats = await lstat(path, { bigint: true })
  } catch (error) {
    // Names that are not UTF-8 come back from the system with replacement characters and lead nowhere.
    const unreadable = systemCode(error) === 'ENOENT' && name.includes('\ufffd')
    passOver({ path, reason: unreadable ? 'its name is not valid Unicode' : reasonOf(error) })
    return null
  }
  const kind = kindOf(stats)
  const base = { path, name, depth, kind, protected: guard.isProtected(path) }
  return {
    ...base,
    size: kind === 'file' ? Number(stats.size) : null,
    modified_at: modifiedAt(stats),
    ...(kind === 'link' ? { target: await readlink(path) } : {}),
  }
}

function reasonOf(error: unknown): string {
  switch (systemCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return 'this account may not read it'
    case 'ENOENT':
      return 'it went away meanwhile'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

/** Throws unless the path is a folder. */
export async function requireFolder(path: string): Promise<void> {
  await onDisk(path, async () => {
    if (!(await lstat(path)).isDirectory()) {
      throw new AppError('invalid_input', `${quoted(path)} is a file, not a folder.`)
    }
  })
}
