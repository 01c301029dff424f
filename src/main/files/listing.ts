import { lstat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { acceptFound, lookUpwards } from './accept-found'
import { onDisk } from './disk-errors'
import { firstInOrder } from './first-in-order'
import { compilePattern, type PathPattern } from './glob'
import { lookAt, lookAtMany, type Seen, type SeenPaths } from './look-at-many'
import { modifiedAt } from './node-identity'
import type { GrantedPath, PathGuard } from './paths'
import { ignoring, nameOptions, ripgrep } from './ripgrep'
import { below, type Entry, entriesAt, type PassedOver, requireFolder, walk } from './walk'

/** By what entries are put in order: name upwards, size and time downwards. */
export type SortBy = 'name' | 'size' | 'modified'

/** What a folder holds. */
export interface Listing {
  /** Null when the granted folders themselves are listed. */
  readonly path: string | null
  readonly entries: readonly Entry[]
  readonly truncated: boolean
  /** Entries that .gitignore files left out. */
  readonly ignored: number
  readonly passedOver: readonly PassedOver[]
}

/** What is looked for by name. */
export interface FindQuery {
  readonly pattern: string
  readonly path: string | undefined
  readonly kind: 'file' | 'folder' | 'any'
  readonly sort: SortBy
  readonly includeIgnored: boolean
  readonly limit: number
  readonly signal: AbortSignal
}

/** What a search by name found. */
export interface Finding {
  readonly roots: readonly string[]
  readonly matches: readonly Entry[]
  readonly truncated: boolean
  readonly passedOver: readonly PassedOver[]
}

/** Things passed over that are named one by one. */
const PASSED_OVER_LIMIT = 100
/** Deeper than any path that the system can open. */
const ANY_DEPTH = 4096

/** How a folder is listed. */
export interface ListOptions {
  /** Levels of folders; 1 is what is in the folder itself. */
  readonly depth: number
  readonly sort: SortBy
  readonly includeIgnored: boolean
  /** Most entries. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Lists a folder, or the granted folders when no path is given. */
export async function listFolder(
  guard: PathGuard,
  path: string | undefined,
  options: ListOptions,
): Promise<Listing> {
  if (path === undefined) return listRoots(guard)
  const resolved = await guard.resolve(path, 'read')
  await requireFolder(resolved.path)
  const notes = passedOverNotes()
  const entries: Entry[] = []
  let truncated = false
  let ignored = 0
  const countIgnored = () => {
    ignored++
  }
  for await (const entry of walk(resolved, {
    ...options,
    guard,
    passOver: notes.add,
    ...(options.includeIgnored ? {} : { ignored: countIgnored }),
  })) {
    // By size or time the last entry may come first, so all have to be seen.
    if (entries.length === options.limit && options.sort === 'name') {
      truncated = true
      break
    }
    entries.push(entry)
  }
  const inOrder = options.sort === 'name' ? entries : entries.sort(orderOf(options.sort))
  return {
    path: resolved.path,
    entries: inOrder.slice(0, options.limit),
    truncated: truncated || inOrder.length > options.limit,
    ignored,
    passedOver: notes.list,
  }
}

/** Finds entries by a pattern over their path below the folder. */
export async function findEntries(
  guard: PathGuard,
  ownFolders: readonly string[],
  query: FindQuery,
): Promise<Finding> {
  const fits = compilePattern(query.pattern)
  const roots = await searchRoots(guard, query.path)
  for (const { path } of roots) await requireFolder(path)
  const notes = passedOverNotes()
  const isProtected = guard.protection()
  // Granted folders may lie in each other.
  const found = new Map<string, Entry>()
  let more = false
  for (const root of roots) {
    const inRoot =
      query.kind === 'file'
        ? await findFiles({ guard, ownFolders, root, query, fits, isProtected, passOver: notes.add })
        : await findByWalk(guard, root, query, fits, notes.add)
    for (const entry of inRoot.entries) found.set(entry.path, entry)
    more ||= inRoot.more
  }
  const inOrder = [...found.values()].sort(orderOf(query.sort))
  return {
    roots: roots.map(({ path }) => path),
    matches: inOrder.slice(0, query.limit),
    truncated: more || inOrder.length > query.limit,
    passedOver: notes.list,
  }
}

interface FileSearch {
  readonly guard: PathGuard
  readonly ownFolders: readonly string[]
  readonly root: GrantedPath
  readonly query: FindQuery
  readonly fits: PathPattern
  readonly isProtected: (path: string) => boolean
  readonly passOver: (what: PassedOver) => void
}

/** Files as ripgrep lists them: many times as fast as a walk, which has to look at each. */
async function findFiles(search: FileSearch): Promise<{ entries: readonly Entry[]; more: boolean }> {
  const { guard, ownFolders, root, query, isProtected, passOver } = search
  const seen: SeenPaths = new Map()
  const { first, more } = query.sort === 'name' ? await firstByName(search, seen) : await firstByState(search)
  const open = await acceptFound(guard, ownFolders, [root.path], first, isProtected, seen)
  const entries = await entriesAt(
    root.path,
    first.filter((path) => open.has(path)),
    { ...query, guard, isProtected, passOver, seen },
  )
  return { entries, more }
}

/** Only what is among the first so far is compared with the pattern, and looked at on the way. */
async function firstByName(
  search: FileSearch,
  seen: SeenPaths,
): Promise<{ first: readonly string[]; more: boolean }> {
  const isWanted = wanted(search)
  const first = firstInOrder<string>(search.query.limit, byText)
  let quick = true
  await listFiles(search, (path) => {
    if ((first.more && !first.takes(path)) || !isWanted(path)) return
    first.add(path)
    quick = quick && lookUpwards(path, seen)
  })
  return { first: first.list(), more: first.more }
}

/** By size or time each has to be looked at, at once: the processor has time while ripgrep walks the folders. */
async function firstByState(search: FileSearch): Promise<{ first: readonly string[]; more: boolean }> {
  const { query } = search
  const isWanted = wanted(search)
  const first = firstInOrder<{ readonly path: string; readonly value: number }>(
    query.limit,
    (a, b) => b.value - a.value || byText(a.path, b.path),
  )
  const take = (path: string, seen: Seen) => {
    // What went away meanwhile is told of when it is looked at as an entry.
    if (seen instanceof Error) first.add({ path, value: -1 })
    else first.add({ path, value: query.sort === 'size' ? Number(seen.size) : modifiedAt(seen) })
  }
  const later: string[] = []
  let quick = true
  await listFiles(search, (path) => {
    if (!isWanted(path)) return
    if (quick) quick = lookAt(path, take)
    else later.push(path)
  })
  await lookAtMany(later, query.signal, take)
  return { first: first.list().map(({ path }) => path), more: first.more }
}

function wanted({ root, fits, isProtected, passOver }: FileSearch): (path: string) => boolean {
  return (path) => {
    if (path.includes('\ufffd')) {
      passOver({ path, reason: 'its name is not valid Unicode' })
      return false
    }
    if (!fits(below(root.path, path))) return false
    if (!isProtected(path)) return true
    passOver({ path, reason: 'it is protected' })
    return false
  }
}

async function listFiles({ root, query, passOver }: FileSearch, take: (path: string) => void): Promise<void> {
  const passedOver: PassedOver[] = []
  const ignored = ignoring([root], query.includeIgnored)
  const options = [
    '--files',
    '--null',
    ...ignored.options,
    ...(query.includeIgnored ? [] : ['--glob=!.git']),
    ...nameOptions(query.pattern),
  ]
  await ripgrep([...options, '--', root.path], {
    separator: '\0',
    signal: query.signal,
    passedOver,
    take(path) {
      if (!ignored.leavesOut(path)) take(path)
      return true
    },
  })
  for (const what of passedOver) passOver(what)
}

async function findByWalk(
  guard: PathGuard,
  root: GrantedPath,
  query: FindQuery,
  fits: PathPattern,
  passOver: (what: PassedOver) => void,
): Promise<{ entries: readonly Entry[]; more: boolean }> {
  const entries: Entry[] = []
  for await (const entry of walk(root, {
    depth: ANY_DEPTH,
    guard,
    signal: query.signal,
    passOver,
    ...(query.includeIgnored ? {} : { ignored: () => undefined }),
  })) {
    if (query.kind === 'folder' && entry.kind !== 'folder') continue
    if (fits(below(root.path, entry.path))) entries.push(entry)
    if (query.sort === 'name' && entries.length > query.limit) return { entries, more: true }
  }
  return { entries, more: false }
}

/** The folder or file to search, or every granted folder; throws `unsupported` for a pipe, which could be endless. */
export async function searchRoots(guard: PathGuard, path: string | undefined): Promise<GrantedPath[]> {
  if (path !== undefined) {
    const { exists, ...root } = await guard.resolve(path, 'read')
    // Nothing found in what is not there would read as if it had been looked through.
    if (!exists) throw new AppError('not_found', say('disk.not_there', { path: root.path }))
    const found = await onDisk(root.path, () => lstat(root.path))
    if (!found.isDirectory() && !found.isFile()) {
      throw new AppError('unsupported', say('file.special', { path: root.path }))
    }
    return [root]
  }
  return guard.roots().map((grant) => ({ path: grant.path, grant }))
}

function orderOf(by: SortBy): (a: Entry, b: Entry) => number {
  const value = (entry: Entry) => (by === 'size' ? entry.size : entry.modified_at) ?? -1
  return (a, b) => (by === 'name' ? 0 : value(b) - value(a)) || byText(a.path, b.path)
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function listRoots(guard: PathGuard): Listing {
  const entries = guard.roots().map(
    (grant): Entry => ({
      path: grant.path,
      name: basename(grant.path),
      depth: 1,
      kind: 'folder',
      size: null,
      modified_at: null,
      protected: false,
    }),
  )
  return { path: null, entries, truncated: false, ignored: 0, passedOver: [] }
}

function passedOverNotes(): { readonly list: PassedOver[]; add(what: PassedOver): void } {
  const list: PassedOver[] = []
  let more = 0
  return {
    list,
    add(what) {
      if (list.length < PASSED_OVER_LIMIT) {
        list.push(what)
        return
      }
      more++
      list[PASSED_OVER_LIMIT - 1] = { path: '', reason: `and ${more + 1} more` }
    },
  }
}
