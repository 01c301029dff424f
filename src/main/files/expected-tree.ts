import { createHash, type Hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity } from '../../shared/tool/file-change'
import { onDisk } from './disk-errors'
import { kindOf, linkMark, type OnEntry, requireFewEnough } from './entry-identity'
import { readState } from './file-state'
import { modeOf, nodeOf } from './node-identity'
import { type DiskPlace, kindAt, type PendingFiles, undecided } from './pending-files'

// What a folder will be known by once what waits for a decision is applied. Inode and time of the last change of status
// tell most about a file, so they count for all that stays as it is; what is written, copied or moved itself gets other
// ones and counts by what it holds.

/** Bytes that are read to know things by what they hold: more would take longer than a person waits. */
const CONTENT_BYTES = 1 << 30

type Tree = Exclude<NonNullable<EntryIdentity['expects']>, { sha256: string }>

/** One thing of a tree, as it is or as it will be. */
interface Entry {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes of a file. */
  readonly size: number
  /** What it is known by, what is in it aside. */
  readonly mark: string
  /** Whether that is what it holds, also for all that is below. */
  readonly byContent: boolean
  /** Names in a folder, in order. */
  readonly names: readonly string[]
}

/** Looks at one thing; `within` is its path in the tree, and `byContent` tells how the folder above it is known. */
type Look = (path: string, within: string, byContent: boolean) => Promise<Entry>

interface Walk {
  readonly root: string
  readonly look: Look
  readonly hash: Hash
  readonly byContent: string[]
  readonly total: { size: number; files: number; entries: number }
  readonly signal?: AbortSignal
  readonly onEntry?: OnEntry
}

/** What a tree will be known by; `onEntry` is told of everything in it, by the path where it will be. */
export async function expectTree(
  root: string,
  pending: PendingFiles,
  options: Pick<Walk, 'signal' | 'onEntry'>,
): Promise<EntryIdentity> {
  const walk = startWalk(root, lookAhead(root, pending), options)
  const { kind } = await add(walk, root, '', 0, false)
  if (kind === 'other') throw unfit(root)
  const place = pending.at(root)
  const keepsNode = place.kind === 'disk' && place.arrives !== 'copied' && place.arrives !== 'trash'
  const { size, files } = walk.total
  return {
    kind,
    node: keepsNode ? nodeOf(await lstat(place.path, { bigint: true })) : '',
    size,
    files,
    fingerprint: '',
    expects: { tree: walk.hash.digest('hex'), byContent: walk.byContent },
  }
}

/** Whether a tree is what was expected of it. */
export async function isExpected(root: string, { tree, byContent }: Tree): Promise<boolean> {
  const listed = new Set(byContent)
  const look: Look = async (path, within, above) => {
    const byContentToo = above || listed.has(within)
    const stats = await lstat(path, { bigint: true })
    const names = stats.isDirectory() ? (await readdir(path)).sort() : []
    return { ...(await entryOf(path, stats, byContentToo)), byContent: byContentToo, names }
  }
  const walk = startWalk(root, look, {})
  await onDisk(root, () => add(walk, root, '', 0, false))
  return walk.hash.digest('hex') === tree
}

function startWalk(root: string, look: Look, options: Pick<Walk, 'signal' | 'onEntry'>): Walk {
  const total = { size: 0, files: 0, entries: 0 }
  return { root, look, hash: createHash('sha256'), byContent: [], total, ...options }
}

async function add(walk: Walk, path: string, within: string, depth: number, above: boolean): Promise<Entry> {
  const { root, hash, total } = walk
  walk.signal?.throwIfAborted()
  requireFewEnough(root, ++total.entries, depth)
  const entry = await walk.look(path, within, above)
  const { kind, mark, byContent, names } = entry
  walk.onEntry?.(path, kind)
  if (byContent && !above) walk.byContent.push(within)
  if (kind !== 'folder') total.files++
  total.size += entry.size
  hash.update(JSON.stringify([within, kind, mark, names.length]))
  for (const name of names) await add(walk, join(path, name), join(within, name), depth + 1, byContent)
  return entry
}

/** Looks at what will be. */
function lookAhead(root: string, pending: PendingFiles): Look {
  const touched = pending.inside(root)
  let read = 0
  return async (path, _within, above) => {
    const place = pending.at(path)
    switch (place.kind) {
      case 'file': {
        const { sha256, mode, size } = place.state
        return { kind: 'file', size, mark: `${sha256} ${mode}`, byContent: true, names: [] }
      }
      case 'disk': {
        const stats = await lstat(place.path, { bigint: true })
        const byContent = above || comesAnew(place, stats)
        const held = byContent && stats.isFile() ? Number(stats.size) : 0
        read += held
        if (read > CONTENT_BYTES) throw undecided(path)
        const names = stats.isDirectory() ? await namesIn(path, place.path, touched, pending) : []
        return { ...(await entryOf(place.path, stats, byContent)), byContent, names }
      }
      case 'absent':
      case 'folder': {
        // Folders get what other programs of this account would give them.
        const mark = String(0o777 & ~process.umask())
        return {
          kind: 'folder',
          size: 0,
          mark,
          byContent: above,
          names: await namesIn(path, null, touched, pending),
        }
      }
      default:
        return assertNever(place)
    }
  }
}

/** Whether something gets an inode or a time of the last change of status that are not known before. */
function comesAnew({ arrives }: DiskPlace, stats: BigIntStats): boolean {
  if (arrives === 'copied' || arrives === 'trash') return true
  return arrives === 'moved' && !stats.isDirectory()
}

/** What will be in a folder: of what is there now, and of what is brought or made there, all that stays. */
async function namesIn(
  folder: string,
  onDiskAt: string | null,
  touched: readonly string[],
  pending: PendingFiles,
): Promise<string[]> {
  const names = new Set(onDiskAt === null ? [] : await readdir(onDiskAt))
  const prefix = join(folder, '/')
  for (const place of touched) {
    const [name] = place.startsWith(prefix) ? place.slice(prefix.length).split(/[\\/]/) : []
    if (name !== undefined) names.add(name)
  }
  const there: string[] = []
  for (const name of names) if ((await kindAt(join(folder, name), pending)) !== null) there.push(name)
  return there.sort()
}

async function entryOf(
  path: string,
  stats: BigIntStats,
  byContent: boolean,
): Promise<Pick<Entry, 'kind' | 'size' | 'mark'>> {
  const kind = kindOf(stats)
  const size = kind === 'file' ? Number(stats.size) : 0
  if (kind === 'folder') return { kind, size, mark: String(modeOf(stats) & 0o777) }
  if (!byContent) return { kind, size, mark: `${nodeOf(stats)} ${stats.ctimeNs}` }
  if (kind === 'link') return { kind, size, mark: await linkMark(path) }
  const state = await readState(path)
  return { kind, size, mark: state.kind === 'file' ? `${state.sha256} ${state.mode}` : '' }
}

function unfit(path: string): AppError {
  return new AppError('unsupported', say('file.special', { path }))
}
