import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from './disk-errors'

/** The number of the disk that a path is on; null where nothing is there. */
export type DiskOf = (path: string) => bigint | null

/** As the system tells it; the number of one disk may be another after it was connected again. */
export const diskOf: DiskOf = (path) => {
  try {
    return statSync(path, { bigint: true }).dev
  } catch (error) {
    if (systemCode(error) !== null) return null
    throw error
  }
}

/** The folders on the way down to a canonical path, itself among them, where another disk begins. */
export function mountsOf(path: string, disk: DiskOf): string[] {
  const mounts: string[] = []
  for (let at = path; dirname(at) !== at; at = dirname(at)) if (isMount(at, disk)) mounts.unshift(at)
  return mounts
}

/** Whether another disk begins at a path: of one that is not connected, the bare folder is left on the disk above. */
export function isMount(path: string, disk: DiskOf): boolean {
  const [here, above] = [disk(path), disk(dirname(path))]
  return here !== null && above !== null && here !== above
}
