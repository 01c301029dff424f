import { unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity } from '../../shared/tool/file-change'
import { faultPoint } from '../disk/fault-point'
import { nodeAt } from './atomic-write'
import { copyTree } from './copy-tree'
import { systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'
import { arrivingName, place } from './relocate'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'
import type { TrashSlot } from './trash-slot'

/** Moves what a slot holds to its place, which must be free, and leaves the slot to be removed. */
export async function moveOutOfSlot(
  slot: TrashSlot,
  path: string,
  entry: EntryIdentity,
  trace?: StepTrace,
): Promise<void> {
  await withFolder(
    dirname(path),
    async (parent) => {
      const target = parent.at(basename(path))
      const there = await nodeAt(target)
      if (there !== null && there === (await nodeAt(slot.content))) {
        // A crash came between the two halves of moving a file: both names are the same file.
        trace?.begins()
        await unlink(slot.content)
      } else {
        if (there !== null) throw new AppError('conflict', say('conflict.other_left', { path }))
        await parent.confirm()
        trace?.begins()
        await placeContent(slot, parent, path, entry)
      }
      faultPoint('trash returned')
      await parent.sync()
    },
    trace?.folderWas(dirname(path)),
  )
}

/** Gives what a slot holds its name in an open folder; from another disk it is whole there before it has it. */
export async function placeContent(
  slot: TrashSlot,
  parent: CheckedFolder,
  path: string,
  entry: EntryIdentity,
): Promise<void> {
  const move = (from: string) => place(from, parent.at(basename(path)), path, entry)
  try {
    await move(slot.content)
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error
    const arriving = parent.at(arrivingName(slot.id))
    await removeTree(arriving)
    await copyTree(slot.content, arriving)
    if ((await identifyEntry(arriving)).fingerprint !== entry.fingerprint) {
      await removeTree(arriving)
      throw new AppError('corrupt', say('trash.not_back', { path }))
    }
    faultPoint('copy whole')
    await move(arriving)
  }
}
