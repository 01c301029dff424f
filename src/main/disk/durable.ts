import { closeSync, fsync, fsyncSync, openSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { privateFile } from './owner-only'

const synced = promisify(fsync)

/** Waits until a file's bytes are on the disk. */
export function syncFile(path: string): void {
  syncDescriptor(openSync(path, 'r+'))
}

/** Waits until a folder's entries are on the disk, so that a rename in it survives a power loss. */
export function syncFolder(path: string): void {
  // Windows can't open a folder; its file system orders renames itself.
  if (process.platform !== 'win32') syncDescriptor(openSync(path, 'r'))
}

/** As {@link syncFolder}, without blocking: many folders that are synced at once share the disk's waits. */
export async function folderSynced(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  try {
    await descriptorSynced(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Waits, without blocking, until an open file's bytes are on the disk. */
export async function descriptorSynced(descriptor: number): Promise<void> {
  await synced(descriptor)
}

/** Writes a file that only its owner reads, in the place of one that is there, and waits until it is on the disk. */
export function writePrivateFile(path: string, content: string | Uint8Array): void {
  const descriptor = openSync(path, 'w', privateFile)
  try {
    writeFileSync(descriptor, content)
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  syncDescriptor(descriptor)
}

function syncDescriptor(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
