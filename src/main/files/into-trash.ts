import { rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { EntryIdentity } from '../../shared/tool/file-change'
import { syncFolder } from '../disk/durable'
import { faultPoint } from '../disk/fault-point'
import { nodeAt, putBack } from './atomic-write'
import { changedMeanwhile } from './conflicts'
import { copyTree } from './copy-tree'
import { systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'
import { placeContent } from './out-of-trash'
import { letOriginalGo } from './relocate'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'
import type { TrashSlot } from './trash-slot'

/**
 * Moves an entry into its slot, which is made already, if it still is the one that was planned: throws `conflict` where
 * it is not. At any instant it is whole at its place or in the slot; a slot that got nothing is removed.
 */
export async function moveIntoSlot(
  slot: TrashSlot,
  path: string,
  entry: EntryIdentity,
  trace?: StepTrace,
): Promise<void> {
  const taking = withFolder(
    dirname(path),
    async (parent) => {
      const source = parent.at(basename(path))
      if ((await nodeAt(source)) !== entry.node) throw changedMeanwhile(path)
      await parent.confirm()
      // Left by a crash while it was being moved back; what is in its place was just found to be whole.
      await removeTree(slot.content)
      try {
        await rename(source, slot.content)
      } catch (error) {
        if (systemCode(error) !== 'EXDEV') throw error
        await takeFromOtherDisk(slot, parent, path, entry)
      }
      faultPoint('trash taken')
      await refuseWrongCatch(slot, parent, path, entry)
      syncFolder(slot.folder)
      await parent.sync()
    },
    trace?.folderWas(dirname(path)),
  )
  await taking.catch(async (error: unknown) => {
    if ((await nodeAt(slot.content)) === null) {
      await removeTree(slot.folder)
      trace?.leavesNothing()
    }
    throw error
  })
}

/** Copies, checks, and only then lets the original go, by one rename that takes it out of sight whole. */
async function takeFromOtherDisk(
  slot: TrashSlot,
  parent: CheckedFolder,
  path: string,
  entry: EntryIdentity,
): Promise<void> {
  const source = parent.at(basename(path))
  await removeTree(slot.incoming)
  await copyTree(source, slot.incoming)
  const [copy, original] = [await identifyEntry(slot.incoming), await identifyEntry(source)]
  if (copy.fingerprint !== entry.fingerprint || original.fingerprint !== entry.fingerprint) {
    await removeTree(slot.incoming)
    throw changedMeanwhile(path)
  }
  await rename(slot.incoming, slot.content)
  syncFolder(slot.folder)
  faultPoint('trash copied')
  try {
    await letOriginalGo(parent, path, slot.id, entry)
  } catch (error) {
    // Where the original has its name again, with what was written in it meanwhile, the copy is one too many. Where it
    // has not, it may be gone in part: the copy is what is left of it.
    if ((await nodeAt(source)) === entry.node) await removeTree(slot.content)
    throw error
  }
}

/** Something else may have come to the name between the look and the rename: then it goes back. */
async function refuseWrongCatch(
  slot: TrashSlot,
  parent: CheckedFolder,
  path: string,
  entry: EntryIdentity,
): Promise<void> {
  const caught = await identifyEntry(slot.content)
  if (caught.fingerprint === entry.fingerprint) return
  const target = parent.at(basename(path))
  if ((await nodeAt(target)) === null) await placeContent(slot, parent, path, caught)
  else await putBack(slot.content, target)
  throw changedMeanwhile(path)
}
