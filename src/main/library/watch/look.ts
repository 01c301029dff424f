import { lstat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Reason, reasonOf, wordsOf } from '../../../shared/sentences/sentence'
import { latestVersion } from '../../db/document-versions'
import { type DocumentRow, findDocument } from '../../db/documents'
import type { Database } from '../../db/open'
import type { WatchedArchive } from '../../db/watched-archives'
import {
  documentsWithContent,
  type WatchedFile,
  type WatchedFolderRow,
  watchedFilesAfter,
} from '../../db/watched-folders'
import { systemCode } from '../../files/disk-errors'
import { lookAtMany } from '../../files/look-at-many'
import { archiveAbove, isInArchive, readArchives } from './archives'
import { type Comparison, compareFolder, type FoundFile, type WatchedDocument } from './compare'
import { isQuiet, type LookParts } from './look-parts'
import { fileAt, refuseTooMany, type Scan, type ScannedFile, scanFolder, whatIs } from './scan'

/** What a look at a watched folder found. */
export type Look = Comparison & {
  readonly scan: Scan
  /** Whether files are still being written, so that another look is due. */
  readonly unsettled: boolean
  /** Files that can't be read, each with the reason. */
  readonly unread: readonly ({ readonly path: string } & Reason)[]
  /** What is to be remembered of the folder's archives once all changes are taken. */
  readonly archives: readonly WatchedArchive[]
}

/** Rows that are read without giving others their turn. */
const rowsAtOnce = 2000

/** Compares a watched folder with what was taken of it; only reads. Throws `unavailable` where the folder is away. */
export async function lookAtFolder(
  parts: LookParts,
  folder: WatchedFolderRow,
  signal: AbortSignal,
): Promise<Look> {
  const scan = await scanFolder(folder.path, parts.isProtected, signal, parts.takesPictures())
  const tracked = await trackedFiles(parts.db, folder.id)
  requireItsFiles(folder, scan, tracked)
  const inside = await readArchives(parts, folder, scan, tracked, signal)
  const read = await readChanged(parts, folder, [...scan.files, ...inside.plain], scan, tracked, signal)
  const found = [...read.found, ...inside.found]
  refuseTooMany(folder.path, found.length)
  const absent = await absentFiles(folder.path, scan, tracked, signal)
  const comparison = compareFolder({
    tracked,
    found,
    unknown: new Set([...read.unknown, ...absent.unknown, ...inside.unknown]),
    released: new Set([...absent.released, ...inside.released]),
    document: documentsOf(parts.db, folder.path),
    withContent: (sha256) => documentsWithContent(parts.db, sha256, folder.collectionId),
    newId: parts.newId,
  })
  return {
    ...comparison,
    ...{ scan, archives: inside.archives },
    unsettled: read.unsettled || inside.unsettled,
    unread: [...read.unread, ...inside.unread],
  }
}

async function trackedFiles(db: Database, id: string): Promise<WatchedFile[]> {
  const all: WatchedFile[] = []
  for (;;) {
    const part = watchedFilesAfter(db, id, all.at(-1)?.path ?? null, rowsAtOnce)
    all.push(...part)
    if (part.length < rowsAtOnce) return all
    await nextTurn()
  }
}

/** A folder that has none of its files any more was unmounted, emptied or replaced: that says nothing of each file. */
function requireItsFiles(folder: WatchedFolderRow, scan: Scan, tracked: readonly WatchedFile[]): void {
  const had = tracked.filter(({ gone }) => !gone)
  if (had.length === 0) return
  if (scan.files.length + scan.archives.length === 0) {
    throw new AppError('unavailable', say('watch.empty', { path: folder.path }))
  }
  if (folder.node === scan.node) return
  const there = new Set([...scan.files, ...scan.archives].map(({ path }) => path))
  const above = archiveAbove(scan)
  if (had.some(({ path }) => there.has(path) || above(path) !== null)) return
  throw new AppError('unavailable', say('watch.another_folder', { path: folder.path }))
}

/** Tells the content of every file that looks other than it was taken. */
async function readChanged(
  parts: LookParts,
  folder: WatchedFolderRow,
  files: readonly ScannedFile[],
  scan: Scan,
  tracked: readonly WatchedFile[],
  signal: AbortSignal,
) {
  const rows = new Map(tracked.map((row) => [row.path, row]))
  const found: FoundFile[] = []
  const unknown = new Set<string>()
  const unread: ({ path: string } & Reason)[] = []
  let unsettled = false
  for (const file of files) {
    const { touchedAt, ...rest } = file
    if (rows.get(file.path)?.stamp === file.stamp) {
      found.push({ ...rest, sha256: null })
      continue
    }
    signal.throwIfAborted()
    const content = isQuiet(touchedAt, parts) ? await contentOf(parts, folder.path, file, scan, signal) : null
    if (typeof content === 'string') found.push({ ...rest, sha256: content })
    else {
      unknown.add(file.path)
      if (content === null) unsettled = true
      else unread.push({ path: file.path, ...reasonOf(wordsOf(content)) })
    }
  }
  return { found, unknown, unread, unsettled }
}

/** The hash of a file; null where it changed meanwhile or went away, an error where it can't be read. */
async function contentOf(
  { hash }: LookParts,
  root: string,
  file: ScannedFile,
  scan: Scan,
  signal: AbortSignal,
): Promise<string | null | AppError> {
  const path = join(root, file.path)
  try {
    const { sha256 } = await hash(path, signal)
    const after = await lstat(path, { bigint: true })
    return fileAt(file.path, after, { dev: scan.device }).stamp === file.stamp ? sha256 : null
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) {
      if (systemCode(error) !== null) return null
      throw error
    }
    return error.code === 'not_found' || error.code === 'conflict' ? null : error
  }
}

/** Of the files that were not seen: which are there but left out now, and of which nothing can be said. */
async function absentFiles(root: string, scan: Scan, tracked: readonly WatchedFile[], signal: AbortSignal) {
  const seen = new Set([...scan.files, ...scan.archives].map(({ path }) => path))
  // What is in the archives was looked at with them.
  const above = archiveAbove(scan)
  const absent = tracked.filter(({ path }) => !seen.has(path) && above(path) === null)
  const paths = absent.map(({ path }) => join(root, path.replaceAll('/', sep)))
  const unknown = new Set<string>()
  const released = new Set<string>()
  const belowFiles: string[] = []
  // On a disk that does not tell case apart, a renamed file is still there under its former name.
  const nodes = new Set(scan.files.map(({ node }) => node).filter((node) => node !== ''))
  let index = 0
  const devices = new Map<string, Promise<bigint | null>>()
  await lookAtMany(paths, signal, (_, there) => {
    const row = absent[index++]
    if (row === undefined || row.gone) return
    if (isUnreadable(row.path, scan)) unknown.add(row.path)
    else if (!(there instanceof Error)) {
      if (there.isFile() && !nodes.has(whatIs(there))) released.add(row.path)
    } else if (systemCode(there) === 'ENOTDIR') belowFiles.push(row.path)
    else if (systemCode(there) !== 'ENOENT') unknown.add(row.path)
  })
  for (const path of belowFiles) if (await isInArchive(root, path)) released.add(path)
  for (const row of absent) {
    if (!row.otherDisk || row.gone) continue
    if ((await deviceAbove(join(root, row.path), root, devices)) === scan.device) unknown.add(row.path)
  }
  return { unknown, released }
}

function isUnreadable(path: string, { unreadable }: Scan): boolean {
  return unreadable.some((each) => each === path || path.startsWith(each.endsWith('/') ? each : `${each}/`))
}

/** The disk of the deepest folder above a path that is there; what lay on another one went away with it. */
async function deviceAbove(
  path: string,
  root: string,
  known: Map<string, Promise<bigint | null>>,
): Promise<bigint | null> {
  for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) {
    const device = known.get(folder) ?? deviceOf(folder)
    known.set(folder, device)
    const found = await device
    if (found !== null) return found
  }
  return null
}

async function deviceOf(folder: string): Promise<bigint | null> {
  try {
    return (await lstat(folder, { bigint: true })).dev
  } catch (error) {
    if (systemCode(error) !== null) return null
    throw error
  }
}

function documentsOf(db: Database, root: string): (id: string) => WatchedDocument {
  const known = new Map<string, WatchedDocument>()
  return (id) => {
    const before = known.get(id)
    if (before !== undefined) return before
    const row = findDocument(db, id)
    const found = {
      source: row === undefined ? null : pathBelow(root, row.source),
      contents: row === undefined ? [] : contentsOf(db, row),
      present: row?.deletedAt === null,
      gone: row?.sourceGone === 1,
    }
    known.set(id, found)
    return found
  }
}

/** The content that a document has, and the one that is to take its place. */
function contentsOf(db: Database, { id, sha256 }: DocumentRow): (string | null)[] {
  const arriving = latestVersion(db, id)
  return arriving === undefined || arriving.status === 'error' ? [sha256] : [sha256, arriving.sha256]
}

/** The path below a folder, with slashes; null for one that lies elsewhere. */
function pathBelow(root: string, path: string): string | null {
  const below = relative(root, path)
  if (below === '' || isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`)) return null
  return below.replaceAll(sep, '/')
}
