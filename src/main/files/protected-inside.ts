import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import { diskError, systemCode } from './disk-errors'

/** Folders that are looked through at most: as many take some seconds. */
const FOLDER_LIMIT = 500_000
/** Folders that are read at the same time: enough to keep the disk busy. */
const AT_ONCE = 32

/** Everything protected that is in a folder now, links among it; what lies below a protected folder is not told. */
export async function protectedInside(
  root: string,
  isProtected: (path: string) => boolean,
): Promise<string[]> {
  const found: string[] = []
  const open = [root]
  let looked = 0
  while (open.length > 0) {
    const folders = open.splice(-AT_ONCE)
    looked += folders.length
    if (looked > FOLDER_LIMIT) {
      throw new AppError(
        'too_large',
        `${quoted(root)} has more than ${FOLDER_LIMIT.toLocaleString('en')} folders, too many to find the passwords and keys in it. Grant a smaller folder to work in.`,
      )
    }
    const listed = await Promise.all(
      folders.map(async (folder) => ({ folder, entries: await entriesIn(folder) })),
    )
    for (const { folder, entries } of listed) {
      for (const entry of entries) {
        const path = join(folder, entry.name)
        if (isProtected(path)) found.push(path)
        else if (entry.isDirectory()) open.push(path)
      }
    }
  }
  return found
}

/** What this account can't read, no command of it can. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EACCES' || code === 'EPERM' || code === 'ENOENT' || code === 'ENOTDIR') return []
    throw diskError(error, folder)
  }
}
