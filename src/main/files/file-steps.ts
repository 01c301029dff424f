import { basename, dirname } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import type { FileContent, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { releaseBytes } from '../changes/byte-memory'
import { removeFile, temporaryFor, writeAtomically } from './atomic-write'
import type { HeldBytes } from './file-state'
import { makeFolder, removeEmptyFolder } from './folder-steps'
import { withFolder } from './handles'
import { contentParts } from './planned-content'
import { copyEntry, moveEntry, settleMove, tidyMove } from './relocate'
import type { StepTrace } from './step-trace'
import type { Trash } from './trash'

/** Does the steps of a change one by one, and what belongs before and after all of them. */
export interface FileSteps {
  /** Proves that what is to be written is what was approved, and keeps it for undoing an undo beside what follows. */
  storeContent(content: FileContent, held: HeldBytes): Promise<void>
  /** Throws `not_found` where the bytes of a file that is to be written are nowhere. */
  requireStored(transitions: readonly Transition[], held: HeldBytes): Promise<void>
  /** What a change replaces is safe before anything is replaced. */
  storeBefore(transitions: readonly Transition[], held: HeldBytes): Promise<void>
  /** Does one, through this temporary file where it needs one. */
  take(transition: Transition, temporary: string | null, given: StepGiven): Promise<void>
  /** What a crash left on its way belongs to one place before it is looked for. */
  settle(transitions: readonly Transition[]): Promise<void>
  /** Half copies of what was found to be whole elsewhere; before the folders that they are in are removed. */
  clearTheWay(transitions: readonly Transition[]): Promise<void>
  /** What a crash left half-way is of no use once everything is where it belongs. */
  cleanUp(steps: readonly Transition[], skipped: readonly Transition[]): Promise<void>
}

/** What a step is given by the change that it belongs to. */
export interface StepGiven {
  readonly held?: HeldBytes
  /** Settles once what the whole change replaces, and what it makes, is stored. */
  readonly safe?: Promise<void>
  readonly trace: StepTrace
  /** Whether a folder that is to be removed stays where something else is in it. */
  mayStay(path: string): boolean
}

/** Makes them over the store of bytes and the trash. */
export function createFileSteps({
  blobs,
  trash,
}: {
  readonly blobs: BlobStore
  readonly trash: Trash
}): FileSteps {
  async function storeContent(content: FileContent, held: HeldBytes): Promise<void> {
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

  /** Of a file that is brought back, whose name tells more than that of what is stored. */
  async function readStored(sha256: string, path: string): Promise<Buffer> {
    try {
      return await blobs.read(sha256)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'corrupt')) throw error
      const why = wordsOf(error)
      throw new AppError('corrupt', say('conflict.content_damaged', { path, why }), { cause: error })
    }
  }

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

  async function take(transition: Transition, temporary: string | null, given: StepGiven): Promise<void> {
    const { held, safe, trace, mayStay } = given
    if (transition.op !== 'write' || transition.after.kind === 'absent') await safe
    switch (transition.op) {
      case 'write': {
        const { path, before, after } = transition
        const through = temporary ?? temporaryFor(path)
        if (after.kind === 'absent') return removeFile({ path, before, temporary: through, trace })
        const planned = held?.planned(after.sha256)
        const bytes = planned ?? (await readStored(after.sha256, path))
        await writeAtomically({
          path,
          before,
          after,
          bytes,
          temporary: through,
          held,
          trace,
          ...(safe === undefined ? {} : { safe }),
        })
        if (bytes instanceof Uint8Array) releaseBytes(bytes)
        return
      }
      case 'make_folder':
        return makeFolder(transition.path, trace)
      case 'remove_folder':
        return removeEmptyFolder(transition.path, mayStay(transition.path), trace)
      case 'trash':
        return trash.take(transition, trace)
      case 'restore':
        return trash.giveBack(transition, trace)
      case 'move':
        return moveEntry(transition, trace)
      case 'copy':
        return copyEntry(transition, trace)
      default:
        return assertNever(transition)
    }
  }

  async function cleanUp(steps: readonly Transition[], skipped: readonly Transition[]): Promise<void> {
    for (const transition of skipped) {
      if (transition.op === 'restore') await trash.release(transition)
      if (transition.op === 'trash') await trash.remember(transition)
    }
    for (const transition of [...steps, ...skipped]) {
      if (transition.op === 'restore' || transition.op === 'trash') await trash.tidy(transition)
    }
  }

  async function settle(transitions: readonly Transition[]): Promise<void> {
    for (const transition of transitions) if (transition.op === 'move') await settleMove(transition)
  }

  async function clearTheWay(transitions: readonly Transition[]): Promise<void> {
    for (const transition of transitions) {
      if (transition.op === 'move') await tidyMove(transition)
      if (transition.op === 'trash' && transition.copied) await trash.tidy(transition)
    }
  }

  return { storeContent, requireStored, storeBefore, take, settle, clearTheWay, cleanUp }
}
