import { lstat, readdir, readlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { appendAll } from '../../shared/append-all'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { onDisk, systemCode } from './disk-errors'
import { kindOf } from './entry-identity'
import { type IgnoreRules, ignoreFile, readIgnoreRules } from './gitignore'
import { lookAtMany, type Seen } from './look-at-many'
import { modifiedAt } from './node-identity'
import type { GrantedPath, PathGuard } from './paths'
import { isInside } from './protected-places'

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
  root: GrantedPath,
  options: {
    readonly depth: number
    readonly guard: PathGuard
    readonly signal: AbortSignal
    readonly passOver: (what: PassedOver) => void
    /** Leaves out what .gitignore files say, and tells each thing that it left out. */
    readonly ignored?: (path: string) => void
  },
): AsyncGenerator<Entry> {
  const { depth, signal, passOver, ignored } = options
  const open: { path: string; level: number; rules: readonly ScopedRules[] }[] = [
    { path: root.path, level: 1, rules: ignored === undefined ? [] : rulesAbove(root) },
  ]
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
    const names = await namesIn(folder.path, folder.path === root.path, passOver)
    // Most folders have none, and asking costs more than knowing.
    const has = ignored !== undefined && names.includes(ignoreFile)
    const rules = has ? withOwnRules(folder.path, folder.rules) : folder.rules
    const inside: typeof open = []
    const paths = names.map((name) => join(folder.path, name))
    for (const entry of await entriesAt(root.path, paths, options)) {
      if (ignored !== undefined && isIgnored(entry, rules)) {
        ignored(entry.path)
        continue
      }
      yield entry
      if (entry.kind === 'folder' && folder.level < depth) {
        if (entry.protected) passOver({ path: entry.path, reason: 'it is protected' })
        else inside.push({ path: entry.path, level: folder.level + 1, rules })
      }
    }
    appendAll(open, inside.reverse())
  }
}

/** Rules with the folder that they are about. */
export interface ScopedRules {
  readonly folder: string
  readonly rules: IgnoreRules
}

/** Rules of the folders between the granted one and this one; what lies above the grant is not read. */
export function rulesAbove(root: GrantedPath): readonly ScopedRules[] {
  if (root.path === root.grant.path || !isInside(root.grant.path, root.path)) return []
  const folder = dirname(root.path)
  return withOwnRules(folder, rulesAbove({ ...root, path: folder }))
}

/** With the rules of the folder itself, where it has some. */
function withOwnRules(folder: string, above: readonly ScopedRules[]): readonly ScopedRules[] {
  const rules = readIgnoreRules(folder)
  return rules === null ? above : [...above, { folder, rules }]
}

/** Whether the rules above a folder, and those of the folders on the way, leave out a file below it. */
export function leavingOut(root: string, above: readonly ScopedRules[]): (path: string) => boolean {
  interface Folder {
    readonly rules: readonly ScopedRules[]
    readonly ignored: boolean
  }
  const known = new Map<string, Folder>()
  const ignores = (path: string, kind: Entry['kind'], { rules, ignored }: Folder) =>
    ignored || isIgnored({ path, name: basename(path), kind }, rules)
  const folderAt = (path: string): Folder => {
    const before = known.get(path)
    if (before !== undefined) return before
    // What was asked for itself is never left out.
    const parent = path === root ? { rules: above, ignored: false } : folderAt(dirname(path))
    const ignored = path !== root && ignores(path, 'folder', parent)
    const folder = { rules: ignored ? parent.rules : withOwnRules(path, parent.rules), ignored }
    known.set(path, folder)
    return folder
  }
  return (path) => path !== root && ignores(path, 'file', folderAt(dirname(path)))
}

/** The innermost folder's rules come first; `.git` itself is no content. */
export function isIgnored(
  { path, name, kind }: Pick<Entry, 'path' | 'name' | 'kind'>,
  rules: readonly ScopedRules[],
): boolean {
  if (name === '.git') return true
  for (const scope of rules.toReversed()) {
    const verdict = scope.rules(below(scope.folder, path), kind === 'folder')
    if (verdict !== null) return verdict
  }
  return false
}

/** The path below a folder with forward slashes; for canonical paths. */
export function below(root: string, path: string): string {
  // Far cheaper than asking for the relative path, and searches ask for very many.
  const inside = isInside(root, path) ? path.slice(root.endsWith(sep) ? root.length : root.length + 1) : null
  return (inside ?? relative(root, path)).replaceAll(sep, '/')
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

/** What is at paths below a folder, in their order; of what can't be seen it tells why. */
export async function entriesAt(
  root: string,
  paths: readonly string[],
  options: {
    readonly guard: PathGuard
    readonly signal: AbortSignal
    readonly passOver: (what: PassedOver) => void
    /** With what it knows of the folders. */
    readonly isProtected?: (path: string) => boolean
    /** What was seen of them already. */
    readonly seen?: ReadonlyMap<string, Seen>
  },
): Promise<Entry[]> {
  const { guard, signal, passOver, isProtected = guard.protection(), seen: before } = options
  const entries: Entry[] = []
  const links: number[] = []
  const take = (path: string, seen: Seen) => {
    if (seen instanceof Error) {
      // Names that are not UTF-8 come back from the system with replacement characters and lead nowhere.
      const unreadable = systemCode(seen) === 'ENOENT' && basename(path).includes('\ufffd')
      passOver({ path, reason: unreadable ? 'its name is not valid Unicode' : reasonOf(seen) })
      return
    }
    const kind = kindOf(seen)
    if (kind === 'link') links.push(entries.length)
    entries.push({
      path,
      name: basename(path),
      depth: below(root, path).split('/').length,
      kind,
      protected: isProtected(path),
      size: kind === 'file' ? Number(seen.size) : null,
      modified_at: modifiedAt(seen),
    })
  }
  await lookAtMany(paths, signal, take, before)
  for (const index of links) {
    const entry = entries[index]
    if (entry !== undefined) entries[index] = { ...entry, target: await targetOf(entry.path) }
  }
  return entries
}

/** Where a link leads, as it is written in it; nothing where it went away meanwhile. */
async function targetOf(path: string): Promise<string> {
  try {
    return await readlink(path)
  } catch (error) {
    if (systemCode(error) !== null) return ''
    throw error
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
      throw new AppError('invalid_input', say('file.not_folder', { path }))
    }
  })
}
