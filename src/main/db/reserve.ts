import { lstatSync, rmSync } from 'node:fs'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { isDiskFull } from '../../shared/system-failures'
import { writePrivateFile } from '../disk/durable'
import { requireFileOrNothing } from '../disk/own-file'

/**
 * Room for what must be written although the disk is full: the shared index of the log (32 KB), and the pages that
 * closing a proposal with its records touches, twice over.
 */
const reserveBytes = 512 * 1024
const inMemory = ':memory:'

/**
 * Takes the reserve: a file beside the database that holds nothing, and whose room is given up so that what came of
 * a change can be recorded on a disk that is full by then. Throws `unavailable` where there is no room for it, `corrupt`
 * where a folder is in its place.
 */
export function takeReserve(database: string): void {
  if (database === inMemory) return
  const path = reservePath(database)
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isFile() === true && there.size === reserveBytes) return
  if (there?.isDirectory() === true) requireFileOrNothing(path)
  // A link or a pipe holds no room, and would be followed or waited for.
  if (there?.isFile() === false) rmSync(path)
  try {
    // Written, not only made long: a hole takes no room.
    writePrivateFile(path, Buffer.alloc(reserveBytes))
  } catch (error) {
    rmSync(path, { force: true })
    if (!isDiskFull(error)) throw error
    throw new AppError('unavailable', say('database.no_record'), { cause: error })
  }
}

/** Gives the room of the reserve up; answers whether there was any. */
export function giveUpReserve(database: string): boolean {
  if (database === inMemory) return false
  const path = reservePath(database)
  const there = lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  if (there) rmSync(path, { force: true })
  return there
}

function reservePath(database: string): string {
  return `${database}.reserve`
}
