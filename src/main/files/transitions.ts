import type { FileChange, FileInverse, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { faultPoint } from '../disk/fault-point'
import { newId } from '../identifier'
import { removeLeftover } from './atomic-write'
import { comparedWhileStill } from './compared-while-still'
import { withHeldBytes } from './file-state'
import { createFileSteps } from './file-steps'
import { noteFolders } from './noted-folders'
import type { PathGuard } from './paths'
import { createPerforming, type Effect } from './performing'
import { checkSteps } from './transition-checks'
import type { Trash } from './trash'

/** Performs planned changes on disk and turns them back. */
export interface FileChanger {
  /** Throws `conflict` when what this change was planned against moved; changes nothing. */
  requireBase(change: FileChange): Promise<void>
  /** Applies exactly this change, or nothing: throws `conflict` when what it was planned against moved. */
  apply(change: FileChange, effect: Effect): Promise<void>
  /**
   * Brings back what was there. What is back already is skipped, so that it also cleans up after a crash in the
   * middle; throws `conflict`, having done nothing, where something is neither as before nor as after.
   * Returns the steps that it took.
   */
  revert(inverse: FileInverse, effect: Effect): Promise<readonly Transition[]>
}

/** Makes the changer over the checked paths, the store of bytes and the trash. */
export function createFileChanger(parts: { guard: PathGuard; blobs: BlobStore; trash: Trash }): FileChanger {
  const { guard, trash } = parts
  const fileSteps = createFileSteps(parts)
  const { storeContent, settle, clearTheWay, cleanUp } = fileSteps
  const { perform, wasTurnedBack, requireSameFolders } = createPerforming({ guard, trash, steps: fileSteps })

  return {
    async requireBase({ transitions }) {
      await checkSteps(transitions, 'apply', { guard, trash })
    },
    async apply(change, effect) {
      await withHeldBytes(async (held) => {
        const folders = await noteFolders(change.transitions, guard)
        const { steps } = await checkSteps(change.transitions, 'apply', { guard, trash, held })
        for (const content of change.contents) await storeContent(content, held)
        await perform(steps, effect, { held, folders, mayStay: () => false })
      })
    },
    async revert(inverse, effect) {
      if (wasTurnedBack(inverse.id)) {
        effect.journal({ id: newId(), transitions: [], leftovers: [] })
        return []
      }
      await requireSameFolders(inverse.id)
      await settle(inverse.transitions)
      return withHeldBytes(async (held) => {
        const { folders, steps, skipped, filled } = await comparedWhileStill(parts, inverse, effect, held)
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
