import { mkdir, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError, assertNever, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import type { FileChange, FileContent, FileInverse, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { releaseBytes } from '../changes/byte-memory'
import { faultPoint } from '../fault-point'
import { newId } from '../identifier'
import { removeFile, removeLeftover, temporaryFor, writeAtomically } from './atomic-write'
import { systemCode } from './disk-errors'
import { type HeldBytes, readState, sameState, withHeldBytes } from './file-state'
import { folderAway } from './folder-away'
import { withFolder } from './handles'
import type { PathGuard } from './paths'
import { contentParts } from './planned-content'
import { copyEntry, moveEntry, tidyMove } from './relocate'
import type { StepTrace } from './step-trace'
import { filledFolder } from './three-way'
import { checkSteps } from './transition-checks'
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

/** What a step is given by the change that it belongs to. */
interface Given {
  readonly held: HeldBytes
  /** Settles once what the whole change replaces, and what it makes, is stored. */
  readonly safe: Promise<void>
  readonly trace: StepTrace
}

/** A step with what its write needs. */
type Step = { readonly transition: Transition; readonly temporary: string | null }

/** Makes the changer over the checked paths, the store of bytes and the trash. */
export function createFileChanger(parts: { guard: PathGuard; blobs: BlobStore; trash: Trash }): FileChanger {
  const { guard, blobs, trash } = parts
  // Effects that failed half-way and were turned back at once; the caller's rollback then has nothing to do.
  const turnedBack = new Set<string>()

  async function perform(
    transitions: readonly Transition[],
    effect: Effect,
    held: HeldBytes,
    journaled: readonly string[] = [],
  ): Promise<void> {
    await requireStored(transitions, held)
    const steps = withTemporaries(transitions, journaled)
    const id = newId()
    effect.signal.throwIfAborted()
    effect.journal({ id, transitions: turnedRound(transitions), leftovers: leftoversOf(steps) })
    // The disk works on what is replaced and on what replaces it at the same time.
    const safe = held.worked().then(() => storeBefore(transitions, held))
    safe.catch(() => undefined)
    const done: Transition[] = []
    let begun: Transition | null = null
    const traceOf = (step: Transition): StepTrace => ({
      begins() {
        begun = step
      },
      leavesNothing() {
        begun = null
      },
    })
    try {
      for (const { transition, temporary } of steps) {
        await take(transition, temporary, { held, safe, trace: traceOf(transition) })
        faultPoint('step taken')
        done.push(transition)
        begun = null
      }
    } catch (error) {
      await Promise.allSettled([safe])
      if (begun !== null && (await mayHaveHappened(begun))) done.push(begun)
      await turnBack(done, error, leftoversOf(steps), begun !== null)
      turnedBack.add(id)
      throw error
    }
  }

  async function turnBack(
    done: readonly Transition[],
    because: unknown,
    journaled: readonly string[],
    mayLeave: boolean,
  ): Promise<void> {
    try {
      if (mayLeave) for (const leftover of journaled) await removeLeftover(leftover)
      const { steps, skipped } = await checkSteps(turnedRound(done), 'revert', { guard, trash })
      await clearTheWay([...steps, ...skipped])
      for (const { transition, temporary } of withTemporaries(steps, journaled)) {
        await take(transition, temporary)
      }
      await cleanUp(steps, skipped)
    } catch (error) {
      const [first, second] = [toAppError(because), toAppError(error)]
      throw new AppError(
        first.code,
        say('file.rollback_failed', { why: wordsOf(first), after: wordsOf(second) }),
        { cause: error },
      )
    }
  }

  /** What a crash left half-way is of no use once everything is where it belongs. */
  async function cleanUp(steps: readonly Transition[], skipped: readonly Transition[]): Promise<void> {
    for (const transition of skipped) {
      if (transition.op === 'restore') await trash.release(transition)
      if (transition.op === 'trash') await trash.remember(transition)
    }
    for (const transition of [...steps, ...skipped]) {
      if (transition.op === 'restore' || transition.op === 'trash') await trash.tidy(transition)
    }
  }

  /** Half copies of what was found to be whole elsewhere; before the folders that they are in are removed. */
  async function clearTheWay(transitions: readonly Transition[]): Promise<void> {
    for (const transition of transitions) {
      if (transition.op === 'move') await tidyMove(transition)
      if (transition.op === 'trash' && transition.copied) await trash.tidy(transition)
    }
  }

  async function requireStored(transitions: readonly Transition[], held: HeldBytes): Promise<void> {
    for (const transition of transitions) {
      if (transition.op !== 'write' || transition.after.kind !== 'file') continue
      const { sha256 } = transition.after
      if (held.planned(sha256) !== undefined) continue
      await held.worked()
      if (await blobs.has(sha256)) continue
      const { path } = transition
      throw new AppError('not_found', say('conflict.content_gone', { path }))
    }
  }

  /** What a change replaces is safe before anything is replaced. */
  async function storeBefore(transitions: readonly Transition[], held: HeldBytes): Promise<void> {
    for (const transition of transitions) {
      if (transition.op !== 'write') continue
      const { path, before } = transition
      if (before.kind === 'file' && !(await blobs.has(before.sha256))) {
        const { sha256 } = before
        const bytes = held.get(sha256)
        if (bytes !== undefined) await blobs.putBytes(bytes, sha256)
        else await withFolder(dirname(path), ({ at }) => blobs.putFile(at(basename(path)), undefined, sha256))
      }
    }
  }

  async function take(transition: Transition, temporary: string | null, given?: Given): Promise<void> {
    if (transition.op !== 'write' || transition.after.kind === 'absent') await given?.safe
    switch (transition.op) {
      case 'write': {
        const { path, before, after } = transition
        if (after.kind === 'absent') return removeFile(path, before, given?.trace)
        const planned = given?.held.planned(after.sha256)
        const bytes = planned ?? (await blobs.read(after.sha256))
        await writeAtomically({
          path,
          before,
          after,
          bytes,
          temporary: temporary ?? temporaryFor(path),
          ...given,
        })
        if (bytes instanceof Uint8Array) releaseBytes(bytes)
        return
      }
      case 'make_folder':
        return withFolder(dirname(transition.path), async (parent) => {
          await mkdir(parent.at(basename(transition.path)))
          // Only now: one that was there already is somebody else's, and stays.
          given?.trace.begins()
          faultPoint('folder made')
          await parent.sync()
        })
      case 'remove_folder':
        return removeEmptyFolder(transition.path, given?.trace)
      case 'trash':
        return trash.take(transition, given?.trace)
      case 'restore':
        return trash.giveBack(transition, given?.trace)
      case 'move':
        return moveEntry(transition, given?.trace)
      case 'copy':
        return copyEntry(transition, given?.trace)
      default:
        return assertNever(transition)
    }
  }

  return {
    async apply(change, effect) {
      await withHeldBytes(async (held) => {
        const { steps } = await checkSteps(change.transitions, 'apply', { guard, trash, held })
        for (const content of change.contents) await storeContent(blobs, content, held)
        await perform(steps, effect, held)
      })
    },
    async revert(inverse, effect) {
      if (turnedBack.delete(inverse.id)) {
        effect.journal({ id: newId(), transitions: [], leftovers: [] })
        return []
      }
      if (effect.rollback !== true) await refuseUndo(inverse.transitions, guard)
      return withHeldBytes(async (held) => {
        const { steps, skipped } = await checkSteps(inverse.transitions, 'revert', { guard, trash, held })
        for (const leftover of inverse.leftovers) await removeLeftover(leftover)
        faultPoint('leftovers removed')
        await clearTheWay([...steps, ...skipped])
        // Only a rollback, which journals nothing, writes through names that were seen before.
        await perform(steps, effect, held, effect.rollback ? inverse.leftovers : [])
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

/**
 * A rollback journals nothing of its own, so it writes through the temporary files that its inverse already names:
 * a crash in the middle of it leaves nothing that the next one does not know.
 */
function withTemporaries(transitions: readonly Transition[], journaled: readonly string[]): Step[] {
  const left = new Set(journaled)
  return transitions.map((transition) => {
    const { op, path } = transition
    if (op !== 'write') return { transition, temporary: null }
    const known = [...left].find((temporary) => dirname(temporary) === dirname(path))
    if (known !== undefined) left.delete(known)
    return { transition, temporary: known ?? temporaryFor(path) }
  })
}

/** The steps that undo these, in the order to take them. */
function turnedRound(transitions: readonly Transition[]): Transition[] {
  return transitions.map(inverseOf).reverse()
}

function inverseOf(transition: Transition): Transition {
  switch (transition.op) {
    case 'write':
      return { ...transition, before: transition.after, after: transition.before }
    case 'make_folder':
      return { op: 'remove_folder', path: transition.path }
    case 'remove_folder':
      return { op: 'make_folder', path: transition.path }
    case 'trash':
      return { ...transition, op: 'restore' }
    case 'restore':
      return { ...transition, op: 'trash' }
    case 'move':
      return { ...transition, path: transition.to, to: transition.path }
    case 'copy': {
      const { path, trashId, entry } = transition
      return { op: 'trash', path, trashId, entry, copied: true }
    }
    default:
      return assertNever(transition)
  }
}

function leftoversOf(steps: readonly Step[]): string[] {
  return steps.flatMap(({ temporary }) => (temporary === null ? [] : [temporary]))
}

/** Proves that what is to be written is what was approved, and keeps it for undoing an undo beside what follows. */
async function storeContent(blobs: BlobStore, content: FileContent, held: HeldBytes): Promise<void> {
  if (content.encoding !== 'patch') {
    const parts = await contentParts(content)
    held.plan(content.sha256, parts)
    held.during(blobs.putBytes(parts, content.sha256))
    return
  }
  const base = held.get(content.base) ?? (await blobs.read(content.base))
  // The disk and the processor work at the same time.
  const stored = blobs.has(content.base).then((has) => (has ? null : blobs.putBytes(base, content.base)))
  held.during(stored)
  const parts = await contentParts(content, base)
  held.plan(content.sha256, parts)
  held.during(stored.then(() => blobs.putPatched(content, parts)))
}

async function removeEmptyFolder(path: string, trace?: StepTrace): Promise<void> {
  await withFolder(dirname(path), async (parent) => {
    try {
      await rmdir(parent.at(basename(path)))
      trace?.begins()
      faultPoint('folder removed')
    } catch (error) {
      // Something else was put there since: the folder is needed and stays.
      if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error
    }
    await parent.sync()
  })
}
