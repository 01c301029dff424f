import { lstat, rmdir, unlink } from 'node:fs/promises'
import { systemCode } from './disk-errors'
import { withFolderIn } from './handles'

/** The owner may list, add and remove. */
const OWNER_MAY_ALL = 0o700

/**
 * Removes a file, link or folder with all that is in it, by a path in a folder that is held open; nothing there is
 * fine. Each folder is held open while it is emptied, so that a link that takes its place is not followed.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await unlink(path)
    return
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return
    // Linux says EISDIR of a folder, other systems EPERM, which is said of a file that is locked as well.
    const isFolder = code === 'EISDIR' || (code === 'EPERM' && (await lstat(path)).isDirectory())
    if (!isFolder) throw error
  }
  await withFolderIn(path, async (folder) => {
    // A faithful copy of a read-only folder could not be emptied.
    if ((folder.mode & OWNER_MAY_ALL) !== OWNER_MAY_ALL) await folder.setMode(folder.mode | OWNER_MAY_ALL)
    for (const name of await folder.names()) await removeTree(folder.at(name))
  })
  await rmdir(path)
}
