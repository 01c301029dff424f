import { lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'
import { nodeOf } from './node-identity'
import type { PathGuard } from './paths'

/**
 * Says of each path that a search found below checked roots whether tools may read it: nothing on the way down is a
 * link, protected, or Countersign's own folder under another name. Each folder is looked at once.
 */
export function acceptFound(
  guard: PathGuard,
  ownFolders: readonly string[],
  roots: readonly string[],
): (path: string) => Promise<boolean> {
  const folders = new Map<string, Promise<boolean>>()
  let ownNodes: Promise<ReadonlySet<string>> | null = null

  function isOpen(folder: string): Promise<boolean> {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const looking = look(folder)
    folders.set(folder, looking)
    return looking
  }

  async function look(folder: string): Promise<boolean> {
    if (roots.includes(folder)) return true
    const parent = dirname(folder)
    if (parent === folder || guard.isProtected(folder) || !(await isOpen(parent))) return false
    ownNodes ??= nodesOf(ownFolders)
    try {
      const stats = await lstat(folder, { bigint: true })
      return stats.isDirectory() && !(await ownNodes).has(nodeOf(stats))
    } catch (error) {
      // It went away meanwhile.
      if (systemCode(error) !== null) return false
      throw error
    }
  }

  return async (path) => roots.includes(path) || (!guard.isProtected(path) && (await isOpen(dirname(path))))
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
