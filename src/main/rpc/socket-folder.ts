import { lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'

// As data-folder.ts names the folder of a socket whose data folder's path is too long for one.
const ownFolderName = /^countersign-\d+-[0-9a-f]{16}$/

/**
 * Refuses a socket's folder below the system's temporary folder that another user could have made: whoever owns it
 * could put a socket of their own there. A folder inside the data folder has that folder's protection.
 */
export function requireOwnSocketFolder(socket: string): void {
  const folder = dirname(socket)
  const outside = dirname(folder) === tmpdir() && ownFolderName.test(basename(folder))
  if (process.platform === 'win32' || !outside) return
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (found === undefined) return
  // Others may not write into it; reading it tells them nothing.
  const closed = (found.mode & 0o022) === 0
  if (found.isDirectory() && found.uid === process.getuid?.() && closed) return
  throw new AppError(
    'denied',
    `${folder} belongs to another user or is open to others. Nothing was started. Remove it, or choose a data folder with a shorter path.`,
  )
}
