import { sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Document } from '../../../shared/contract/document'
import { type DocumentRow, documentByNumber, sourcesBetween } from '../../db/documents'
import type { Database } from '../../db/open'
import { shownPath, uploadsRoot } from './shown-path'

/** Sources that are looked at before others have their turn: some milliseconds. */
const LOOKED_AT_ONCE = 2000

/** Documents of one name that a person can choose from, the newest. */
const MOST = 20

/**
 * For each of these files that a browser handed over, the documents that a browser's files of its name became before: of
 * the same folders where there are any, else those where the one or the other came by itself. Only a person knows whether one is a
 * former version of it, since browsers don't tell where files lie. Files without any are left out, and so are documents
 * that were added at `before` or later (milliseconds since 1970).
 */
export async function sameNamed(
  {
    db,
    uploads,
    view,
  }: { readonly db: Database; readonly uploads: string; readonly view: (row: DocumentRow) => Document },
  sources: readonly string[],
  { collectionId, before }: { readonly collectionId: string; readonly before: number },
): Promise<Map<string, readonly Document[]>> {
  const below = new Map(
    sources.flatMap((source) => {
      const shown = shownPath(uploads, source)
      return shown === source ? [] : [[source, composed(shown)] as const]
    }),
  )
  if (below.size === 0) return new Map()
  const paths = new Set(below.values())
  const [alone, inFolders] = [new Set<string>(), new Set<string>()]
  for (const path of paths) (path.includes(sep) ? inFolders : alone).add(nameOf(path))
  const found = new Map<string, number[]>()
  const add = (key: string, number: number) => {
    const numbers = found.get(key) ?? []
    found.set(key, numbers)
    numbers.push(number)
  }
  const newestOf = (numbers: readonly number[]): Document[] => {
    const newest: Document[] = []
    for (const number of numbers.toSorted((a, b) => b - a)) {
      const row = documentByNumber(db, number)
      const isThere = row !== undefined && row.deletedAt === null && row.addedAt < before
      if (isThere) newest.push(view(row))
      if (newest.length === MOST) break
    }
    return newest
  }
  const root = `${uploadsRoot(uploads)}${sep}`
  const end = root.slice(0, -1) + String.fromCharCode(sep.charCodeAt(0) + 1)
  for (let after = root; ; ) {
    const some = sourcesBetween(db, collectionId, { after, before: end, limit: LOOKED_AT_ONCE })
    for (const { number, source } of some) {
      const shown = composed(shownPath(uploads, source))
      const name = nameOf(shown)
      if (paths.has(shown)) add(shown, number)
      if (alone.has(name)) add(inAnyFolder(name), number)
      if (shown === name && inFolders.has(name)) add(inNoFolder(name), number)
    }
    const last = some.at(-1)
    if (last === undefined || some.length < LOOKED_AT_ONCE) break
    after = last.source
    await nextTurn()
  }
  return new Map(
    [...below].flatMap(([source, path]) => {
      const documents = newestOf(found.get(path) ?? found.get(elsewhere(path)) ?? [])
      return documents.length === 0 ? [] : [[source, documents] as const]
    }),
  )
}

/** Systems tell names in different forms: macOS took letters apart from their marks for long. */
function composed(path: string): string {
  return path.normalize('NFC')
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf(sep) + 1)
}

/** Where documents of the name are looked for that are not of the same folders. */
function elsewhere(path: string): string {
  return path.includes(sep) ? inNoFolder(nameOf(path)) : inAnyFolder(path)
}

/** No path begins so. */
function inAnyFolder(name: string): string {
  return `${sep}${name}`
}

function inNoFolder(name: string): string {
  return `${sep}${sep}${name}`
}
