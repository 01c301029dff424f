import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { freeBytes } from '../files/free-bytes'

/** Room that is left on the disk beside what is unpacked: a schema that is brought up to date is copied first. */
const spareBytes = 64_000_000

/**
 * Throws `unavailable` where the disk of the data folder has no room for so many bytes of a backup. That folder is told:
 * the one for what is unpacked goes again.
 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const needed = bytes + spareBytes
  const free = await freeBytes(folder)
  if (free < needed) throw new AppError('unavailable', say('data.no_room', { path: folder, needed, free }))
}
