import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type FileInverse, fileInverseSchema } from '../../shared/tool/file-change'
import type { DataFolder } from '../data-folder'
import { inverseOf, type StoredChange } from '../db/changes'
import type { Database } from '../db/open'
import { retentionHorizon } from '../db/retention'
import { patchSuffix } from './blobs'

/** What an undo brings back from the stored contents and from the trash. */
export interface Needed {
  /** Hashes. */
  readonly contents: readonly string[]
  readonly trashIds: readonly string[]
}

/** Reads what undoes a change; changes of records keep what they replaced in the database and need nothing. */
export function neededToUndo(inverse: unknown): Needed {
  const parsed = fileInverseSchema.safeParse(inverse)
  const transitions: FileInverse['transitions'] = parsed.success ? parsed.data.transitions : []
  return {
    contents: transitions.flatMap((step) =>
      step.op === 'write' && step.after.kind === 'file' ? [step.after.sha256] : [],
    ),
    trashIds: transitions.flatMap((step) => (step.op === 'restore' ? [step.trashId] : [])),
  }
}

/** Tells of changes whose undo has ended, because the retention let go of what it would bring back. */
export function createUndoEnded(parts: {
  readonly db: Database
  readonly folder: Pick<DataFolder, 'blobs' | 'trash'>
}): (change: Pick<StoredChange, 'id' | 'at' | 'status'>) => boolean {
  const { db, folder } = parts
  return (change) => {
    if (change.status !== 'applied') return false
    // Most changes are young: nothing has to be looked for on the disk.
    const horizon = retentionHorizon(db)
    if (horizon === null || change.at > horizon) return false
    const { contents, trashIds } = neededToUndo(inverseOf(db, change.id))
    return (
      contents.some((hash) => !isStored(join(folder.blobs, hash.slice(0, 2), hash))) ||
      trashIds.some((id) => !existsSync(join(folder.trash, id)))
    )
  }
}

/** Whole, or as a difference: that never outlives what it changes. */
function isStored(path: string): boolean {
  return existsSync(path) || existsSync(`${path}${patchSuffix}`)
}
