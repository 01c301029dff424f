import { isUtf8 } from 'node:buffer'
import { createHash, type Hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity } from '../../shared/tool/file-change'
import { onDisk, systemCode } from './disk-errors'
import { modeOf, nodeOf } from './node-identity'

/** Entries of one folder that go to the trash at once; more would take longer than a person waits. */
const ENTRY_LIMIT = 200_000

/** How deep folders may nest: each level is a frame of the walk. */
const DEPTH_LIMIT = 200

/**
 * What a file, folder or link is known by. The fingerprint survives a move and a faithful copy to another disk, so
 * it has times to the millisecond (what can be set again exactly) and no inodes; a folder's own time is left out
 * because moving things within it changes it.
 */
export async function identifyEntry(
  path: string,
  { signal, onEntry }: { readonly signal?: AbortSignal; readonly onEntry?: OnEntry } = {},
): Promise<EntryIdentity> {
  return onDisk(path, async () => {
    const stats = await lstat(path, { bigint: true })
    const kind = kindOf(stats)
    if (kind === 'other') {
      throw new AppError('unsupported', say('file.special', { path }))
    }
    const hash = createHash('sha256')
    const status = createHash('sha256')
    const total = { size: 0, files: 0, entries: 0 }
    await add({ path, name: '', stats, depth: 0, root: path, hash, status, total, signal, onEntry })
    return {
      kind,
      node: nodeOf(stats),
      size: total.size,
      files: total.files,
      fingerprint: hash.digest('hex'),
      untouched: status.digest('hex'),
    }
  })
}

/** Throws where a folder has more in it than can be looked at in the time that a person waits. */
export function requireFewEnough(root: string, entries: number, depth: number): void {
  if (entries <= ENTRY_LIMIT && depth <= DEPTH_LIMIT) return
  throw new AppError(
    'too_large',
    say('file.tree_too_large', { path: root, entries: ENTRY_LIMIT, levels: DEPTH_LIMIT }),
  )
}

/** What something is; `other` is a device, a pipe or a socket. */
export type EntryKind = 'file' | 'folder' | 'link' | 'other'

/** Told of everything in a tree, the outermost first. */
export type OnEntry = (path: string, kind: EntryKind) => void

/** What an entry is, links not followed. */
export function kindOf(stats: BigIntStats): EntryKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

/** Where a link leads, byte for byte as it is written in it; throws `conflict` when it is no link any more. */
export async function linkTarget(path: string): Promise<Buffer> {
  try {
    return await readlink(path, { encoding: 'buffer' })
  } catch (error) {
    // It was a link a moment ago.
    if (systemCode(error) !== 'EINVAL') throw error
    throw new AppError('conflict', say('file.replaced', { path }))
  }
}

/** The same as a fingerprint has it: as text where it is Unicode, else by its bytes, which no text begins like. */
export async function linkMark(path: string): Promise<string> {
  const target = await linkTarget(path)
  return isUtf8(target) ? target.toString() : `\0${target.toString('hex')}`
}

interface Visit {
  readonly path: string
  readonly name: string
  readonly stats: BigIntStats
  readonly depth: number
  readonly root: string
  readonly hash: Hash
  readonly status: Hash
  readonly total: { size: number; files: number; entries: number }
  readonly signal: AbortSignal | undefined
  readonly onEntry: OnEntry | undefined
}

async function statsOfChild(folder: string, name: string): Promise<BigIntStats> {
  try {
    return await lstat(join(folder, name), { bigint: true })
  } catch (error) {
    // What Node puts in the place of bytes that are no text.
    if (systemCode(error) !== 'ENOENT' || !name.includes('\ufffd')) throw error
    throw new AppError('unsupported', say('file.odd_name', { path: folder, name }))
  }
}

async function add(visit: Visit): Promise<void> {
  const { path, name, stats, depth, root, hash, status, total, signal, onEntry } = visit
  signal?.throwIfAborted()
  const kind = kindOf(stats)
  onEntry?.(path, kind)
  total.entries++
  requireFewEnough(root, total.entries, depth)
  // Links have no permissions of their own on Linux, and copies of them get other times.
  const mode = kind === 'link' ? 0 : modeOf(stats)
  const time = kind === 'file' ? stats.mtimeMs : 0n
  const target = kind === 'link' ? await linkMark(path) : ''
  hash.update(
    JSON.stringify([name, kind, mode, kind === 'file' ? String(stats.size) : '', String(time), target]),
  )
  if (kind !== 'folder') {
    total.files++
    // Not of folders: what comes and goes in one changes its time, and what stays is in the fingerprint.
    status.update(`${nodeOf(stats)} ${stats.ctimeNs}\n`)
    if (kind === 'file') total.size += Number(stats.size)
    return
  }
  const names = (await readdir(path)).sort()
  hash.update(`[${names.length}]`)
  for (const child of names) {
    const childPath = join(path, child)
    const childStats = await statsOfChild(path, child)
    await add({ ...visit, path: childPath, name: child, stats: childStats, depth: depth + 1 })
  }
}
