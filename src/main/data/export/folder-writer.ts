import { constants, type Stats } from 'node:fs'
import { access, chmod, copyFile, lstat, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { onDisk, systemCode } from '../../files/disk-errors'
import { createFreeNames } from '../../files/safe-name'
import { privateFile, privateFolder } from '../../owner-only'
import { isMissing } from '../folder-contents'

/** A folder of an export; each name in it is given once. */
export interface ExportFolder {
  /** A folder in it, made when it is first needed. */
  folder(name: string): Promise<ExportFolder>
  /** Writes a file and answers the name that it got. */
  write(name: string, content: string): Promise<string>
  /** Writes a file line by line. */
  writeLines(name: string, lines: AsyncIterable<string>): Promise<void>
  /** Copies a file in under a name that was free; null where none is there that this account may read. */
  copy(name: string, from: string): Promise<string | null>
}

/** What was written so far. */
export interface ExportTally {
  files: number
  bytes: number
}

/**
 * Lets `work` fill a folder that is new or empty. Where it fails, everything that it wrote is taken away again, and the
 * folder too where this made it.
 */
export async function intoEmptyFolder<T>(
  path: string,
  stopIfAsked: () => void,
  work: (root: ExportFolder, tally: ExportTally) => Promise<T>,
): Promise<T> {
  const made = await makeOrRequireEmpty(path)
  const tally: ExportTally = { files: 0, bytes: 0 }
  const topNames = new Set<string>()
  try {
    return await onDisk(path, () => work(folderAt(path, tally, stopIfAsked, topNames), tally))
  } catch (error) {
    for (const name of topNames) await rm(join(path, name), { recursive: true, force: true })
    if (made) await removeIfEmpty(path)
    throw error
  }
}

async function makeOrRequireEmpty(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: privateFolder })
    return true
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') return onDisk(path, () => Promise.reject(error))
  }
  if ((await onDisk(path, () => readdir(path))).length > 0) {
    throw new AppError('already_exists', say('data.folder_not_empty', { path }))
  }
  return false
}

async function removeIfEmpty(path: string): Promise<void> {
  try {
    await rmdir(path)
  } catch (error) {
    // Somebody put something there meanwhile, which is theirs.
    if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error
  }
}

function folderAt(
  path: string,
  tally: ExportTally,
  stopIfAsked: () => void,
  names: Set<string> = new Set(),
): ExportFolder {
  const freeName = createFreeNames()
  const take = (name: string): string => {
    stopIfAsked()
    return freeName(name)
  }
  // Ours is only what this made: what somebody else put there meanwhile is in the way, and stays.
  const create = async (name: string) => {
    const file = await open(join(path, name), 'wx', privateFile)
    names.add(name)
    return file
  }
  return {
    async folder(wanted) {
      const name = take(wanted)
      await mkdir(join(path, name), { mode: privateFolder })
      names.add(name)
      return folderAt(join(path, name), tally, stopIfAsked)
    },
    async write(wanted, content) {
      const name = take(wanted)
      const file = await create(name)
      try {
        await file.writeFile(content)
      } finally {
        await file.close()
      }
      tally.files++
      tally.bytes += Buffer.byteLength(content)
      return name
    },
    async writeLines(wanted, lines) {
      const file = await create(take(wanted))
      try {
        for await (const line of lines) {
          stopIfAsked()
          await file.write(`${line}\n`)
          tally.bytes += Buffer.byteLength(line) + 1
        }
      } finally {
        await file.close()
      }
      tally.files++
    },
    async copy(wanted, from) {
      const found = await lstatReadable(from)
      if (found?.isFile() !== true) return null
      const name = take(basename(wanted))
      const to = join(path, name)
      try {
        await onDisk(to, () => copyFile(from, to, constants.COPYFILE_EXCL))
      } catch (error) {
        // It may have gone since it was looked at: others go on working meanwhile.
        if ((await lstatReadable(from)) === null) return null
        throw error
      }
      names.add(name)
      await chmod(to, privateFile)
      tally.files++
      tally.bytes += found.size
      return name
    },
  }
}

/** What is at a path; null where nothing is that this account may read. */
async function lstatReadable(path: string): Promise<Stats | null> {
  try {
    await access(path, constants.R_OK)
    return await lstat(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
