import { statfs } from 'node:fs/promises'
import { onDisk } from './disk-errors'

/** Bytes that may still be written to the disk of a folder that is there; infinitely many where the disk does not tell. */
export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await onDisk(folder, () => statfs(folder))
  // Some file systems of networks and programs have no figures.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
