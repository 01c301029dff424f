import { readdir, realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { folderSynced } from '../disk/durable'
import { ifThere } from '../files/disk-errors'
import { mountPointsIn, requireOneDisk } from '../files/mounts'
import { removeTree } from '../files/remove-tree'

/** Ends the name of what is no longer in the trash and not wholly gone: no id has a dot in it. */
const leavingSuffix = '.leaving'

/** Whether an entry of the trash's folder is what {@link removeFromTrash} had not removed when the process ended. */
export function isLeaving(name: string): boolean {
  return name.endsWith(leavingSuffix)
}

/**
 * Removes things from the trash, by the names of their folders in it. Each loses its name before anything in it goes:
 * where the process ends meanwhile it is there whole or not at all, and never brought back in part. Throws `conflict`
 * where something is mounted in one.
 */
export async function removeFromTrash(trash: string, names: readonly string[]): Promise<void> {
  const leaving: string[] = []
  for (const name of names) {
    const path = join(trash, name)
    requireOneDisk(join(await realpath(trash), name), 'conflict')
    // One that is not there any more has nothing to leave.
    if ((await ifThere(rename(path, `${path}${leavingSuffix}`).then(() => true))) !== null)
      leaving.push(`${path}${leavingSuffix}`)
  }
  if (leaving.length === 0) return
  await folderSynced(trash)
  for (const path of leaving) await removeTree(path)
}

/**
 * Removes what a process that was ended had not. What came to be mounted in it is of another place, and stays; so does
 * what can't be removed, which `report` gets: nobody misses it, and no start may fail by it.
 */
export async function removeLeaving(trash: string, report: (error: unknown) => void): Promise<void> {
  const canonical = await realpath(trash)
  for (const name of await readdir(trash)) {
    if (isLeaving(name) && mountPointsIn(join(canonical, name)).length === 0)
      await removeTree(join(trash, name)).catch(report)
  }
}
