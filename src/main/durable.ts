import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until a file's bytes are on the disk. */
export function syncFile(path: string): void {
  syncDescriptor(openSync(path, 'r+'))
}

/** Waits until a folder's entries are on the disk, so that a rename in it survives a power loss. */
export function syncFolder(path: string): void {
  // Windows can't open a folder; its file system orders renames itself.
  if (process.platform !== 'win32') syncDescriptor(openSync(path, 'r'))
}

function syncDescriptor(descriptor: number): void {
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
