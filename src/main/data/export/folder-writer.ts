import { type FileHandle, mkdir, open, readdir, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { readWithoutFollowing } from '../../disk/opening-flags'
import { privateFile, privateFolder } from '../../disk/owner-only'
import { isSystemError, onDisk, systemCode } from '../../files/disk-errors'
import { createFreeNames } from '../../files/safe-name'

/** Large enough for the disk's full speed, small enough to stop soon. */
const pieceBytes = 1 << 20

/** A folder of an export; each name in it is given once. */
export interface ExportFolder {
  /** A folder in it, made when it is first needed. */
  folder(name: string): Promise<ExportFolder>
  /** Writes a file and answers the name that it got. */
  write(name: string, content: string): Promise<string>
  /** Writes a file line by line. */
  writeLines(name: string, lines: AsyncIterable<string>): Promise<void>
  /** Copies a file in under a name that was free; null where no file is there that can be read to its end. */
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
      const source = await openFile(from)
      if (source === null) return null
      try {
        const name = take(basename(wanted))
        const to = join(path, name)
        const target = await onDisk(to, () => create(name))
        let bytes: number | null
        try {
          bytes = await copyPieces(source, target, to, stopIfAsked)
        } finally {
          await target.close()
        }
        if (bytes === null) {
          await rm(to)
          names.delete(name)
          return null
        }
        tally.files++
        tally.bytes += bytes
        return name
      } finally {
        await source.file.close()
      }
    },
  }
}

interface Source {
  readonly file: FileHandle
  /** Bytes that it had when it was opened. */
  readonly size: number
}

/** Opens a file to read it; null where no file is there that can be read, whatever keeps it from that. */
async function openFile(path: string): Promise<Source | null> {
  const file = await unlessUnreadable(() => open(path, readWithoutFollowing))
  if (file === null) return null
  const stats = await unlessUnreadable(() => file.stat())
  if (stats?.isFile() === true) return { file, size: stats.size }
  await file.close()
  return null
}

/** Answers how many bytes it copied; null where the source can't be read to its end. Only writing fails. */
async function copyPieces(
  { file: source, size }: Source,
  target: FileHandle,
  to: string,
  stopIfAsked: () => void,
): Promise<number | null> {
  // Most are small, and memory for a large one costs more than reading them.
  const buffer = Buffer.allocUnsafe(Math.min(pieceBytes, size + 1))
  for (let bytes = 0; ; ) {
    stopIfAsked()
    const piece = await unlessUnreadable(() => source.read(buffer, 0, buffer.length, null))
    if (piece === null) return null
    if (piece.bytesRead === 0) return bytes
    await onDisk(to, () => target.writeFile(buffer.subarray(0, piece.bytesRead)))
    bytes += piece.bytesRead
  }
}

/** What reading answers; null where the system refuses it: others go on working meanwhile, and disks fail. */
async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (isSystemError(error)) return null
    throw error
  }
}
