import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { AppError } from '../../shared/errors'
import { requireFileOrNothing } from '../disk/own-file'
import { privateFile, privateFolder } from '../disk/owner-only'
import { openingFailure } from './failures'

/** The right to use a data folder; ends with the process at the latest. */
export interface FolderLock {
  release(): void
}

// Keeps the connections alive: one that the garbage collector takes would let go of its lock.
const held = new Set<BetterSqlite3.Database>()

/**
 * Takes a data folder for this process by its lock file, which is made if need be, or answers null when another holder
 * has it. The lock is the operating system's on a database that nothing is written to, so it dies with its holder
 * however that ends. On POSIX, nothing else in this process may open and close that file: that would let go of the lock.
 * Throws `corrupt` where it is no lock file.
 */
export function acquireFolderLock(path: string): FolderLock | null {
  // A pipe or a device would be read as a database, and get another mode.
  requireFileOrNothing(path)
  let raw: BetterSqlite3.Database | undefined
  try {
    mkdirSync(dirname(path), { recursive: true, mode: privateFolder })
    raw = new BetterSqlite3(path, { timeout: 0 })
    // A journal file would need room, and a full disk must not keep anyone from opening.
    raw.pragma('journal_mode = MEMORY')
    // The file is made by the first look at it.
    raw.pragma('user_version')
    if (process.platform !== 'win32') chmodSync(path, privateFile)
    raw.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    raw?.close()
    const failure = openingFailure(path, error)
    if (failure.code === 'busy') return null
    if (failure.code === 'corrupt') {
      throw new AppError('corrupt', `${path} is damaged. It holds no data: delete it and start again.`, {
        cause: error,
      })
    }
    throw failure
  }
  const connection = raw
  held.add(connection)
  return {
    release() {
      if (!held.delete(connection)) return
      connection.exec('ROLLBACK')
      connection.close()
    },
  }
}
