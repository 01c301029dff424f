import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nodeAt } from './atomic-write'
import { systemCode } from './disk-errors'
import type { PendingFiles } from './pending-files'
import { isInside } from './protected-places'

// Many disks take names that differ in case, or in how Unicode composes a letter, for one: those of macOS and Windows as
// they come, and USB sticks anywhere. Which do is seen from what they answer, never assumed of a system: a name that is
// there, and that its folder does not list, is another writing of one that it does. Whether both have the same inode tells
// less: drivers of some disks, and of some network ones, give each writing one of its own.

/**
 * The path of something by the name that its folder lists it under, which another writing of it leads to as well. As
 * given where nothing is there, or where that can't be told.
 */
async function listedPath(path: string): Promise<string> {
  const [folder, name] = [dirname(path), basename(path)]
  // One look for nearly everything: the folder is read only where another writing leads somewhere.
  if ((await thereAt(path)) === null || !(await isThereAs(folder, otherWritings(name)))) return path
  const names = await readdir(folder)
  if (names.includes(name)) return path
  const alike = names.filter((listed) => areAlike(listed, name))
  const [only] = alike
  return only === undefined || alike.length > 1 ? path : join(folder, only)
}

/**
 * The same of what is there once what waits is applied, and of the folders that it is in below a granted one: else what
 * lies in a folder would not be known to, by another writing of that. A name that another proposal gives is the one it
 * has by then.
 */
export async function nameToPlanWith(
  path: string,
  granted: string,
  pending: Pick<PendingFiles, 'at'>,
): Promise<string> {
  const place = pending.at(path)
  if (place.kind !== 'disk' || place.path !== path) return path
  const above = dirname(path)
  if (above === granted || !isInside(granted, above)) return listedPath(path)
  return listedPath(join(await nameToPlanWith(above, granted, pending), basename(path)))
}

/**
 * Whether `other` is only another writing of the name of `path`, which is there: both lead to the very same thing, and
 * their folder lists the one and not the other. Two hard links of one file are two names, whatever their letters.
 */
export async function isOwnOtherName(path: string, other: string): Promise<boolean> {
  if (path === other || !areAlike(basename(path), basename(other))) return false
  const node = await nodeAt(path)
  if (node === null || node !== (await nodeAt(other))) return false
  if ((await nodeAt(dirname(path))) !== (await nodeAt(dirname(other)))) return false
  const listed = await listedPath(other)
  return basename(listed) !== basename(other) && basename(listed) === basename(await listedPath(path))
}

/** Two of these paths in one folder that differ in case alone, where the disk takes them for one; null where none do. */
export async function takenForOne(paths: readonly string[]): Promise<readonly [string, string] | null> {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const folded = path.toLowerCase()
    const other = seen.get(folded)
    if (other !== undefined && other !== path && !(await tellsCaseApart(dirname(path)))) return [other, path]
    seen.set(folded, path)
  }
  return null
}

/** Asked of what is there, in the folder or the nearest one above; where nothing can tell, it is taken to. */
async function tellsCaseApart(folder: string): Promise<boolean> {
  if ((await nodeAt(folder)) === null) return dirname(folder) === folder || tellsCaseApart(dirname(folder))
  const names = await readdir(folder)
  for (const name of names) {
    const other = otherCase(name)
    if (other === name || names.includes(other) || (await nodeAt(join(folder, name))) === null) continue
    return (await nodeAt(join(folder, other))) === null
  }
  // An empty folder says nothing; its own name does.
  const [above, name] = [dirname(folder), basename(folder)]
  const other = otherCase(name)
  if (other === name) return above === folder || tellsCaseApart(above)
  const written = join(above, other)
  return (await listedPath(written)) === written
}

/** Whether some disk would take two names for one: by a folding as wide as any disk has. */
function areAlike(a: string, b: string): boolean {
  return folded(a) === folded(b)
}

/** Upper case first, as ß and ss are one, and ς and σ. */
function folded(name: string): string {
  return name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')
}

async function isThereAs(folder: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) if ((await thereAt(join(folder, name))) !== null) return true
  return false
}

/** Null also where nothing can be: below a file, or by a name that is longer than the disk takes once it is written otherwise. */
async function thereAt(path: string): Promise<string | null> {
  try {
    return await nodeAt(path)
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENAMETOOLONG' || code === 'ENOTDIR') return null
    throw error
  }
}

/** One in the other case, and one for each form of Unicode that is another. */
function otherWritings(name: string): string[] {
  const writings = new Set([otherCase(name), name.normalize('NFC'), name.normalize('NFD')])
  writings.delete(name)
  return [...writings]
}

function otherCase(name: string): string {
  return [...name]
    .map((letter) => {
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      // ß has no other case of one letter, and no disk takes SS for it in a name of that length.
      return [...other].length === 1 ? other : letter
    })
    .join('')
}
