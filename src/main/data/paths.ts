import { lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { privateFolder } from '../disk/owner-only'
import { diskError, onDisk, systemCode } from '../files/disk-errors'
import { fromHome } from '../files/from-home'

/** Makes a folder that only this user reads. */
export async function prepareFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: privateFolder })
}

/**
 * The real path of a file that is to be written; its folder has to be there. Throws `already_exists` where something
 * has the name, unless a file may be replaced, and `denied` for a place inside the data folder.
 */
export async function targetFile(path: string, root: string, replace: boolean): Promise<string> {
  const wanted = absolute(path)
  const folder = await onDisk(dirname(wanted), () => realpath(dirname(wanted)))
  const target = join(folder, basename(wanted))
  await requireOutside(target, root)
  const there = await lstatOrNull(target)
  if (there === null) return target
  if (!replace || !there.isFile()) {
    throw new AppError(
      'already_exists',
      say(there.isFile() ? 'data.file_there' : 'data.not_a_file_there', { path: target }),
    )
  }
  return target
}

/**
 * The real path of a folder that is new or empty, or can be made in one that is there. Makes nothing. Throws
 * `already_exists` where something else is there.
 */
export async function targetFolder(path: string, root: string): Promise<string> {
  const wanted = absolute(path)
  const parent = await onDisk(dirname(wanted), () => realpath(dirname(wanted)))
  const target = join(parent, basename(wanted))
  await requireOutside(target, root)
  const there = await lstatOrNull(target)
  if (there === null) return target
  const real = await onDisk(target, () => realpath(target))
  await requireOutside(real, root)
  if (!(await onDisk(real, () => stat(real))).isDirectory()) {
    throw new AppError('already_exists', say('data.not_a_folder', { path: real }))
  }
  return real
}

/** The path of a file that is read. Throws `invalid_input` for a path that is not absolute. */
export function absolute(path: string): string {
  const whole = fromHome(path)
  if (!isAbsolute(whole)) throw new AppError('invalid_input', say('data.whole_path'), { field: 'path' })
  return resolve(whole)
}

/** What is in the data folder is in the next backup, goes with the folder, and is nobody's to find. */
async function requireOutside(target: string, root: string): Promise<void> {
  const inside = relative(await onDisk(root, () => realpath(root)), target)
  if (inside === '' || (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside))) {
    throw new AppError('denied', say('data.inside', { path: target }), { field: 'path' })
  }
}

async function lstatOrNull(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw diskError(error, path)
  }
}
