import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { appendAll } from '../../../shared/append-all'
import { droppedPathsLimit } from '../../../shared/contract/library'
import { hasArchiveName, hasPictureName, hasReadableName, isPassedOver } from '../../../shared/readable-names'
import { say } from '../../../shared/sentences/say'
import { type Reason, reasonOf, type Sentence } from '../../../shared/sentences/sentence'
import { oneLine } from '../../../shared/text/one-line'
import { isWebAddress } from '../../../shared/web/web-address'
import { systemCode } from '../../files/disk-errors'
import { nameOfSource } from './source-name'

/** What a walk found. */
export type FoundFiles = {
  readonly files: readonly string[]
  /** The folders among what was named; canonical. */
  readonly folders: readonly string[]
  readonly skipped: readonly ({ readonly path: string } & Reason)[]
}

/** So many reasons are told; more would only be a list of a folder that is no document folder. */
const SKIPPED_LIMIT = 1000

const reasons = {
  link: say('adding.link'),
  format: say('adding.format'),
  picture: say('adding.picture'),
  special: say('adding.special'),
  gone: say('adding.gone'),
  limit: say('adding.limit', { limit: droppedPathsLimit }),
} as const

/**
 * The files to add for paths that a person named, each once, by canonical path: files themselves, and of folders
 * what has a known name and is neither hidden nor a program's own, archives too, and pictures where their text is
 * read. Links inside folders are not followed, so nothing loops.
 */
export async function findFiles(
  paths: readonly string[],
  signal: AbortSignal,
  withPictures = false,
): Promise<FoundFiles> {
  const files = new Set<string>()
  const named: string[] = []
  const skipped: ({ path: string } & Reason)[] = []
  const skip = (path: string, reason: Sentence) => {
    if (skipped.length < SKIPPED_LIMIT) skipped.push({ path, ...reasonOf(reason) })
  }
  const full = () => files.size >= droppedPathsLimit
  for (const path of paths) {
    signal.throwIfAborted()
    if (full()) {
      skip(path, reasons.limit)
      break
    }
    const root = await kindOf(path)
    if (root === null) skip(path, reasons.gone)
    else if (root.kind === 'file') files.add(root.path)
    else if (root.kind === 'folder') {
      named.push(root.path)
      await walk(root.path)
    } else skip(path, reasons.special)
  }
  return { files: [...files], folders: named, skipped }

  async function walk(top: string): Promise<void> {
    const folders = [top]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      signal.throwIfAborted()
      const entries = await entriesOf(folder)
      if (entries === null) {
        skip(folder, reasons.gone)
        continue
      }
      const below: string[] = []
      for (const entry of entries) {
        if (isPassedOver(entry.name)) continue
        const path = join(folder, entry.name)
        if (entry.isDirectory()) below.push(path)
        else if (entry.isSymbolicLink()) skip(path, reasons.link)
        else if (!entry.isFile()) skip(path, reasons.special)
        else if (!hasReadableName(entry.name, withPictures) && !hasArchiveName(entry.name)) {
          skip(path, hasPictureName(entry.name) ? reasons.picture : reasons.format)
        } else if (full()) return skip(top, reasons.limit)
        else files.add(path)
      }
      appendAll(folders, below.reverse())
    }
  }
}

async function kindOf(path: string): Promise<{ kind: 'file' | 'folder' | 'other'; path: string } | null> {
  try {
    const canonical = await realpath(path)
    const found = await stat(canonical)
    return { path: canonical, kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other' }
  } catch (error) {
    if (systemCode(error) !== null) return null
    throw error
  }
}

async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (systemCode(error) !== null) return null
    throw error
  }
}

const TITLE_LIMIT = 300

/** A title made from a file's name: without its extension and without characters that deceive or break lines. */
export function titleFromPath(path: string): string {
  const name = nameOfSource(path)
  // What stands behind the dot of an address is as often its host's as a kind of file.
  if (isWebAddress(path)) return cleanTitle(name) || 'Untitled'
  return cleanTitle(name.slice(0, name.length - extname(name).length)) || cleanTitle(name) || 'Untitled'
}

/** One line of visible text, of a length that lists show. */
export function cleanTitle(title: string): string {
  return [...oneLine(title)].slice(0, TITLE_LIMIT).join('')
}
