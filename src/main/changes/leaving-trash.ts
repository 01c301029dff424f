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
 * where the process ends meanwhile it is there whole or not at all, and never brought back in part. One that can't be
 * removed keeps no other, and is left to the next start; then throws the first that was in the way, `conflict` where
 * something is mounted in one.
 */
export async function removeFromTrash(trash: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const problems: unknown[] = []
  const note = (error: unknown): null => {
    problems.push(error)
    return null
  }
  const canonical = await realpath(trash)
  const leaving: string[] = []
  for (const name of names) {
    const renamed = async () => {
      requireOneDisk(join(canonical, name), 'conflict')
      // One that is not there any more has nothing to leave.
      return await ifThere(rename(join(trash, name), join(trash, nameOfLeaving(name))).then(() => true))
    }
    if ((await renamed().catch(note)) !== null) leaving.push(nameOfLeaving(name))
  }
  if (leaving.length > 0) await folderSynced(trash)
  await removeNamed(trash, leaving, note)
  if (problems.length > 0) throw problems[0]
}

/**
 * Removes what had lost its name and is still there: the process was ended, or something was in the way. What came to be
 * mounted in it is of another place, and stays; so does what can't be removed, which `tell` gets. It may go on at the
 * same time twice, and stopped it leaves the rest to the next.
 */
export async function removeLeaving(
  trash: string,
  tell: (error: unknown, name: string) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  await removeNamed(trash, (await readdir(trash)).filter(isLeaving), tell, signal)
}

async function removeNamed(
  trash: string,
  leaving: readonly string[],
  tell: (error: unknown, name: string) => unknown,
  signal?: AbortSignal,
): Promise<void> {
  const canonical = await realpath(trash)
  for (const name of leaving) {
    if (signal?.aborted) return
    if (mountPointsIn(join(canonical, name)).length > 0) continue
    const removing = removeTree(join(trash, name), signal === undefined ? {} : { signal })
    await ifThere(removing).catch((error: unknown) => signal?.aborted || tell(error, name))
  }
}

/**
 * The same beside all other work, so that a start does not wait for it: nobody reads what has lost its name. Gives back
 * what stops it.
 */
export function removeLeavingBeside(trash: string, report: (error: unknown) => void): () => Promise<void> {
  const stopping = new AbortController()
  const removed = removeLeaving(trash, report, stopping.signal).catch(report)
  return () => {
    stopping.abort()
    return removed
  }
}

function nameOfLeaving(name: string): string {
  return `${name}${leavingSuffix}`
}
