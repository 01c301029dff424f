import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Transition } from '../../shared/tool/file-change'
import { systemCode } from './disk-errors'

/**
 * The folder that is not there and in which an undo would remove something, but for folders that the same undo removes.
 * It may be on a disk that is away, or have another name by now: then what was made in it still is there.
 */
export async function folderAway(transitions: readonly Transition[]): Promise<string | null> {
  const removed = new Set(transitions.flatMap(({ op, path }) => (op === 'remove_folder' ? [path] : [])))
  const holding = new Set<string>()
  for (const step of transitions) {
    if (!removes(step)) continue
    let folder = dirname(step.path)
    while (removed.has(folder)) folder = dirname(folder)
    holding.add(folder)
  }
  for (const folder of holding) {
    if (!(await isFolder(folder))) return folder
  }
  return null
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory()
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}

function removes(step: Transition): boolean {
  return (
    step.op === 'remove_folder' ||
    step.op === 'trash' ||
    (step.op === 'write' && step.after.kind === 'absent')
  )
}
