import { lstat, realpath, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from './disk-errors'
import { withFolderIn } from './handles'
import { type MountList, requireOneDisk } from './mounts'

/** The owner may list, add and remove. */
const OWNER_MAY_ALL = 0o700

/**
 * Removes a file, link or folder with all that is in it, by a path in a folder that is held open; nothing there is
 * fine. Each folder is held open while it is emptied, so that a link that takes its place is not followed. Throws
 * `conflict`, and removes nothing, where something else is mounted in it by now: that is of another place. Stopped, it
 * leaves what it has not come to.
 */
export async function removeTree(
  path: string,
  { mounts, signal }: { readonly mounts?: MountList; readonly signal?: AbortSignal } = {},
): Promise<void> {
  if (await isRemoved(path)) return
  requireOneDisk(join(await realpath(dirname(path)), basename(path)), 'conflict', mounts)
  await emptyAndRemove(path, signal)
}

/** Removes what is no folder; false where one is there. */
async function isRemoved(path: string): Promise<boolean> {
  try {
    await unlink(path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return true
    // Linux says EISDIR of a folder, other systems EPERM, which is said of a file that is locked as well.
    const isFolder = code === 'EISDIR' || (code === 'EPERM' && (await lstat(path)).isDirectory())
    if (!isFolder) throw error
    return false
  }
}

async function emptyAndRemove(path: string, signal: AbortSignal | undefined): Promise<void> {
  await withFolderIn(path, async (folder) => {
    // A faithful copy of a read-only folder could not be emptied.
    if ((folder.mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) await folder.setMode(folder.mode | OWNER_MAY_ALL)
    for (const name of await folder.names()) {
      signal?.throwIfAborted()
      if (!(await isRemoved(folder.at(name)))) await emptyAndRemove(folder.at(name), signal)
    }
  })
  await rmdir(path)
}
