import { join } from 'node:path'
import type { BackupSummary, PendingRestore } from '../../shared/contract/data'
import type { DataFolder } from '../disk/data-folder'
import { faultPoint } from '../disk/fault-point'
import { onDisk } from '../files/disk-errors'
import { prepareFolder } from './paths'
import {
  formerPlace,
  freshContent,
  markPending,
  removeFormerPending,
  removeUnready,
  requireNotBegun,
} from './pending-restore'
import { requireRoom } from './room'
import type { DataClient, DataWork } from './worker-client'

/** Prepares restores of a data folder; needs its lock, but nothing of it open. */
interface Restorer {
  /** What a backup says of itself. Throws `unavailable` where there is no room to unpack it. */
  look(path: string): Promise<BackupSummary>
  /**
   * Unpacks and checks a backup beside the data; the next start puts it in its place. One that waited is given up once
   * this one is known to be whole.
   */
  prepare(path: string, work: DataWork): Promise<PendingRestore>
}

/** Makes what unpacks a backup beside the present data; the next start puts it in their place. */
export function createRestorer(parts: {
  readonly folder: DataFolder
  readonly client: Pick<DataClient, 'look' | 'unpack'>
  readonly now: () => Date
}): Restorer {
  const { folder, client } = parts
  return {
    async look(path) {
      const backup = await client.look(path)
      // Before anyone is asked: a yes to what can't be done is worth nothing.
      await requireRoom(folder.root, backup.bytes)
      return backup
    },
    async prepare(path, work) {
      const now = parts.now()
      const former = formerPlace(folder, now)
      requireNotBegun(folder)
      const content = freshContent(folder)
      const pending = await makeReady().catch(async (error: unknown) => {
        await removeUnready(folder, content)
        throw error
      })
      await removeFormerPending(folder, content)
      return pending

      async function makeReady(): Promise<PendingRestore> {
        await onDisk(folder.root, () => prepareFolder(folder.restore))
        const into = join(folder.restore, content)
        const backup = await client.unpack(
          { path, into, root: folder.root, former, now: now.getTime() },
          work,
        )
        faultPoint('restore unpacked')
        const pending: PendingRestore = { backup, preparedAt: now.getTime(), former }
        markPending(folder, pending, content)
        return pending
      }
    },
  }
}
