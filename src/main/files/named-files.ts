import { sep } from 'node:path'
import type { NamedFile } from '../../shared/contract/files'
import type { FolderGrants } from '../services/folder-grants'
import { foldName } from './protected-places'
import type { FileService } from './service'

/** How long a person would wait for names while typing, in milliseconds; what was found late is of no use. */
const longestMs = 5000

/**
 * Files of granted folders whose names have these words in their order, or whose paths have them where folders are
 * named too; none where looking takes too long.
 */
export async function namedFiles(
  {
    files,
    grants,
  }: { readonly files: Pick<FileService, 'find'>; readonly grants: Pick<FolderGrants, 'list'> },
  { words, limit }: { readonly words: string; readonly limit: number },
  signal: AbortSignal,
): Promise<NamedFile[]> {
  const timeout = AbortSignal.timeout(longestMs)
  const found = new Map<string, NamedFile>()
  try {
    for (const place of placesOf(words, grants)) {
      const { matches } = await files.find({
        ...place,
        kind: 'file',
        sort: 'name',
        includeIgnored: false,
        limit,
        signal: AbortSignal.any([signal, timeout]),
      })
      for (const { path, name } of matches) found.set(path, { path, name })
    }
    return [...found.values()].slice(0, limit)
  } catch (error) {
    if (timeout.aborted && !signal.aborted) return []
    throw error
  }
}

/** Where to look for what: in a granted folder that what is typed leads to, then in all of them. */
function placesOf(
  words: string,
  grants: Pick<FolderGrants, 'list'>,
): { path: string | undefined; pattern: string }[] {
  const typed = words.trim().split(/[/\\]/u)
  if (typed.length === 1) return [{ path: undefined, pattern: nameLike(words) }]
  const places = grants.list().flatMap(({ path, available }) => {
    const inside = available ? insideOf(path, typed) : null
    return inside === null ? [] : [{ path, pattern: pathLike(inside) }]
  })
  return [...places, { path: undefined, pattern: pathLike(typed) }]
}

/** What is typed below a granted folder, where it is begun with that folder’s own path or the end of it. */
function insideOf(granted: string, typed: readonly string[]): readonly string[] | null {
  const folders = granted.split(sep).map(foldName)
  for (let length = Math.min(folders.length, typed.length - 1); length > 0; length--) {
    const begun = typed.slice(0, length).map(foldName)
    if (begun.every((name, index) => name === folders[folders.length - length + index])) {
      return typed.slice(length)
    }
  }
  return null
}

/** Folders whose names are whole but for the beginning of the first, then the name that is being typed, however deep. */
function pathLike(typed: readonly string[]): string {
  const folders = typed.slice(0, -1).filter((name) => name !== '')
  const [first, ...rest] = folders.map(plain)
  const above = first === undefined ? [] : [`*${first}`, ...rest]
  return ['**', ...above, '**', nameLike(typed.at(-1) ?? '')].join('/')
}

function nameLike(words: string): string {
  const parts = words.trim().split(/\s+/u).map(plain)
  return `*${parts.join('*')}*`
}

/** Characters that mean something in a pattern stand for any one. */
function plain(name: string): string {
  return name.replace(/[*?[\]{},/\\]/gu, '?')
}
