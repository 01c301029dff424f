import { isUtf8 } from 'node:buffer'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { diskError, systemCode } from './disk-errors'

/** Folders that are looked through at most: as many take some seconds. */
const FOLDER_LIMIT = 500_000
/** Folders that are read at the same time: enough to keep the disk busy. */
const AT_ONCE = 32

/** A folder or what is in one; `raw` is its path where that can't be written as text, because a name is not Unicode. */
interface Place {
  readonly path: string
  readonly raw: Buffer | null
}

/**
 * Everything protected that is in a folder now, links among it; what lies below a protected folder is not told. Throws
 * where a name that is not Unicode keeps something protected from being told.
 */
export async function protectedInside(
  root: string,
  isProtected: (path: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  const open: Place[] = [{ path: root, raw: null }]
  let looked = 0
  while (open.length > 0) {
    const folders = open.splice(-AT_ONCE)
    looked += folders.length
    if (looked > FOLDER_LIMIT) {
      throw new AppError('too_large', say('file.too_many_folders', { path: root, limit: FOLDER_LIMIT }))
    }
    for (const entry of (await Promise.all(folders.map(entriesIn))).flat()) {
      if (!isProtected(entry.path)) {
        if (entry.folder) open.push(entry)
      } else if (entry.raw === null) found.push(entry.path)
      else throw unnamable(entry.path)
    }
  }
  return found
}

function unnamable(path: string): AppError {
  return new AppError('unsupported', say('command.odd_secret', { path }))
}

/** What this account can't read, no command of it can. */
async function entriesIn({ path, raw }: Place): Promise<(Place & { readonly folder: boolean })[]> {
  try {
    if (raw !== null) return await rawEntries(path, raw)
    const entries = await readdir(path, { withFileTypes: true })
    // What Node puts in the place of bytes that are no text.
    if (entries.some(({ name }) => name.includes('\ufffd'))) return await rawEntries(path, Buffer.from(path))
    return entries.map((entry) => ({
      path: join(path, entry.name),
      raw: null,
      folder: entry.isDirectory(),
    }))
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'ENOENT' || code === 'ENOTDIR') return []
    throw diskError(error, path)
  }
}

async function rawEntries(path: string, raw: Buffer): Promise<(Place & { readonly folder: boolean })[]> {
  const entries = await readdir(raw, { withFileTypes: true, encoding: 'buffer' })
  return entries.map((entry) => {
    const inside = Buffer.concat([raw, Buffer.from(sep), entry.name])
    return {
      path: join(path, entry.name.toString()),
      raw: isUtf8(inside) ? null : inside,
      folder: entry.isDirectory(),
    }
  })
}
