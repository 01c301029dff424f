import { mkdir, rename, unlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity } from '../../shared/tool/file-change'
import type { Database } from '../db/open'
import { markRestored, putTrashRecord, trashRecord } from '../db/trash'
import { syncFolder } from '../durable'
import { faultPoint } from '../fault-point'
import { nodeAt, putBack } from './atomic-write'
import { copyTree } from './copy-tree'
import { onDisk, systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'
import { arrivingName, letOriginalGo, place as placeEntry, tidyFolder } from './relocate'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'

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

const privateFolder = 0o700
const privateFile = 0o600

/** Opens the trash in a folder of the data folder. */
export function createTrash(options: { folder: string; db: Database; now: () => Date }): Trash {
  const { folder, db, now } = options
  const slot = (id: string) => {
    // Ids come from stored plans; one that climbs out of the trash is not ours.
    if (!/^[\w-]+$/.test(id))
      throw new AppError('invalid_input', 'This is not the id of something in the trash.')
    return join(folder, id)
  }
  const payload = (id: string) => join(slot(id), 'content')
  const partial = (id: string) => join(slot(id), 'incoming')

  async function release(trashId: string): Promise<void> {
    await removeTree(slot(trashId))
    faultPoint('trash emptied')
    markRestored(db, trashId, now().getTime())
  }

  function record({ path, trashId, entry: { kind, size, files } }: TrashMove): void {
    const trashedAt = now().getTime()
    putTrashRecord(db, { id: trashId, originalPath: path, kind, size, files, trashedAt })
  }

  return {
    async take({ path, trashId, entry }, trace) {
      trace?.begins()
      await onDisk(folder, () => makeSlot(slot(trashId), path, now()))
      faultPoint('trash prepared')
      const taking = withFolder(
        dirname(path),
        async (parent) => {
          const source = parent.at(basename(path))
          if ((await nodeAt(source)) !== entry.node) throw changed(path)
          await parent.confirm()
          // Left by a crash while it was being moved back; what is in its place was just found to be whole.
          await removeTree(payload(trashId))
          try {
            await rename(source, payload(trashId))
          } catch (error) {
            if (systemCode(error) !== 'EXDEV') throw error
            await takeFromOtherDisk(parent, path, trashId, entry)
          }
          faultPoint('trash taken')
          await refuseWrongCatch(parent, path, trashId, entry)
          syncFolder(slot(trashId))
          await parent.sync()
        },
        trace?.folderWas(dirname(path)),
      )
      await taking.catch(async (error: unknown) => {
        if ((await nodeAt(payload(trashId))) === null) {
          await removeTree(slot(trashId))
          trace?.leavesNothing()
        }
        throw error
      })
      // Last, so that a record without content means that the content was lost, not that it never came.
      record({ path, trashId, entry })
      faultPoint('trash recorded')
    },

    async giveBack({ path, trashId, entry }, trace) {
      await withFolder(
        dirname(path),
        async (parent) => {
          const target = parent.at(basename(path))
          const there = await nodeAt(target)
          if (there !== null && there === (await nodeAt(payload(trashId)))) {
            // A crash came between the two halves of moving a file: both names are the same file.
            trace?.begins()
            await unlink(payload(trashId))
          } else {
            if (there !== null) throw taken(path)
            await parent.confirm()
            trace?.begins()
            await place(parent, path, trashId, entry)
          }
          faultPoint('trash returned')
          await parent.sync()
        },
        trace?.folderWas(dirname(path)),
      )
      await onDisk(path, () => release(trashId))
    },

    async identify(trashId) {
      if ((await nodeAt(payload(trashId))) === null) {
        throw new AppError('not_found', say('trash.gone'))
      }
      return identifyEntry(payload(trashId))
    },

    pathOf: payload,

    holds: async (trashId) => (await nodeAt(payload(trashId))) !== null,

    async sameAsHeld(trashId, path) {
      const [held, there] = [await nodeAt(payload(trashId)), await nodeAt(path)]
      return held !== null && held === there
    },

    hasLost: async (trashId) =>
      (await nodeAt(payload(trashId))) === null && trashRecord(db, trashId)?.restoredAt === null,

    async remember(move) {
      if ((await nodeAt(payload(move.trashId))) !== null) record(move)
    },

    release: ({ trashId }) => release(trashId),

    async tidy({ path, trashId }) {
      await removeTree(partial(trashId))
      await tidyFolder(dirname(path), trashId)
    },
  }

  /** Copies, checks, and only then lets the original go, by one rename that takes it out of sight whole. */
  async function takeFromOtherDisk(
    parent: CheckedFolder,
    path: string,
    trashId: string,
    entry: EntryIdentity,
  ): Promise<void> {
    const source = parent.at(basename(path))
    await removeTree(partial(trashId))
    await copyTree(source, partial(trashId))
    const [copy, original] = [await identifyEntry(partial(trashId)), await identifyEntry(source)]
    if (copy.fingerprint !== entry.fingerprint || original.fingerprint !== entry.fingerprint) {
      await removeTree(partial(trashId))
      throw changed(path)
    }
    await rename(partial(trashId), payload(trashId))
    syncFolder(slot(trashId))
    faultPoint('trash copied')
    try {
      await letOriginalGo(parent, path, trashId, entry)
    } catch (error) {
      // Where the original has its name again, with what was written in it meanwhile, the copy is one too many. Where it
      // has not, it may be gone in part: the copy is what is left of it.
      if ((await nodeAt(source)) === entry.node) await removeTree(payload(trashId))
      throw error
    }
  }

  /** Something else may have come to the name between the look and the rename: then it goes back. */
  async function refuseWrongCatch(
    parent: CheckedFolder,
    path: string,
    trashId: string,
    entry: EntryIdentity,
  ): Promise<void> {
    const caught = await identifyEntry(payload(trashId))
    if (caught.fingerprint === entry.fingerprint) return
    const target = parent.at(basename(path))
    if ((await nodeAt(target)) === null) await place(parent, path, trashId, caught)
    else await putBack(payload(trashId), target)
    throw changed(path)
  }

  async function place(
    parent: CheckedFolder,
    path: string,
    trashId: string,
    entry: EntryIdentity,
  ): Promise<void> {
    const move = (from: string) => placeEntry(from, parent.at(basename(path)), path, entry)
    try {
      await move(payload(trashId))
    } catch (error) {
      if (systemCode(error) !== 'EXDEV') throw error
      const arriving = parent.at(arrivingName(trashId))
      await removeTree(arriving)
      await copyTree(payload(trashId), arriving)
      if ((await identifyEntry(arriving)).fingerprint !== entry.fingerprint) {
        await removeTree(arriving)
        throw new AppError('corrupt', say('trash.not_back', { path }))
      }
      faultPoint('copy whole')
      await move(arriving)
    }
  }
}

async function makeSlot(path: string, original: string, at: Date): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder })
  // Lets a person find things again by hand, without the database.
  const note = JSON.stringify({ original_path: original, trashed_at: at.toISOString() }, null, 2)
  await writeFile(join(path, 'about.json'), `${note}\n`, { mode: privateFile })
}

function changed(path: string): AppError {
  return new AppError('conflict', say('conflict.changed_left', { path }))
}

function taken(path: string): AppError {
  return new AppError('conflict', say('conflict.other_left', { path }))
}
