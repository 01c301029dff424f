import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, lstat, lutimes, mkdir, open, symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { faultPoint } from '../disk/fault-point'
import { readWithoutFollowing } from '../disk/opening-flags'
import { privateFile, privateFolder } from '../disk/owner-only'
import { kindOf, linkTarget } from './entry-identity'
import { withFolderIn } from './handles'
import { modeOf, modifiedAt, nodeOf } from './node-identity'

const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)
/** Large enough for the disk's full speed, small enough to stop soon. */
const PIECE_BYTES = 1 << 20

/**
 * Copies a file, folder or link with permissions and times, durably, and checks every byte that arrived. Both paths are
 * in folders that are held open; so is every folder below while it is copied, and no link is followed. Throws
 * `unsupported` for anything else.
 */
export async function copyTree(from: string, to: string): Promise<void> {
  const stats = await lstat(from, { bigint: true })
  const kind = kindOf(stats)
  switch (kind) {
    case 'link':
      await symlink(await linkTarget(from), to)
      await lutimes(to, Number(stats.atimeMs) / 1000, seconds(stats.mtimeNs))
      break
    case 'folder':
      await mkdir(to, { mode: privateFolder })
      await withFolderIn(from, (source) =>
        withFolderIn(to, async (target) => {
          if (nodeOf(source.stats) !== nodeOf(stats)) throw replaced(from)
          for (const name of await source.names()) await copyTree(source.at(name), target.at(name))
          await setModeAndTimes(target.handle, stats)
          await target.sync()
        }),
      )
      break
    case 'file':
      await copyFile(from, to, stats)
      break
    case 'other':
      throw new AppError('unsupported', say('file.special_no_copy', { path: basename(from) }))
    default:
      assertNever(kind)
  }
  faultPoint('entry copied')
}

async function copyFile(from: string, to: string, stats: BigIntStats): Promise<void> {
  const source = await open(from, readWithoutFollowing)
  try {
    if (nodeOf(await source.stat({ bigint: true })) !== nodeOf(stats)) throw replaced(from)
    const target = await open(to, newFile, privateFile)
    try {
      const sent = createHash('sha256')
      const buffer = Buffer.allocUnsafe(PIECE_BYTES)
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, null)
        if (bytesRead === 0) break
        const piece = buffer.subarray(0, bytesRead)
        sent.update(piece)
        await target.writeFile(piece)
      }
      await target.sync()
      const arrived = createHash('sha256')
      for (let position = 0; ; ) {
        const { bytesRead } = await target.read(buffer, 0, buffer.length, position)
        if (bytesRead === 0) break
        arrived.update(buffer.subarray(0, bytesRead))
        position += bytesRead
      }
      if (sent.digest('hex') !== arrived.digest('hex')) {
        throw new AppError('corrupt', say('file.not_copied', { path: from }))
      }
      await setModeAndTimes(target, stats)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** On the open copy: by its path, a link that took its place would be followed. */
async function setModeAndTimes(copy: FileHandle, stats: BigIntStats): Promise<void> {
  await copy.chmod(modeOf(stats))
  await copy.utimes(Number(stats.atimeMs) / 1000, seconds(stats.mtimeNs))
  const copied = await copy.stat({ bigint: true })
  // Seconds as a floating-point number miss by up to 240 ns, which may fall into the next millisecond.
  if (copied.mtimeMs !== stats.mtimeMs) {
    await copy.utimes(Number(stats.atimeMs) / 1000, (modifiedAt(stats) + 0.5) / 1000)
  }
}

function seconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e9
}

function replaced(path: string): AppError {
  return new AppError('conflict', say('file.replaced_copying', { path }))
}
