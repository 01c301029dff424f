import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { diskError, systemCode } from './disk-errors'

/** A path without symbolic links, and whether something is there. */
export interface Canonical {
  readonly path: string
  readonly exists: boolean
}

/**
 * Follows every symbolic link of what exists; what does not exist yet is put below its deepest existing folder.
 * A link that leads nowhere or round in a circle is refused, because what it will lead to later is not known now.
 */
export async function canonical(path: string): Promise<Canonical> {
  try {
    return { path: await realpath(path), exists: true }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ELOOP') {
      throw new AppError('denied', say('path.link_circle', { path }))
    }
    if (code !== 'ENOENT') throw diskError(error, path)
  }
  if (await isThere(path)) {
    throw new AppError('denied', say('path.link_nowhere', { path }))
  }
  const parent = dirname(path)
  if (parent === path) throw new AppError('not_found', say('disk.not_there', { path }))
  return { path: join((await canonical(parent)).path, basename(path)), exists: false }
}

/** Like {@link canonical}, but a link in the last place stays itself. */
export async function canonicalEntry(path: string): Promise<Canonical> {
  const parent = dirname(path)
  if (parent === path) return canonical(path)
  const entry = join((await canonical(parent)).path, basename(path))
  return { path: entry, exists: await isThere(entry) }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw diskError(error, path)
  }
}
