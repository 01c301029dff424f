import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'
import { lookAt, lookAtMany, type SeenPaths } from './look-at-many'
import { nodeOf } from './node-identity'
import type { PathGuard } from './paths'
import { isInside } from './protected-places'

/**
 * Looks at a path and the folders above it that were not looked at before; false where the disk is too slow for that. A
 * search does so with what it finds while ripgrep still walks the folders.
 */
export function lookUpwards(path: string, seen: SeenPaths): boolean {
  let quick = true
  for (let at = path; quick && !seen.has(at); at = dirname(at)) {
    quick = lookAt(at, (one, found) => seen.set(one, found))
  }
  return quick
}

/**
 * Of paths that a search found below canonical roots, those that tools may read: nothing on the way down is a link or
 * protected, and nothing on the whole way is Countersign's own folder under another name. Each folder is looked at
 * once. `isProtected` may be handed in, with what it knows of the folders, and what was seen of them already.
 */
export async function acceptFound(
  guard: PathGuard,
  ownFolders: readonly string[],
  roots: readonly string[],
  paths: Iterable<string>,
  isProtected = guard.protection(),
  seen: SeenPaths = new Map(),
): Promise<ReadonlySet<string>> {
  const wanted = [...paths].filter(
    (path) => roots.includes(path) || (roots.some((root) => isInside(root, path)) && !isProtected(path)),
  )
  if (wanted.length === 0) return new Set()
  const ownNodes = await nodesOf(ownFolders)
  await lookAtMany(foldersAbove(wanted), null, (folder, found) => seen.set(folder, found), seen)
  const isOrdinary = (folder: string): boolean => {
    const found = seen.get(folder)
    // It may have gone away meanwhile.
    if (found === undefined || found instanceof Error) return false
    return found.isDirectory() && !ownNodes.has(nodeOf(found))
  }
  // What was granted or asked for is not closed by a name above it.
  const namedByRoots = new Set([...roots, ...foldersAbove(roots)])
  const open = new Map<string, boolean>()
  const isOpen = (folder: string): boolean => {
    const known = open.get(folder)
    if (known !== undefined) return known
    const parent = dirname(folder)
    const answer =
      isOrdinary(folder) &&
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
