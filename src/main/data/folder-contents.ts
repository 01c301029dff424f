import type { BigIntStats } from 'node:fs'
import { access, constants, lstat, opendir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { patchSuffix } from '../changes/blobs'
import { isLeaving } from '../changes/leaving-trash'
import type { DataFolder } from '../disk/data-folder'
import { systemCode } from '../files/disk-errors'
import { modeOf, modifiedAt } from '../files/node-identity'
import type { namedFolders } from './manifest'

/** Something of the data folder that can't be made again. */
export type Kept =
  | { readonly kind: 'blob'; readonly at: string; readonly name: string; readonly size: number }
  | {
      readonly kind: 'file'
      readonly at: string
      readonly path: KeptPath
      readonly size: number
      readonly mode: number
      readonly modifiedMs: number
    }
  | { readonly kind: 'folder'; readonly path: KeptPath; readonly mode: number }
  | { readonly kind: 'link'; readonly path: KeptPath; readonly target: string }
  /** Gone since it was listed, or not to be read by this account. */
  | { readonly kind: 'missing' }

type KeptPath = [(typeof namedFolders)[number], string, ...string[]]

const storedName = new RegExp(`^[0-9a-f]{64}(${patchSuffix.replace('.', '\\.')})?$`)
const shardName = /^[0-9a-f]{2}$/

/**
 * Finds, one after the other, what a backup holds beside the database and the trash: stored contents, uploads that are
 * not in the library yet.
 */
export async function* keptIn(folder: Pick<DataFolder, 'blobs' | 'uploads'>): AsyncGenerator<Kept> {
  yield* storedContents(folder.blobs)
  yield* childrenOf('uploads', folder.uploads)
}

/** The same in the trash, with its links and permissions; what is being removed from it is not in it any more. */
export function trashedIn({ trash }: Pick<DataFolder, 'trash'>): AsyncGenerator<Kept> {
  return childrenOf('trash', trash, (name) => !isLeaving(name))
}

async function* childrenOf(
  name: KeptPath[0],
  folder: string,
  isKept: (child: string) => boolean = () => true,
): AsyncGenerator<Kept> {
  for (const { name: child } of await entriesOf(folder)) {
    if (isKept(child)) yield* below(join(folder, child), [name, child])
  }
}

async function* storedContents(blobs: string): AsyncGenerator<Kept> {
  for (const shard of await entriesOf(blobs)) {
    if (!shard.isDirectory() || !shardName.test(shard.name)) continue
    for (const entry of await entriesOf(join(blobs, shard.name))) {
      // What is half written has another name.
      if (!entry.isFile() || !storedName.test(entry.name)) continue
      const at = join(blobs, shard.name, entry.name)
      const size = Number((await statsOf(at))?.size ?? -1n)
      if (size < 0) yield { kind: 'missing' }
      else yield { kind: 'blob', at, name: `blobs/${shard.name}/${entry.name}`, size }
    }
  }
}

async function* below(at: string, path: KeptPath): AsyncGenerator<Kept> {
  const stats = await statsOf(at)
  if (stats === null) {
    yield { kind: 'missing' }
  } else if (stats.isFile()) {
    const size = Number(stats.size)
    yield { kind: 'file', at, path, size, mode: modeOf(stats), modifiedMs: modifiedAt(stats) }
  } else if (stats.isSymbolicLink()) {
    const target = await readlink(at).catch(() => null)
    yield target === null ? { kind: 'missing' } : { kind: 'link', path, target }
  } else if (stats.isDirectory()) {
    yield { kind: 'folder', path, mode: modeOf(stats) }
    if (!(await isReadable(at))) yield { kind: 'missing' }
    for (const { name } of await entriesOf(at)) yield* below(join(at, name), [...path, name])
  }
}

/** In the order of their names, so that two backups of the same data have the same order. */
async function entriesOf(folder: string) {
  try {
    const entries = []
    for await (const entry of await opendir(folder)) entries.push(entry)
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function statsOf(path: string): Promise<BigIntStats | null> {
  try {
    return await lstat(path, { bigint: true })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function isReadable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.R_OK | constants.X_OK)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Whether something is not there any more, or this account may not read it. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES'
}
