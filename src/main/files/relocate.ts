import { rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity, Transition } from '../../shared/tool/file-change'
import { faultPoint } from '../fault-point'
import { nodeAt, putWithoutReplacing } from './atomic-write'
import { copyTree } from './copy-tree'
import { systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'

type Move = Extract<Transition, { op: 'move' }>
type Copy = Extract<Transition, { op: 'copy' }>

/** The name under which something waits while what is left of it at its old place is removed. */
export function leavingName(id: string): string {
  return `.countersign-leaving-${id}`
}

/** The name under which something grows in its new folder until it is whole. */
export function arrivingName(id: string): string {
  return `.countersign-arriving-${id}`
}

/** Moves an entry to a name that must be free; across disks it is whole there before the original goes. */
export async function moveEntry({ path, to, moveId, entry }: Move, trace?: StepTrace): Promise<void> {
  await withFolder(dirname(path), (from) =>
    withFolder(dirname(to), async (into) => {
      const [source, target] = [from.at(basename(path)), into.at(basename(to))]
      const [here, there] = [await nodeAt(source), await nodeAt(target)]
      if (here !== entry.node) throw changed(path)
      await Promise.all([from.confirm(), into.confirm()])
      trace?.begins()
      if (there !== null) {
        // Only after a crash in the middle: both names are the same file, or the copy on the other disk is whole.
        const whole =
          there === here ||
          (await identifyEntry(target)).fingerprint === (await identifyEntry(source)).fingerprint
        if (!whole) throw taken(to)
        await letGo(from, path, moveId, here === there)
      } else {
        await place(source, target, to, entry).catch(async (error: unknown) => {
          if (systemCode(error) !== 'EXDEV') throw error
          await arrive(source, into, to, moveId, entry)
          await letGo(from, path, moveId, false)
        })
      }
      faultPoint('entry placed')
      await into.sync()
      await from.sync()
      faultPoint('folder synced')
    }),
  )
}

/** Copies an entry to a name that must be free; the copy has its name only once it is whole. */
export async function copyEntry({ path, from, trashId, entry }: Copy, trace?: StepTrace): Promise<void> {
  await withFolder(dirname(from), (source) =>
    withFolder(dirname(path), async (into) => {
      const original = source.at(basename(from))
      if ((await nodeAt(original)) !== entry.node) throw changed(from)
      if ((await nodeAt(into.at(basename(path)))) !== null) throw taken(path)
      trace?.begins()
      await arrive(original, into, path, trashId, entry)
      faultPoint('entry placed')
      await into.sync()
      faultPoint('folder synced')
    }),
  )
}

/** Removes what a crash left of a move on either side; only call it once the entry is whole in one place. */
export async function tidyMove({ path, to, moveId }: Move): Promise<void> {
  for (const folder of new Set([dirname(path), dirname(to)])) await tidyFolder(folder, moveId)
}

/** Removes what of one move or copy is half there in a folder; one that is gone has nothing to tidy. */
export async function tidyFolder(path: string, id: string): Promise<void> {
  try {
    await withFolder(path, async (folder) => {
      await removeTree(folder.at(leavingName(id)))
      await removeTree(folder.at(arrivingName(id)))
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

async function arrive(
  source: string,
  into: CheckedFolder,
  to: string,
  id: string,
  entry: EntryIdentity,
): Promise<void> {
  const arriving = into.at(arrivingName(id))
  await removeTree(arriving)
  try {
    await copyTree(source, arriving)
    const copy = await identifyEntry(arriving)
    if (copy.fingerprint !== entry.fingerprint) throw changed(to)
    await into.confirm()
    faultPoint('copy whole')
    await place(arriving, into.at(basename(to)), to, copy)
  } catch (error) {
    await removeTree(arriving)
    throw error
  }
}

/** Gives it its name, and takes that back where something else had come to the old name by then. */
async function place(source: string, target: string, to: string, entry: EntryIdentity): Promise<void> {
  if (entry.kind === 'file') {
    await putWithoutReplacing(source, target, to, entry.node)
    return
  }
  // rename() replaces a link, and an empty folder.
  if ((await nodeAt(target)) !== null) throw taken(to)
  await rename(source, target)
  if ((await nodeAt(target)) === entry.node) return
  if ((await nodeAt(source)) === null) await rename(target, source)
  throw changed(to)
}

/** One rename takes it out of sight whole; what a crash leaves of it then is never mistaken for the original. */
async function letGo(from: CheckedFolder, path: string, id: string, sameFile: boolean): Promise<void> {
  if (sameFile) return unlink(from.at(basename(path)))
  const leaving = from.at(leavingName(id))
  await rename(from.at(basename(path)), leaving)
  faultPoint('original leaving')
  await from.sync()
  await removeTree(leaving)
}

function changed(path: string): AppError {
  return new AppError('conflict', say('conflict.changed_left', { path }))
}

function taken(path: string): AppError {
  return new AppError('conflict', say('conflict.taken_left', { path }))
}
