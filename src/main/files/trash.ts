import { dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity } from '../../shared/tool/file-change'
import type { Database } from '../db/open'
import { markRestored, putTrashRecord, trashRecord } from '../db/trash'
import { faultPoint } from '../disk/fault-point'
import { nodeAt } from './atomic-write'
import { onDisk } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { moveIntoSlot } from './into-trash'
import { moveOutOfSlot } from './out-of-trash'
import { tidyFolder } from './relocate'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'
import { makeSlot, trashSlot } from './trash-slot'

/** One move between a place and the trash. */
export interface TrashMove {
  /** The canonical place. */
  readonly path: string
  readonly trashId: string
  readonly entry: EntryIdentity
}

/** The application's own trash, below the data folder. */
export interface Trash {
  /** Moves an entry in, if it still is the one that was planned. */
  take(move: TrashMove, trace?: StepTrace): Promise<void>
  /** Moves an entry back; fails where its place is taken. */
  giveBack(move: TrashMove, trace?: StepTrace): Promise<void>
  /** What it holds under an id; throws `not_found` when it holds nothing. */
  identify(trashId: string): Promise<EntryIdentity>
  /** Where what it holds under an id is, for reading. */
  pathOf(trashId: string): string
  /** Whether the trash has something under an id. */
  holds(trashId: string): Promise<boolean>
  /** Whether what it holds also still is at the path: a crash came in the middle of moving it back. */
  sameAsHeld(trashId: string, path: string): Promise<boolean>
  /** Whether something was moved in, never moved back by the application, and is gone all the same. */
  hasLost(trashId: string): Promise<boolean>
  /** Records again what it holds: a crash came between moving it in and recording it. */
  remember(move: TrashMove): Promise<void>
  /** Lets go of what it holds under an id, because it is whole in its place. */
  release(move: TrashMove): Promise<void>
  /** Removes half copies that a crash left behind; only call it once the entry is whole in one place. */
  tidy(move: TrashMove): Promise<void>
}

/** Opens the trash in a folder of the data folder. */
export function createTrash(options: { folder: string; db: Database; now: () => Date }): Trash {
  const { folder, db, now } = options
  const slot = (id: string) => trashSlot(folder, id)
  const holds = async (id: string) => (await nodeAt(slot(id).content)) !== null

  async function release(trashId: string): Promise<void> {
    await removeTree(slot(trashId).folder)
    faultPoint('trash emptied')
    markRestored(db, trashId, now().getTime())
  }

  function record({ path, trashId, entry: { kind, size, files } }: TrashMove): void {
    const trashedAt = now().getTime()
    putTrashRecord(db, { id: trashId, originalPath: path, kind, size, files, trashedAt })
  }

  return {
    async take(move, trace) {
      const { path, trashId, entry } = move
      trace?.begins()
      await onDisk(folder, () => makeSlot(slot(trashId), path, now()))
      faultPoint('trash prepared')
      await moveIntoSlot(slot(trashId), path, entry, trace)
      // Last, so that a record without content means that the content was lost, not that it never came.
      record(move)
      faultPoint('trash recorded')
    },

    async giveBack({ path, trashId, entry }, trace) {
      await moveOutOfSlot(slot(trashId), path, entry, trace)
      await onDisk(path, () => release(trashId))
    },

    async identify(trashId) {
      if (!(await holds(trashId))) throw new AppError('not_found', say('trash.gone'))
      return identifyEntry(slot(trashId).content)
    },

    pathOf: (trashId) => slot(trashId).content,

    holds,

    async sameAsHeld(trashId, path) {
      const [held, there] = [await nodeAt(slot(trashId).content), await nodeAt(path)]
      return held !== null && held === there
    },

    hasLost: async (trashId) => !(await holds(trashId)) && trashRecord(db, trashId)?.restoredAt === null,

    async remember(move) {
      if (await holds(move.trashId)) record(move)
    },

    release: ({ trashId }) => release(trashId),

    async tidy({ path, trashId }) {
      await removeTree(slot(trashId).incoming)
      await tidyFolder(dirname(path), trashId)
    },
  }
}
