import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { WrittenBackup } from '../../shared/contract/data'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { InTurn } from '../async/in-turn'
import type { DataFolder } from '../disk/data-folder'
import { syncFolder } from '../disk/durable'
import { faultPoint } from '../disk/fault-point'
import { putWithoutReplacing, temporaryFor } from '../files/atomic-write'
import { onDisk } from '../files/disk-errors'
import { freeBytes } from '../files/free-bytes'
import { newId } from '../identifier'
import { targetFile } from './paths'
import type { DataClient, DataWork } from './worker-client'

/**
 * Writes a backup of a folder whose database is open and may be written meanwhile. `inTurn` runs what it is given while
 * no change is under way: only the database's instant has to be in such a moment.
 */
export async function backUp(
  parts: {
    readonly folder: DataFolder
    readonly client: Pick<DataClient, 'write'>
    readonly inTurn: InTurn
    readonly application: string
    readonly now: () => number
  },
  wish: { readonly path: string; readonly replace: boolean },
  work: DataWork,
): Promise<WrittenBackup> {
  const { folder, client, application } = parts
  const target = await targetFile(wish.path, folder.root, wish.replace)
  await requireRoom(folder)
  const temporary = temporaryFor(target)
  const now = parts.now()
  const { root, database, blobs, trash, uploads } = folder
  const request = {
    folder: { root, database, blobs, trash, uploads },
    file: temporary,
    named: target,
    copy: join(folder.backups, `snapshot-${newId()}`),
    application,
    now,
  }
  try {
    // The turn ends with the database's instant, the work long after it.
    const { writing } = await parts.inTurn(async () => {
      const taken = Promise.withResolvers<void>()
      const writing = client.write(request, { ...work, taken: taken.resolve })
      await Promise.race([taken.promise, writing])
      return { writing }
    })
    const { entries, bytes, counts, missing, auditIntact } = await writing
    const { size } = await onDisk(temporary, () => stat(temporary))
    faultPoint('backup written')
    await onDisk(target, () =>
      wish.replace ? rename(temporary, target) : putWithoutReplacing(temporary, target, target),
    )
    syncFolder(dirname(target))
    faultPoint('backup stored')
    return {
      path: target,
      createdAt: now,
      application,
      ...counts,
      ...{ entries, bytes, auditIntact, missing, fileBytes: size },
    }
  } finally {
    await rm(temporary, { force: true })
    await rm(`${request.copy}.unfinished`, { force: true })
  }
}

/** The database is copied twice in its own folder, the second time without what is made again. */
async function requireRoom({ root, database }: DataFolder): Promise<void> {
  const { size } = await onDisk(database, () => stat(database))
  const [needed, free] = [2 * size, await freeBytes(root)]
  if (free < needed) throw new AppError('unavailable', say('data.no_room', { path: root, needed, free }))
}
