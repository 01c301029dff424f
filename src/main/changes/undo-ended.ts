import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type FileInverse, fileInverseSchema } from '../../shared/tool/file-change'
import { keptContentsSchema } from '../../shared/tool/kept'
import { inverseOf, type StoredChange } from '../db/changes'
import { anyDocumentMissing } from '../db/deleted-documents'
import type { Database } from '../db/open'
import { retentionHorizon } from '../db/retention'
import type { DataFolder } from '../disk/data-folder'
import { patchSuffix } from './blobs'

/** What an undo brings back from the stored contents, from the trash and from the library. */
export interface Needed {
  /** Hashes. */
  readonly contents: readonly string[]
  readonly trashIds: readonly string[]
  readonly documentIds: readonly string[]
}

/** Tells which deleted documents the undo of a change brings back. */
export type BroughtBack = (change: { readonly tool: string; readonly inverse: unknown }) => readonly string[]

/** Reads what undoes a change; most changes of records keep what they replaced in the database and need nothing. */
export function neededToUndo(change: Parameters<BroughtBack>[0], broughtBack: BroughtBack): Needed {
  const parsed = fileInverseSchema.safeParse(change.inverse)
  const transitions: FileInverse['transitions'] = parsed.success ? parsed.data.transitions : []
  return {
    contents: [
      ...transitions.flatMap((step) =>
        step.op === 'write' && step.after.kind === 'file' ? [step.after.sha256] : [],
      ),
      ...(keptContentsSchema.safeParse(change.inverse).data?.kept_contents ?? []),
    ],
    trashIds: transitions.flatMap((step) => (step.op === 'restore' ? [step.trashId] : [])),
    documentIds: broughtBack(change),
  }
}

/** Tells of changes whose undo has ended, because the retention let go of what it would bring back. */
export function createUndoEnded(parts: {
  readonly db: Database
  readonly folder: Pick<DataFolder, 'blobs' | 'trash'>
  readonly broughtBack: BroughtBack
}): (change: Pick<StoredChange, 'id' | 'tool' | 'at' | 'status'>) => boolean {
  const { db, folder, broughtBack } = parts
  return (change) => {
    if (change.status !== 'applied') return false
    // Most changes are young: nothing has to be looked for.
    const horizon = retentionHorizon(db)
    if (horizon === null || change.at > horizon) return false
    const { tool } = change
    const needed = neededToUndo({ tool, inverse: inverseOf(db, change.id) }, broughtBack)
    return (
      needed.contents.some((hash) => !isStored(join(folder.blobs, hash.slice(0, 2), hash))) ||
      needed.trashIds.some((id) => !existsSync(join(folder.trash, id))) ||
      anyDocumentMissing(db, needed.documentIds)
    )
  }
}

/** Whole, or as a difference: that never outlives what it changes. */
function isStored(path: string): boolean {
  return existsSync(path) || existsSync(`${path}${patchSuffix}`)
}
