import { mkdir, rmdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { faultPoint } from '../disk/fault-point'
import { nodeAt } from './atomic-write'
import { onDisk, systemCode } from './disk-errors'
import { withFolder, withWitness } from './handles'
import type { StepTrace } from './step-trace'

/** Makes a folder whose name must be free. */
export async function makeFolder(path: string, trace: StepTrace): Promise<void> {
  await withFolder(
    dirname(path),
    async (parent) => {
      // Told of this folder: what fails around it is told of the one above.
      await onDisk(path, () => mkdir(parent.at(basename(path))))
      // Only now: one that was there already is somebody else's, and stays.
      trace.begins()
      faultPoint('folder made')
      await parent.sync()
    },
    trace.folderWas(dirname(path)),
  )
}

/** Removes a folder that is empty; `mayStay` where something else was put there since, for which it is needed. */
export async function removeEmptyFolder(path: string, mayStay: boolean, trace: StepTrace): Promise<void> {
  await withFolder(
    dirname(path),
    async (parent) => {
      const name = parent.at(basename(path))
      if ((await nodeAt(name)) === null) throw replaced(path)
      await withWitness(name, async (folder) => {
        const expected = trace.folderWas(path)
        if (expected !== undefined && folder.node !== expected) throw replaced(path)
        try {
          await rmdir(name)
        } catch (error) {
          if (systemCode(error) !== 'ENOTEMPTY' && systemCode(error) !== 'EEXIST') throw error
          if (!mayStay) throw new AppError('conflict', say('conflict.filled', { path }))
          return
        }
        trace.begins()
        if (!(await folder.isGone())) {
          // An empty folder had come to the name, and gets it back.
          await mkdir(name)
          trace.leavesNothing()
          throw replaced(path)
        }
        faultPoint('folder removed')
      })
      await parent.sync()
    },
    trace.folderWas(dirname(path)),
  )
}

function replaced(path: string): AppError {
  return new AppError('conflict', say('conflict.folder_replaced', { path }))
}
