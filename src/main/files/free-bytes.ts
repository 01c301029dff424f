import { statfs } from 'node:fs/promises'
import { onDisk } from './disk-errors'

/** Bytes that may still be written to the disk of a folder that is there. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await onDisk(folder, () => statfs(folder))
  return bavail * bsize
}
