import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'
import { lookAtMany } from './look-at-many'
import { nodeOf } from './node-identity'
import type { PathGuard } from './paths'

/**
 * Of paths that a search found below checked roots, those that tools may read: nothing on the way down is a link,
 * protected, or Countersign's own folder under another name. Each folder is looked at once. `isProtected` may be
 * handed in, with what it knows of the folders.
 */
export async function acceptFound(
  guard: PathGuard,
  ownFolders: readonly string[],
  roots: readonly string[],
  paths: Iterable<string>,
  isProtected = guard.protection(),
): Promise<ReadonlySet<string>> {
  const wanted = [...paths].filter((path) => roots.includes(path) || !isProtected(path))
  const open = new Map<string, boolean>(roots.map((root) => [root, true]))
  const folders = foldersAbove(wanted, open)
  const ownNodes = folders.length === 0 ? new Set<string>() : await nodesOf(ownFolders)
  const seen = new Map<string, boolean>()
  await lookAtMany(folders, null, (folder, stats) => {
    // It may have gone away meanwhile.
    if (stats instanceof Error) seen.set(folder, false)
    else seen.set(folder, stats.isDirectory() && !ownNodes.has(nodeOf(stats)))
  })
  const isOpen = (folder: string): boolean => {
    const known = open.get(folder)
    if (known !== undefined) return known
    const parent = dirname(folder)
    const answer = parent !== folder && seen.get(folder) === true && !isProtected(folder) && isOpen(parent)
    open.set(folder, answer)
    return answer
  }
  return new Set(wanted.filter((path) => roots.includes(path) || isOpen(dirname(path))))
}

/** Every folder on the way from what is open already down to the paths. */
function foldersAbove(paths: readonly string[], open: ReadonlyMap<string, boolean>): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); !open.has(folder) && !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder)
    }
  }
  return [...folders]
}

async function nodesOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const nodes = new Set<string>()
  for (const path of paths) {
    try {
      nodes.add(nodeOf(await stat(path, { bigint: true })))
    } catch (error) {
      // A folder that is not there can't be met under another name.
      if (systemCode(error) === null) throw error
    }
  }
  return nodes
}
