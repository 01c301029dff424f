import { closeSync, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemCode } from '../files/disk-errors'
import { readWithoutWaiting } from './opening-flags'

/** Reads a small file of the data folder as text. Throws `corrupt` for a pipe, a device or a folder in its place. */
export function readOwnText(path: string): string {
  const descriptor = openSync(path, readWithoutWaiting)
  try {
    if (!fstatSync(descriptor).isFile()) throw new AppError('corrupt', say('disk.not_file', { path }))
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Throws `corrupt` where something else than a file is at a path of ours: a pipe or a device would be waited for, or read
 * as one. A link is followed, unless `links` says that none may be there.
 */
export function requireFileOrNothing(path: string, links: 'follow' | 'refuse' = 'follow'): void {
  const found = lookAt(path, links)
  if (found === null || found.isFile()) return
  const what = found.isDirectory()
    ? 'is a folder'
    : found.isSymbolicLink()
      ? 'is a link'
      : 'is a pipe, a device or a socket'
  throw new AppError(
    'corrupt',
    `${path} ${what}, where a file has to be. It was left as it is. Move it away and start again.`,
  )
}

/** Null where nothing is; of a link that leads round in a circle the link itself. */
function lookAt(path: string, links: 'follow' | 'refuse'): Stats | null {
  if (links === 'refuse') return lstatSync(path, { throwIfNoEntry: false }) ?? null
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (systemCode(error) !== 'ELOOP') throw error
    return lstatSync(path)
  }
}
