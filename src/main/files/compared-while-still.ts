import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileInverse, Transition } from '../../shared/tool/file-change'
import type { HeldBytes } from './file-state'
import { folderAway } from './folder-away'
import { type NotedFolders, noteFolders } from './noted-folders'
import type { PathGuard } from './paths'
import type { Effect } from './performing'
import { filledFolder } from './three-way'
import { type CheckedSteps, checkSteps } from './transition-checks'
import type { Trash } from './trash'

/** How long nothing may stir where an undo rests on what others did (milliseconds): longer than a rename and back. */
const STILL_MS = 250
/** How often it is tried to find it still, which takes as many times that long where it never is. */
const STILL_LOOKS = 8

/**
 * Compares what an undo is to turn back with what is there. What is gone already, stays for the sake of something else,
 * or has another folder around it than when it was changed, counts only where nothing stirs there for a moment: a
 * program that keeps renaming things could have it back the next instant.
 */
export async function comparedWhileStill(
  { guard, trash }: { readonly guard: PathGuard; readonly trash: Trash },
  { transitions, folders: known = [] }: FileInverse,
  effect: Pick<Effect, 'rollback'>,
  held: HeldBytes,
): Promise<CheckedSteps & { readonly folders: NotedFolders }> {
  for (let looks = 1; ; looks++) {
    const folders = await noteFolders(transitions, guard)
    if (effect.rollback !== true) await refuseUndo(transitions, guard)
    const compared = await checkSteps(transitions, 'revert', { guard, trash, held })
    if (effect.rollback === true) return { ...compared, folders }
    const restsOnOthers = compared.skipped.length > 0 || compared.filled.size > 0 || folders.areOthers(known)
    if (restsOnOthers) await setTimeout(STILL_MS)
    if (await folders.stoodStill()) return { ...compared, folders }
    if (looks < STILL_LOOKS) continue
    if (!restsOnOthers) return { ...compared, folders }
    const [{ path } = { path: '' }] = transitions
    throw new AppError('busy', say('conflict.stirring', { path: dirname(path) }))
  }
}

/** An undo that would seem to be done although something else is there, or nobody knows what is. */
async function refuseUndo(transitions: readonly Transition[], guard: PathGuard): Promise<void> {
  const filled = await filledFolder(transitions)
  if (filled !== null) throw new AppError('conflict', say('conflict.filled', { path: filled }))
  const away = await folderAway(transitions)
  if (away === null) return
  // Where it is all of a granted folder that is away, that is said.
  await guard.confirm(away)
  throw new AppError('unavailable', say('conflict.folder_away', { path: away }))
}
