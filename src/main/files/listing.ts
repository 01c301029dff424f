import { basename } from 'node:path'
import { compilePattern, type PathPattern } from './glob'
import type { PathGuard } from './paths'
import { ignoreOptions, nameOptions, ripgrep } from './ripgrep'
import { below, type Entry, entryAt, type PassedOver, requireFolder, walk } from './walk'

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
/** Entries that are looked at at the same time. */
const LOOKS_AT_ONCE = 32

/** Lists a folder, or the granted folders when no path is given. */
export async function listFolder(
  guard: PathGuard,
  path: string | undefined,
  options: {
    readonly depth: number
    readonly sort: SortBy
    readonly includeIgnored: boolean
    readonly limit: number
    readonly signal: AbortSignal
  },
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
  for await (const entry of walk(resolved.path, {
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
  const inOrder = options.sort === 'name' ? entries : sorted(entries, options.sort)
  return {
    path: resolved.path,
    entries: inOrder.slice(0, options.limit),
    truncated: truncated || inOrder.length > options.limit,
    ignored,
    passedOver: notes.list,
  }
}

/** Finds entries by a pattern over their path below the folder. */
export async function findEntries(guard: PathGuard, query: FindQuery): Promise<Finding> {
  const fits = compilePattern(query.pattern)
  const roots = await searchRoots(guard, query.path)
  for (const root of roots) await requireFolder(root)
  const notes = passedOverNotes()
  // Granted folders may lie in each other.
  const found = new Map<string, Entry>()
  let more = false
  for (const root of roots) {
    const inRoot =
      query.kind === 'file'
        ? await findFiles(guard, root, query, fits, notes.add)
        : await findByWalk(guard, root, query, fits, notes.add)
    for (const entry of inRoot.entries) found.set(entry.path, entry)
    more ||= inRoot.more
  }
  const inOrder = sorted([...found.values()], query.sort)
  return {
    roots,
    matches: inOrder.slice(0, query.limit),
    truncated: more || inOrder.length > query.limit,
    passedOver: notes.list,
  }
}

/** Files as ripgrep lists them: many times as fast as a walk, which has to look at each. */
async function findFiles(
  guard: PathGuard,
  root: string,
  query: FindQuery,
  fits: PathPattern,
  passOver: (what: PassedOver) => void,
): Promise<{ entries: readonly Entry[]; more: boolean }> {
  const paths: string[] = []
  const passedOver: PassedOver[] = []
  const options = [
    '--files',
    '--null',
    ...ignoreOptions(query.includeIgnored),
    ...(query.includeIgnored ? [] : ['--glob=!.git']),
    ...(nameOptions(query.pattern) ?? []),
  ]
  await ripgrep([...options, '--', root], {
    separator: '\0',
    signal: query.signal,
    passedOver,
    take(path) {
      if (path.includes('\ufffd')) passedOver.push({ path, reason: 'its name is not valid Unicode' })
      else if (fits(below(root, path))) paths.push(path)
      return true
    },
  })
  for (const what of passedOver) passOver(what)
  const wanted: string[] = []
  let more = false
  for (const path of paths.sort()) {
    // Only by size or time all have to be looked at.
    if (wanted.length === query.limit && query.sort === 'name') {
      more = true
      break
    }
    if (guard.isProtected(path)) passOver({ path, reason: 'it is protected' })
    else wanted.push(path)
  }
  const entries: Entry[] = []
  for (let start = 0; start < wanted.length; start += LOOKS_AT_ONCE) {
    query.signal.throwIfAborted()
    const part = wanted.slice(start, start + LOOKS_AT_ONCE)
    const seen = await Promise.all(
      part.map((path) => entryAt(path, basename(path), below(root, path).split('/').length, guard, passOver)),
    )
    entries.push(...seen.filter((entry) => entry !== null))
  }
  return { entries, more }
}

async function findByWalk(
  guard: PathGuard,
  root: string,
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
    if (fits(below(root, entry.path))) entries.push(entry)
    if (query.sort === 'name' && entries.length > query.limit) return { entries, more: true }
  }
  return { entries, more: false }
}

/** The folder or file to search, or every granted folder. */
export async function searchRoots(guard: PathGuard, path: string | undefined): Promise<string[]> {
  if (path !== undefined) return [(await guard.resolve(path, 'read')).path]
  return guard.roots().map((grant) => grant.path)
}

function sorted(entries: readonly Entry[], by: SortBy): Entry[] {
  const byPath = (a: Entry, b: Entry) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  const value = (entry: Entry) => (by === 'size' ? entry.size : entry.modified_at) ?? -1
  return [...entries].sort((a, b) => (by === 'name' ? 0 : value(b) - value(a)) || byPath(a, b))
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
