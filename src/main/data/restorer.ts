import type { BackupSummary, PendingRestore } from '../../shared/contract/data'
import type { DataFolder } from '../data-folder'
import { faultPoint } from '../fault-point'
import { onDisk } from '../files/disk-errors'
import { prepareFolder } from './paths'
import { formerPlace, markPending, removePending, unpackedAt } from './pending-restore'
import type { DataClient, DataWork } from './worker-client'

/** Prepares restores of a data folder; needs its lock, but nothing of it open. */
interface Restorer {
  /** What a backup says of itself. */
  look(path: string): Promise<BackupSummary>
  /** Unpacks and checks a backup beside the data; the next start puts it in its place. Gives up one that waited. */
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
    look: (path) => client.look(path),
    async prepare(path, work) {
      const now = parts.now()
      const former = formerPlace(folder, now)
      // What can be said at once is said before anything that waited is given up.
      await client.look(path)
      await removePending(folder)
      try {
        await onDisk(folder.root, () => prepareFolder(folder.restore))
        const into = unpackedAt(folder)
        const backup = await client.unpack(
          { path, into, root: folder.root, former, now: now.getTime() },
          work,
        )
        faultPoint('restore unpacked')
        const pending: PendingRestore = { backup, preparedAt: now.getTime(), former }
        markPending(folder, pending)
        return pending
      } catch (error) {
        await removePending(folder)
        throw error
      }
    },
  }
}
