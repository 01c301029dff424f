import { rename, rm, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import type { EntryIdentity, Transition } from '../../shared/tool/file-change'
import { nodeAt, putWithoutReplacing } from './atomic-write'
import { copyTree } from './copy-tree'
import { systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'

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
export async function moveEntry({ path, to, moveId, entry }: Move): Promise<void> {
  await withFolder(dirname(path), (from) =>
    withFolder(dirname(to), async (into) => {
      const [source, target] = [from.at(basename(path)), into.at(basename(to))]
      const [here, there] = [await nodeAt(source), await nodeAt(target)]
      if (here !== entry.node) throw changed(path)
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
      await into.sync()
      await from.sync()
    }),
  )
}

/** Copies an entry to a name that must be free; the copy has its name only once it is whole. */
export async function copyEntry({ path, from, trashId, entry }: Copy): Promise<void> {
  await withFolder(dirname(from), (source) =>
    withFolder(dirname(path), async (into) => {
      const original = source.at(basename(from))
      if ((await nodeAt(original)) !== entry.node) throw changed(from)
      if ((await nodeAt(into.at(basename(path)))) !== null) throw taken(path)
      await arrive(original, into, path, trashId, entry)
      await into.sync()
    }),
  )
}

/** Removes what a crash left of a move on either side; only call it once the entry is whole in one place. */
export async function tidyMove({ path, to, moveId }: Move): Promise<void> {
  for (const folder of new Set([dirname(path), dirname(to)])) {
    await rm(join(folder, leavingName(moveId)), { recursive: true, force: true })
    await rm(join(folder, arrivingName(moveId)), { recursive: true, force: true })
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
  await rm(arriving, { recursive: true, force: true })
  try {
    await copyTree(source, arriving)
    if ((await identifyEntry(arriving)).fingerprint !== entry.fingerprint) throw changed(to)
    await place(arriving, into.at(basename(to)), to, entry)
  } catch (error) {
    await rm(arriving, { recursive: true, force: true })
    throw error
  }
}

async function place(source: string, target: string, to: string, entry: EntryIdentity): Promise<void> {
  if (entry.kind === 'file') return putWithoutReplacing(source, target, to)
  // rename() replaces a link, and an empty folder.
  if ((await nodeAt(target)) !== null) throw taken(to)
  await rename(source, target)
}

/** One rename takes it out of sight whole; what a crash leaves of it then is never mistaken for the original. */
async function letGo(from: CheckedFolder, path: string, id: string, sameFile: boolean): Promise<void> {
  if (sameFile) return unlink(from.at(basename(path)))
  const leaving = from.at(leavingName(id))
  await rename(from.at(basename(path)), leaving)
  await from.sync()
  await rm(leaving, { recursive: true, force: true })
}

function changed(path: string): AppError {
  return new AppError('conflict', `${quoted(path)} was changed in the meantime. It was left as it is.`)
}

function taken(path: string): AppError {
  return new AppError('conflict', `${quoted(path)} exists by now. It was left as it is.`)
}
