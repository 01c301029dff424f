import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import type { FileInverse, Transition } from '../../shared/tool/file-change'
import { faultPoint } from '../disk/fault-point'
import { newId } from '../identifier'
import { removeLeftover } from './atomic-write'
import { type HeldBytes, readState, sameState } from './file-state'
import type { createFileSteps, StepGiven } from './file-steps'
import { leftoversOf, turnedRound, withTemporaries } from './inverse-steps'
import type { NotedFolders } from './noted-folders'
import type { PathGuard } from './paths'
import type { StepTrace } from './step-trace'
import { checkSteps } from './transition-checks'
import type { Trash } from './trash'

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

/** For steps that turn back, which nothing turns back. */
const untold = { begins: () => undefined, leavesNothing: () => undefined }

/** Takes checked steps one after the other; where one fails, those before it are turned back at once. */
export interface Performing {
  /** Takes all of them; throws what one of them did once what was done is turned back, or that it could not be. */
  perform(transitions: readonly Transition[], effect: Effect, found: Found): Promise<void>
  /** Whether an effect failed half-way and was turned back at once: nothing is left to do for its rollback. Told once. */
  wasTurnedBack(id: string): boolean
  /** Throws where an effect could not be turned back and other folders are where it worked: what it left is not in these. */
  requireSameFolders(id: string): Promise<void>
}

/** Starts without an effect that failed. */
export function createPerforming(parts: {
  readonly guard: PathGuard
  readonly trash: Trash
  readonly steps: ReturnType<typeof createFileSteps>
}): Performing {
  const { guard, trash } = parts
  const { requireStored, storeBefore, take, settle, clearTheWay, cleanUp } = parts.steps
  const turnedBack = new Set<string>()
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

  return {
    perform,
    wasTurnedBack: (id) => turnedBack.delete(id),
    requireSameFolders: async (id) => await workedIn.get(id)?.(),
  }
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
