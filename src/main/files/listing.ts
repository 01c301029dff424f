import { basename } from 'node:path'
import { compilePattern } from './glob'
import type { PathGuard } from './paths'
import { below, type Entry, type PassedOver, requireFolder, walk } from './walk'

/** What a folder holds. */
export interface Listing {
  /** Null when the granted folders themselves are listed. */
  readonly path: string | null
  readonly entries: readonly Entry[]
  readonly truncated: boolean
  readonly passedOver: readonly PassedOver[]
}

/** What a search by name found. */
export interface Finding {
  readonly roots: readonly string[]
  readonly matches: readonly Entry[]
  readonly scanned: number
  readonly truncated: boolean
  readonly passedOver: readonly PassedOver[]
}

/** Things passed over that are named one by one. */
const PASSED_OVER_LIMIT = 100
/** Deeper than any path that the system can open. */
const ANY_DEPTH = 4096

/** Lists a folder, or the granted folders when no path is given. */
export async function listFolder(
  guard: PathGuard,
  path: string | undefined,
  options: { readonly depth: number; readonly limit: number; readonly signal: AbortSignal },
): Promise<Listing> {
  if (path === undefined) return listRoots(guard)
  const resolved = await guard.resolve(path, 'read')
  await requireFolder(resolved.path)
  const notes = passedOverNotes()
  const entries: Entry[] = []
  let truncated = false
  for await (const entry of walk(resolved.path, { ...options, guard, passOver: notes.add })) {
    if (entries.length === options.limit) {
      truncated = true
      break
    }
    entries.push(entry)
  }
  return { path: resolved.path, entries, truncated, passedOver: notes.list }
}

/** Finds entries by a pattern over their path below the folder. */
export async function findEntries(
  guard: PathGuard,
  query: {
    readonly pattern: string
    readonly path: string | undefined
    readonly kind: 'file' | 'folder' | 'any'
    readonly limit: number
    readonly signal: AbortSignal
  },
): Promise<Finding> {
  const fits = compilePattern(query.pattern)
  const roots = await searchRoots(guard, query.path)
  for (const root of roots) await requireFolder(root)
  const notes = passedOverNotes()
  const matches = new Map<string, Entry>()
  let scanned = 0
  for (const root of roots) {
    for await (const entry of walk(root, {
      depth: ANY_DEPTH,
      guard,
      signal: query.signal,
      passOver: notes.add,
    })) {
      scanned++
      const ofKind = query.kind === 'any' || (query.kind === 'folder') === (entry.kind === 'folder')
      if (!ofKind || !fits(below(root, entry.path))) continue
      if (matches.size === query.limit && !matches.has(entry.path)) {
        return { roots, matches: [...matches.values()], scanned, truncated: true, passedOver: notes.list }
      }
      // Granted folders may lie in each other.
      matches.set(entry.path, entry)
    }
  }
  return { roots, matches: [...matches.values()], scanned, truncated: false, passedOver: notes.list }
}

/** The folder or file to search, or every granted folder. */
export async function searchRoots(guard: PathGuard, path: string | undefined): Promise<string[]> {
  if (path !== undefined) return [(await guard.resolve(path, 'read')).path]
  return guard.roots().map((grant) => grant.path)
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
  return { path: null, entries, truncated: false, passedOver: [] }
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
