import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, lstat, lutimes, mkdir, open, readdir, readlink, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import { kindOf } from './entry-identity'
import { modeOf, modifiedAt } from './node-identity'

const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const newFile = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0)
/** Large enough for the disk's full speed, small enough to stop soon. */
const PIECE_BYTES = 1 << 20

/** Copies a file, folder or link with permissions and times, durably, and checks every byte that arrived. */
export async function copyTree(from: string, to: string): Promise<void> {
  const stats = await lstat(from, { bigint: true })
  const kind = kindOf(stats)
  switch (kind) {
    case 'link':
      await symlink(await readlink(from), to)
      await lutimes(to, Number(stats.atimeMs) / 1000, seconds(stats.mtimeNs))
      return
    case 'folder':
      await mkdir(to, { mode: 0o700 })
      for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name))
      await syncPath(to)
      break
    case 'file':
      await copyFile(from, to)
      break
    case 'other':
      throw new AppError(
        'unsupported',
        `${quoted(from)} is a device or a pipe and can’t be moved to the disk of the trash. Nothing was moved.`,
      )
  }
  await chmod(to, modeOf(stats))
  await utimes(to, Number(stats.atimeMs) / 1000, seconds(stats.mtimeNs))
  const copied = await lstat(to, { bigint: true })
  // Seconds as a floating-point number miss by up to 240 ns, which may fall into the next millisecond.
  if (copied.mtimeMs !== stats.mtimeMs) {
    await utimes(to, Number(stats.atimeMs) / 1000, (modifiedAt(stats) + 0.5) / 1000)
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  const source = await open(from, readOnly)
  try {
    const target = await open(to, newFile, 0o600)
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
        throw new AppError('corrupt', `${quoted(from)} could not be copied faithfully. It was left as it is.`)
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function seconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e9
}
