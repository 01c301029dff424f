import { link, lstat, readdir, rename, unlink } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import type { EntryIdentity, Transition } from '../../shared/tool/file-change'
import { faultPoint } from '../disk/fault-point'
import { hasNoSecondName, nodeAt, putBack, putWithoutReplacing } from './atomic-write'
import { changedMeanwhile, takenMeanwhile } from './conflicts'
import { copyTree } from './copy-tree'
import { ifThere, systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { type CheckedFolder, withFolder } from './handles'
import { removeTree } from './remove-tree'
import type { StepTrace } from './step-trace'

type Move = Extract<Transition, { op: 'move' }>
type Copy = Extract<Transition, { op: 'copy' }>

/** The name under which something waits while what is left of it at its old place is removed. */
function leavingName(id: string): string {
  return `.countersign-leaving-${id}`
}

/** The name under which something grows in its new folder until it is whole. */
export function arrivingName(id: string): string {
  return `.countersign-arriving-${id}`
}

/** The name under which something is between its old name and the new one, whole and nowhere else. */
function movingName(id: string): string {
  return `.countersign-moving-${id}`
}

/** Moves an entry to a name that must be free; across disks it is whole there before the original goes. */
export async function moveEntry({ path, to, moveId, entry }: Move, trace?: StepTrace): Promise<void> {
  await withFolder(
    dirname(path),
    (from) =>
      withFolder(
        dirname(to),
        async (into) => {
          const [source, target] = [from.at(basename(path)), into.at(basename(to))]
          const [here, there] = [await nodeAt(source), await nodeAt(target)]
          if (here !== entry.node) throw changedMeanwhile(path)
          await Promise.all([from.confirm(), into.confirm()])
          trace?.begins()
          if (there === here) {
            await leaveOneName({ from, into, path, to, moveId, entry, trace })
          } else if (there !== null) {
            // Only after a crash in the middle: the copy on the other disk is whole.
            const whole =
              (await identifyEntry(target)).fingerprint === (await identifyEntry(source)).fingerprint
            if (!whole) throw takenMeanwhile(to)
            await letOriginalGo(from, path, moveId, entry)
          } else {
            await moveOnDisk({ from, into, path, to, moveId, entry, trace }).catch(async (error: unknown) => {
              if (systemCode(error) !== 'EXDEV') throw error
              await moveToOtherDisk({ from, into, path, to, moveId, entry, trace })
            })
          }
          faultPoint('entry placed')
          await into.sync()
          await from.sync()
          faultPoint('folder synced')
        },
        trace?.folderWas(dirname(to)),
      ),
    trace?.folderWas(dirname(path)),
  )
}

interface MoveOnDisk {
  readonly from: CheckedFolder
  readonly into: CheckedFolder
  readonly path: string
  readonly to: string
  readonly moveId: string
  readonly entry: EntryIdentity
  readonly trace: StepTrace | undefined
}

/**
 * Takes it by a name that nobody else knows, sees that it is the one, and gives it the new name. A file has its old
 * name until then.
 */
async function moveOnDisk(move: MoveOnDisk): Promise<void> {
  const { from, into, path, to, moveId, entry } = move
  const [source, target] = [from.at(basename(path)), into.at(basename(to))]
  if (canBeLinked(entry)) {
    const arriving = into.at(arrivingName(moveId))
    await removeTree(arriving)
    if (await linked(source, arriving)) {
      try {
        if ((await nodeAt(arriving)) !== entry.node) throw changedMeanwhile(path)
        await putWithoutReplacing(arriving, target, to)
      } catch (error) {
        await removeTree(arriving)
        throw error
      }
      return letGo(from, path, moveId, entry.node)
    }
  }
  await takeAway(move)
  await placeTaken(move)
}

/** The copy goes again where the original stays, because something was written there meanwhile. */
async function moveToOtherDisk({ from, into, path, to, moveId, entry, trace }: MoveOnDisk): Promise<void> {
  await arrive(from.at(basename(path)), into, to, moveId, entry)
  try {
    await letOriginalGo(from, path, moveId, entry)
  } catch (error) {
    const [target, arriving] = [into.at(basename(to)), into.at(arrivingName(moveId))]
    // Where the original has not its name again, it may be gone in part: the copy is what is left of it.
    if ((await nodeAt(from.at(basename(path)))) !== entry.node || (await nodeAt(target)) === null) throw error
    await rename(target, arriving)
    if ((await identifyEntry(arriving)).fingerprint === entry.fingerprint) {
      await removeTree(arriving)
      trace?.leavesNothing()
    } else await putBack(arriving, target)
    throw error
  }
}

/**
 * Both names lead to the same thing. Either it has one name, which its disk takes both for, and gets the other writing
 * of it; or it has two, as a crash in the middle leaves a file, and one goes. Which it is shows once the one is away:
 * rename() from the one to the other would do nothing in both cases on Linux.
 */
async function leaveOneName(move: MoveOnDisk): Promise<void> {
  const { into, to, moveId } = move
  const moving = into.at(movingName(moveId))
  await takeAway(move)
  if (await hasName(moving, into, basename(to))) return removeTree(moving)
  await placeTaken(move)
}

/**
 * Whether what waits has this name too, so that the other one is left over. By its own count of names and by what the
 * folder lists: to look a name up may be answered from before, as disks over a network do for a while.
 */
async function hasName(waiting: string, folder: CheckedFolder, name: string): Promise<boolean> {
  const found = await ifThere(lstat(waiting))
  // A folder has one name.
  if (found === null || found.isDirectory() || found.nlink < 2) return false
  if ((await nodeAt(folder.at(name))) !== (await nodeAt(waiting))) return false
  return (await readdir(folder.at('.'))).includes(name)
}

/** Under the name that nobody else knows it is looked at; what else came to its name by then gets that back. */
async function takeAway({ from, into, path, moveId, entry, trace }: MoveOnDisk): Promise<void> {
  const [source, moving] = [from.at(basename(path)), into.at(movingName(moveId))]
  await rename(source, moving)
  faultPoint('entry moving')
  if ((await nodeAt(moving)) === entry.node) return
  await putBack(moving, source)
  trace?.leavesNothing()
  throw changedMeanwhile(path)
}

async function placeTaken({ from, into, path, to, moveId, entry }: MoveOnDisk): Promise<void> {
  const [source, target] = [from.at(basename(path)), into.at(basename(to))]
  const moving = into.at(movingName(moveId))
  try {
    await place(moving, target, to, entry)
  } catch (error) {
    // Where its old name is taken too it waits for turning back.
    if ((await nodeAt(moving)) !== null && (await nodeAt(source)) === null) await rename(moving, source)
    throw error
  }
}

/** Brings what a crash left between its two names to the one or the other. */
export async function settleMove({ path, to, moveId }: Move): Promise<void> {
  for (const folder of new Set([dirname(path), dirname(to)])) {
    await inFolder(folder, async (holding) => {
      const moving = holding.at(movingName(moveId))
      for (const name of [to, path]) {
        if ((await nodeAt(moving)) === null) return
        await inFolder(dirname(name), async (into) => {
          const named = into.at(basename(name))
          if (name === path && (await keepsName(named, moving, holding.at(arrivingName(moveId)))))
            await unlink(named)
          if (await hasName(moving, into, basename(name))) await removeTree(moving)
          else if ((await nodeAt(named)) === null) await rename(moving, named)
          await into.sync()
        })
      }
    })
  }
}

/** Whether what is at a name is the empty file that keeps it for what waits, as a disk without hard links needs one. */
async function keepsName(named: string, waiting: string, trial: string): Promise<boolean> {
  const [there, moving] = [await ifThere(lstat(named)), await ifThere(lstat(waiting))]
  if (there === null || !there.isFile() || there.size > 0 || moving === null || moving.isDirectory())
    return false
  if (there.ino === moving.ino && there.dev === moving.dev) return false
  await removeTree(trial)
  // One that another program left may be linked even where what waits may not.
  if (!(await linked(named, trial))) return true
  await removeTree(trial)
  return false
}

/** Copies an entry to a name that must be free; the copy has its name only once it is whole. */
export async function copyEntry({ path, from, trashId, entry }: Copy, trace?: StepTrace): Promise<void> {
  await withFolder(
    dirname(from),
    (source) =>
      withFolder(
        dirname(path),
        async (into) => {
          const original = source.at(basename(from))
          if ((await nodeAt(original)) !== entry.node) throw changedMeanwhile(from)
          if ((await nodeAt(into.at(basename(path)))) !== null) throw takenMeanwhile(path)
          trace?.begins()
          await arrive(original, into, path, trashId, entry)
          faultPoint('entry placed')
          await into.sync()
          faultPoint('folder synced')
        },
        trace?.folderWas(dirname(path)),
      ),
    trace?.folderWas(dirname(from)),
  )
}

/** Removes what a crash left of a move on either side; only call it once the entry is whole in one place. */
export async function tidyMove({ path, to, moveId }: Move): Promise<void> {
  for (const folder of new Set([dirname(path), dirname(to)])) await tidyFolder(folder, moveId)
}

/** Removes what of one move or copy is half there in a folder; one that is gone has nothing to tidy. */
export async function tidyFolder(path: string, id: string): Promise<void> {
  await inFolder(path, async (folder) => {
    await removeTree(folder.at(leavingName(id)))
    await removeTree(folder.at(arrivingName(id)))
  })
}

async function inFolder(path: string, work: (folder: CheckedFolder) => Promise<void>): Promise<void> {
  try {
    await withFolder(path, work)
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
    const [copy, original] = [await identifyEntry(arriving), await identifyEntry(source)]
    if (copy.fingerprint !== entry.fingerprint || original.fingerprint !== entry.fingerprint)
      throw changedMeanwhile(to)
    await into.confirm()
    faultPoint('copy whole')
    await place(arriving, into.at(basename(to)), to, copy)
  } catch (error) {
    await removeTree(arriving)
    throw error
  }
}

/** Gives what has a name that nobody else knows the one that it shall have, which must be free. */
export async function place(
  source: string,
  target: string,
  to: string,
  entry: Pick<EntryIdentity, 'kind'>,
): Promise<void> {
  if (entry.kind === 'file' || canBeLinked(entry)) return putWithoutReplacing(source, target, to)
  // rename() replaces a link, and an empty folder.
  if ((await nodeAt(target)) !== null) throw takenMeanwhile(to)
  await rename(source, target)
}

/** Links have other names as well on Linux alone: elsewhere what they lead to gets one. */
function canBeLinked({ kind }: Pick<EntryIdentity, 'kind'>): boolean {
  return kind === 'file' || (kind === 'link' && process.platform === 'linux')
}

/** Gives it another name on the same disk; false where it can't have two. */
async function linked(source: string, target: string): Promise<boolean> {
  try {
    await link(source, target)
    return true
  } catch (error) {
    if (!hasNoSecondName(error)) throw error
    return false
  }
}

/**
 * One rename takes it out of sight whole; what a crash leaves of it then is never mistaken for the original. What else
 * had come to its name by then gets that back.
 */
async function letGo(
  from: CheckedFolder,
  path: string,
  id: string,
  node: string,
  requireWhole: (leaving: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const [source, leaving] = [from.at(basename(path)), from.at(leavingName(id))]
  // Two names of one file would both stay.
  await removeTree(leaving)
  await rename(source, leaving)
  try {
    if ((await nodeAt(leaving)) !== node) throw changedMeanwhile(path)
    await requireWhole(leaving)
  } catch (error) {
    await putBack(leaving, source)
    throw error
  }
  faultPoint('original leaving')
  await from.sync()
  await removeTree(leaving)
}

/**
 * The same of something whose copy is whole elsewhere. What was written in it since it was copied is in the original
 * alone, which then has its name again, whole.
 */
export async function letOriginalGo(
  from: CheckedFolder,
  path: string,
  id: string,
  { node, fingerprint }: Pick<EntryIdentity, 'node' | 'fingerprint'>,
): Promise<void> {
  await letGo(from, path, id, node, async (leaving) => {
    if ((await identifyEntry(leaving)).fingerprint !== fingerprint) throw changedMeanwhile(path)
  })
}
