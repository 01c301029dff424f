import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemCode } from './disk-errors'
import { isInside } from './protected-places'

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

/** What is mounted, as Linux lists it: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
export type MountList = () => string

const mountList: MountList = () =>
  process.platform === 'linux' ? readFileSync('/proc/self/mountinfo', 'utf8') : ''
const placeInLine = 4

/**
 * Throws where another disk, or a folder of elsewhere, is mounted at a canonical path or in it: it would be carried along
 * with the folder, or be emptied with it, though it belongs to another place. Only Linux mounts in the midst of a person's
 * folders, and its own list knows also those of which the disk is the same.
 */
export function requireOneDisk(
  path: string,
  code: 'unsupported' | 'conflict' = 'unsupported',
  mounts: MountList = mountList,
): void {
  const [inside] = mountPointsIn(path, mounts)
  if (inside !== undefined) throw new AppError(code, say('file.disk_inside', { path, inside }))
}

/** Where something is mounted at a canonical path or in it. */
export function mountPointsIn(path: string, mounts: MountList = mountList): string[] {
  return mountPoints(mounts()).filter((point) => isInside(path, point))
}

function mountPoints(list: string): string[] {
  return list.split('\n').flatMap((line) => {
    const place = line.split(' ')[placeInLine]
    return place === undefined ? [] : [withoutEscapes(place)]
  })
}

/** Blanks, line ends and backslashes are written by their bytes. */
function withoutEscapes(place: string): string {
  return place.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
}
