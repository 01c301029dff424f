import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import type { FileChange, FileInverse, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { faultPoint } from '../fault-point'
import { newId } from '../identifier'
import { removeLeftover } from './atomic-write'
import { type HeldBytes, readState, sameState, withHeldBytes } from './file-state'
import { createFileSteps, type StepGiven } from './file-steps'
import { folderAway } from './folder-away'
import { leftoversOf, turnedRound, withTemporaries } from './inverse-steps'
import { type NotedFolders, noteFolders } from './noted-folders'
import type { PathGuard } from './paths'
import type { StepTrace } from './step-trace'
import { filledFolder } from './three-way'
import { type CheckedSteps, checkSteps } from './transition-checks'
import type { Trash } from './trash'

/** Performs planned changes on disk and turns them back. */
export interface FileChanger {
  /** Applies exactly this change, or nothing: throws `conflict` when what it was planned against moved. */
  apply(change: FileChange, effect: Effect): Promise<void>
  /**
   * Brings back what was there. What is back already is skipped, so that it also cleans up after a crash in the
   * middle; throws `conflict`, having done nothing, where something is neither as before nor as after.
   * Returns the steps that it took.
   */
  revert(inverse: FileInverse, effect: Effect): Promise<readonly Transition[]>
}

/** What an effect is told by its caller. */
export interface Effect {
  readonly signal: AbortSignal
  readonly journal: (inverse: FileInverse) => void
  /** Set where `revert` clears up after an effect that failed. */
  readonly rollback?: true
}

/** What was found before the first step. */
interface Found {
  readonly held: HeldBytes
  readonly folders: NotedFolders
  readonly mayStay: StepGiven['mayStay']
  /** Temporary files that are named already. */
  readonly journaled?: readonly string[]
}

/** How long nothing may stir where an undo rests on what others did (milliseconds): longer than a rename and back. */
const STILL_MS = 250
/** How often it is tried to find it still, which takes as many times that long where it never is. */
const STILL_LOOKS = 8
/** For steps that turn back, which nothing turns back. */
const untold = { begins: () => undefined, leavesNothing: () => undefined }

/** Makes the changer over the checked paths, the store of bytes and the trash. */
export function createFileChanger(parts: { guard: PathGuard; blobs: BlobStore; trash: Trash }): FileChanger {
  const { guard, trash } = parts
  const { storeContent, requireStored, storeBefore, take, settle, clearTheWay, cleanUp } =
    createFileSteps(parts)
  // Effects that failed half-way and were turned back at once; the caller's rollback then has nothing to do.
  const turnedBack = new Set<string>()
  // Those that could not be, with what throws while other folders are where they worked: what they left is not in these.
  const workedIn = new Map<string, () => Promise<void>>()

  async function perform(
    transitions: readonly Transition[],
    effect: Effect,
    { held, folders, mayStay, journaled = [] }: Found,
  ): Promise<void> {
    await requireStored(transitions, held)
    const steps = withTemporaries(transitions, journaled)
    const id = newId()
    effect.signal.throwIfAborted()
    effect.journal({
      ...{ id, transitions: turnedRound(transitions), leftovers: leftoversOf(steps) },
      folders: folders.nodes(),
    })
    // The disk works on what is replaced and on what replaces it at the same time.
    const safe = held.worked().then(() => storeBefore(transitions, held))
    safe.catch(() => undefined)
    const done: Transition[] = []
    let begun: Transition | null = null
    const traceOf = (step: Transition): StepTrace => ({
      folderWas: folders.nodeAt,
      begins() {
        begun = step
      },
      leavesNothing() {
        begun = null
      },
    })
    try {
      for (const { transition, temporary } of steps) {
        await take(transition, temporary, { held, safe, mayStay, trace: traceOf(transition) })
        faultPoint('step taken')
        done.push(transition)
        begun = null
      }
    } catch (error) {
      await Promise.allSettled([safe])
      if (begun !== null && (await mayHaveHappened(begun))) done.push(begun)
      await turnBack({
        id,
        done,
        because: error,
        journaled: leftoversOf(steps),
        mayLeave: begun !== null,
        folders,
      })
      throw error
    }
  }

  async function turnBack(failed: {
    readonly id: string
    readonly done: readonly Transition[]
    readonly because: unknown
    readonly journaled: readonly string[]
    readonly mayLeave: boolean
    readonly folders: NotedFolders
  }): Promise<void> {
    const { id, done, because, journaled, mayLeave, folders } = failed
    if (done.length === 0 && !mayLeave) {
      turnedBack.add(id)
      return
    }
    const requireSame = () => folders.requireSame(done)
    workedIn.set(id, requireSame)
    try {
      await requireSame()
      if (mayLeave) for (const leftover of journaled) await removeLeftover(leftover)
      const turned = turnedRound(done)
      await settle(turned)
      const { steps, skipped } = await checkSteps(turned, 'revert', { guard, trash })
      await clearTheWay([...steps, ...skipped])
      const trace: StepTrace = { ...untold, folderWas: folders.nodeAt }
      for (const { transition, temporary } of withTemporaries(steps, journaled)) {
        await take(transition, temporary, { mayStay: () => true, trace })
      }
      await cleanUp(steps, skipped)
      turnedBack.add(id)
      workedIn.delete(id)
    } catch (error) {
      const [first, second] = [toAppError(because), toAppError(error)]
      throw new AppError(
        first.code,
        say('file.rollback_failed', { why: wordsOf(first), after: wordsOf(second) }),
        { cause: error },
      )
    }
  }

  /**
   * What is gone already, stays for the sake of something else, or has another folder around it than when it was changed,
   * counts only where nothing stirs there for a moment: a program that keeps renaming things could have it back the
   * next instant.
   */
  async function comparedWhileStill(
    { transitions, folders: known = [] }: FileInverse,
    effect: Effect,
    held: HeldBytes,
  ): Promise<CheckedSteps & { readonly folders: NotedFolders }> {
    for (let looks = 1; ; looks++) {
      const folders = await noteFolders(transitions, guard)
      if (effect.rollback !== true) await refuseUndo(transitions, guard)
      const compared = await checkSteps(transitions, 'revert', { guard, trash, held })
      if (effect.rollback === true) return { ...compared, folders }
      const restsOnOthers =
        compared.skipped.length > 0 || compared.filled.size > 0 || folders.areOthers(known)
      if (restsOnOthers) await setTimeout(STILL_MS)
      if (await folders.stoodStill()) return { ...compared, folders }
      if (looks < STILL_LOOKS) continue
      if (!restsOnOthers) return { ...compared, folders }
      const [{ path } = { path: '' }] = transitions
      throw new AppError('busy', say('conflict.stirring', { path: dirname(path) }))
    }
  }

  return {
    async apply(change, effect) {
      await withHeldBytes(async (held) => {
        const folders = await noteFolders(change.transitions, guard)
        const { steps } = await checkSteps(change.transitions, 'apply', { guard, trash, held })
        for (const content of change.contents) await storeContent(content, held)
        await perform(steps, effect, { held, folders, mayStay: () => false })
      })
    },
    async revert(inverse, effect) {
      if (turnedBack.delete(inverse.id)) {
        effect.journal({ id: newId(), transitions: [], leftovers: [] })
        return []
      }
      await workedIn.get(inverse.id)?.()
      await settle(inverse.transitions)
      return withHeldBytes(async (held) => {
        const { folders, steps, skipped, filled } = await comparedWhileStill(inverse, effect, held)
        for (const leftover of inverse.leftovers) await removeLeftover(leftover)
        faultPoint('leftovers removed')
        await clearTheWay([...steps, ...skipped])
        // Only a rollback, which journals nothing, writes through names that were seen before.
        const journaled = effect.rollback ? inverse.leftovers : []
        const mayStay = (path: string) => effect.rollback === true || filled.has(path)
        await perform(steps, effect, { held, folders, mayStay, journaled })
        await cleanUp(steps, skipped)
        return steps
      })
    },
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

/**
 * Whether a step that had begun and threw may be done all the same; the check before turning it back then looks
 * closely.
 */
async function mayHaveHappened(step: Transition): Promise<boolean> {
  if (step.op !== 'write') return true
  // What can't be read now may be it.
  const found = await readState(step.path).catch(() => step.after)
  return sameState(found, step.after, false)
}
