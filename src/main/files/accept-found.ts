import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'
import { lookAtMany } from './look-at-many'
import { nodeOf } from './node-identity'
import type { PathGuard } from './paths'
import { isInside } from './protected-places'

/**
 * Of paths that a search found below canonical roots, those that tools may read: nothing on the way down is a link or
 * protected, and nothing on the whole way is Countersign's own folder under another name. Each folder is looked at
 * once. `isProtected` may be handed in, with what it knows of the folders.
 */
export async function acceptFound(
  guard: PathGuard,
  ownFolders: readonly string[],
  roots: readonly string[],
  paths: Iterable<string>,
  isProtected = guard.protection(),
): Promise<ReadonlySet<string>> {
  const wanted = [...paths].filter(
    (path) => roots.includes(path) || (roots.some((root) => isInside(root, path)) && !isProtected(path)),
  )
  if (wanted.length === 0) return new Set()
  const ownNodes = await nodesOf(ownFolders)
  const seen = new Map<string, boolean>()
  await lookAtMany(foldersAbove(wanted), null, (folder, stats) => {
    // It may have gone away meanwhile.
    seen.set(folder, !(stats instanceof Error) && stats.isDirectory() && !ownNodes.has(nodeOf(stats)))
  })
  // What was granted or asked for is not closed by a name above it.
  const namedByRoots = new Set([...roots, ...foldersAbove(roots)])
  const open = new Map<string, boolean>()
  const isOpen = (folder: string): boolean => {
    const known = open.get(folder)
    if (known !== undefined) return known
    const parent = dirname(folder)
    const answer =
      seen.get(folder) === true &&
      (namedByRoots.has(folder) || !isProtected(folder)) &&
      (parent === folder || isOpen(parent))
    open.set(folder, answer)
    return answer
  }
  return new Set(wanted.filter((path) => isOpen(dirname(path))))
}

/** Every folder above the paths, up to the top. */
function foldersAbove(paths: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = dirname(path); !folders.has(folder); folder = dirname(folder)) folders.add(folder)
  }
  return [...folders]
}

async function nodesOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await Promise.all(paths.map(nodeAt))).filter((node) => node !== null))
}

async function nodeAt(path: string): Promise<string | null> {
  try {
    return nodeOf(await stat(path, { bigint: true }))
  } catch (error) {
    // A folder that is not there can't be met under another name.
    if (systemCode(error) === null) throw error
    return null
  }
}
