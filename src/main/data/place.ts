import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { localDay } from '../../shared/calendar-day'
import type { DataJob, DataPlace } from '../../shared/contract/data'
import { AppError, toAppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { problemOf, wordsOf } from '../../shared/sentences/sentence'
import { homeFolder } from '../disk/home-folder'
import { onDisk } from '../files/disk-errors'
import { absolute, targetFile, targetFolder } from './paths'

type Kind = DataJob['kind']

/** What places depend on. */
export interface PlaceParts {
  /** The data folder. */
  readonly root: string
  /** Where the last backup is; null before the first. */
  readonly last: string | null
  readonly today: Date
  readonly home?: string
}

/** Names of the folder for one's own files, in the languages of the product. */
const ownFolders = ['Documents', 'Dokumente']
/** Names that are tried one after the other where the first are taken. */
const namesTried = 100

/** Where a backup, an export or a restore is offered to be; empty where there is none to restore, and for an import. */
export async function offeredPlace(kind: Kind, parts: PlaceParts): Promise<string> {
  const { last } = parts
  if (kind === 'import') return ''
  if (kind === 'restore') return last !== null && (await isThere(last)) === 'file' ? last : ''
  const besideLast = kind === 'backup' && last !== null ? [dirname(last)] : []
  const { home = homeFolder() } = parts
  const folders = [...besideLast, ...ownFolders.map((name) => join(home, name))]
  for (const folder of folders) {
    if ((await isThere(folder)) === 'folder' && (await canWriteIn(folder))) {
      return await freeIn(folder, kind, parts)
    }
  }
  return await freeIn(home, kind, parts)
}

/** The whole path that is meant by what a person wrote, and what is wrong with it; before anything is done there. */
export async function placeOf(kind: Kind, written: string, parts: PlaceParts): Promise<DataPlace> {
  if (written.trim() === '') return { path: await offeredPlace(kind, parts), problem: null, exists: false }
  let path = written
  try {
    path = await meant(kind, absolute(written.trim()), parts)
    await requireFit(kind, path, parts)
    return { path, problem: null, exists: false }
  } catch (error) {
    const failure = toAppError(error)
    const exists = kind === 'backup' && failure.code === 'already_exists' && (await isThere(path)) === 'file'
    return { path, ...problemOf(wordsOf(failure)), exists }
  }
}

/** A folder in which something lies already means a new file, or a new folder, in it. */
async function meant(kind: Kind, path: string, parts: PlaceParts): Promise<string> {
  if (kind === 'restore' || kind === 'import' || (await isThere(path)) !== 'folder') return path
  if (kind === 'export' && (await onDisk(path, () => readdir(path))).length === 0) return path
  return await freeIn(path, kind, parts)
}

async function requireFit(kind: Kind, path: string, { root }: PlaceParts): Promise<void> {
  if (kind === 'restore' || kind === 'import') {
    const found = await onDisk(path, () => stat(path))
    if (kind === 'import' && found.isDirectory()) return
    if (!found.isFile()) throw new AppError('invalid_input', say('file.folder', { path }))
    return
  }
  const target = kind === 'backup' ? await targetFile(path, root, false) : await targetFolder(path, root)
  const folder = kind === 'export' && (await isThere(target)) === 'folder' ? target : dirname(target)
  await onDisk(folder, () => access(folder, constants.W_OK))
}

/** `countersign-2026-11-26.zip`, with a number where that is taken. */
async function freeIn(folder: string, kind: Kind, { today }: PlaceParts): Promise<string> {
  const name = `${kind === 'export' ? 'countersign-export' : 'countersign'}-${localDay(today.getTime())}`
  const ending = kind === 'backup' ? '.zip' : ''
  for (let number = 1; number < namesTried; number++) {
    const path = join(folder, `${name}${number === 1 ? '' : `-${number}`}${ending}`)
    if ((await isThere(path)) === null) return path
  }
  return join(folder, `${name}${ending}`)
}

async function isThere(path: string): Promise<'file' | 'folder' | 'other' | null> {
  const found = await stat(path).catch(() => null)
  if (found === null) return null
  return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other'
}

async function canWriteIn(folder: string): Promise<boolean> {
  return await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
}
