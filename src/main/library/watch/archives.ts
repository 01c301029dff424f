import { lstat } from 'node:fs/promises'
import { join, posix, sep } from 'node:path'
import { AppError } from '../../../shared/errors'
import { hasArchiveName } from '../../../shared/readable-names'
import { reasonOf, wordsOf } from '../../../shared/sentences/sentence'
import { type LeftOut, listWatchedArchives, type WatchedArchive } from '../../db/watched-archives'
import type { WatchedFile, WatchedFolderRow } from '../../db/watched-folders'
import { systemCode } from '../../files/disk-errors'
import type { OpenedArchive } from '../sources/archive'
import type { FoundFile } from './compare'
import { isQuiet, type LookParts } from './look-parts'
import { fileAt, type Scan, type ScannedFile } from './scan'

/** What the archives of a watched folder hold, by paths below it: as though each were a folder. */
export type ReadArchives = {
  readonly found: readonly FoundFile[]
  /** Paths of which nothing can be said now. */
  readonly unknown: ReadonlySet<string>
  /** Paths that are there and are not taken any more. */
  readonly released: ReadonlySet<string>
  readonly unread: readonly LeftOut[]
  /** Whether an archive is still being written. */
  readonly unsettled: boolean
  /** Files that are called archives and are none: documents by themselves. */
  readonly plain: readonly ScannedFile[]
  /** What is to be remembered of archives once all of them was taken. */
  readonly archives: readonly WatchedArchive[]
}

type Found = {
  readonly found: FoundFile[]
  readonly unknown: Set<string>
  readonly released: Set<string>
  readonly unread: LeftOut[]
  readonly plain: ScannedFile[]
  readonly archives: WatchedArchive[]
  unsettled: boolean
}

/** What an archive leaves out as a folder does: without a word. */
const passedOver: ReadonlySet<string | undefined> = new Set([
  'adding.format',
  'adding.picture',
  'archive.nothing',
])
/** Another look at the same archive would end the same way. */
const lasting: ReadonlySet<string> = new Set(['corrupt', 'too_large', 'unsupported'])
/** Reasons of one archive that are remembered, beside those of documents that were taken of it before. */
const rememberedReasons = 20

/** Tells what is in the archives of a folder; those that are as they were taken are not opened. */
export async function readArchives(
  parts: LookParts,
  folder: WatchedFolderRow,
  scan: Scan,
  tracked: readonly WatchedFile[],
  signal: AbortSignal,
): Promise<ReadArchives> {
  const result: Found = {
    ...{ found: [], unknown: new Set(), released: new Set(), unread: [], plain: [], archives: [] },
    unsettled: false,
  }
  if (scan.archives.length === 0) return result
  const rows = rowsByArchive(scan, tracked)
  const asDocument = new Map(tracked.map((row) => [row.path, row]))
  const before = new Map(listWatchedArchives(parts.db, folder.id).map((each) => [each.path, each]))
  for (const archive of scan.archives) {
    signal.throwIfAborted()
    const own = rows.get(archive.path) ?? []
    const known = before.get(archive.path)
    if (asDocument.get(archive.path)?.stamp === archive.stamp) result.plain.push(archive)
    else if (known !== undefined && isAsKnown(known, archive, own, parts))
      takeKnown(result, known, archive, own)
    else if (isQuiet(archive.touchedAt, parts)) await lookInto(archive, own)
    else leave(result, own)
  }
  return result

  async function lookInto(archive: ScannedFile, own: readonly WatchedFile[]): Promise<void> {
    const path = join(folder.path, archive.path.replaceAll('/', sep))
    try {
      const opened = await parts.openArchive(path, false, signal)
      const after = await lstat(path, { bigint: true })
      if (fileAt(archive.path, after, { dev: scan.device }).stamp !== archive.stamp) leave(result, own)
      else if (opened === null) result.plain.push(archive)
      else takeOpened(result, { archive, path, opened, own, stamp: stampOf(archive, parts) })
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AppError)) {
        if (systemCode(error) !== null) return leave(result, own)
        throw error
      }
      if (error.code === 'not_found' || error.code === 'conflict') return leave(result, own)
      const leftOut = [{ path: archive.path, ...reasonOf(wordsOf(error)) }]
      for (const { path: row } of own) result.unknown.add(row)
      result.unread.push(...leftOut)
      const stamp = stampOf(archive, parts)
      if (lasting.has(error.code)) result.archives.push({ path: archive.path, stamp, leftOut })
    }
  }
}

/** Tells in which archive of a look a path lies; null for one that lies in none. */
export function archiveAbove({ archives }: Pick<Scan, 'archives'>): (path: string) => string | null {
  const paths = new Set(archives.map(({ path }) => path))
  return (path) => {
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const above = path.slice(0, slash)
      if (paths.has(above)) return above
    }
    return null
  }
}

/** Whether a path below a folder lies in an archive that is there, whether it is taken or not. */
export async function isInArchive(root: string, path: string): Promise<boolean> {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const above = path.slice(0, slash)
    if (!hasArchiveName(posix.basename(above))) continue
    const found = await lstat(join(root, above.replaceAll('/', sep))).catch(() => null)
    if (found?.isFile() === true) return true
  }
  return false
}

/** The archives that changes are taken from, whose contents are to be kept: absolute paths, each with the hashes. */
export function archivesOf(
  root: string,
  changes: readonly { readonly files: readonly FoundFile[] }[],
): ReadonlyMap<string, ReadonlySet<string | null>> {
  const wanted = new Map<string, Set<string | null>>()
  for (const { files } of changes) {
    const [first] = files
    if (first?.archive === undefined) continue
    const path = join(root, first.archive.replaceAll('/', sep))
    wanted.set(path, (wanted.get(path) ?? new Set()).add(first.sha256))
  }
  return wanted
}

function rowsByArchive(scan: Scan, tracked: readonly WatchedFile[]): ReadonlyMap<string, WatchedFile[]> {
  const rows = new Map<string, WatchedFile[]>()
  const above = archiveAbove(scan)
  for (const row of tracked) {
    const archive = above(row.path)
    if (archive === null || row.gone) continue
    const own = rows.get(archive)
    if (own === undefined) rows.set(archive, [row])
    else own.push(row)
  }
  return rows
}

function stampOf({ stamp }: ScannedFile, { takesPictures }: LookParts): string {
  return `${stamp}:${takesPictures() ? 'pictures' : 'text'}`
}

/** As with other files its size stands first, because nothing else tells it while the archive is not opened. */
function entryStamp(size: number, archive: ScannedFile): string {
  return `${size}:${archive.stamp}`
}

function sizeOf({ stamp }: WatchedFile): number {
  return Number.parseInt(stamp, 10)
}

function isAsTaken(row: WatchedFile, archive: ScannedFile): boolean {
  return row.stamp === entryStamp(sizeOf(row), archive)
}

function isAsKnown(
  known: WatchedArchive,
  archive: ScannedFile,
  own: readonly WatchedFile[],
  parts: LookParts,
): boolean {
  if (known.stamp !== stampOf(archive, parts)) return false
  const left = new Set(known.leftOut.map(({ path }) => path))
  return own.every((row) => isAsTaken(row, archive) || left.has(row.path) || left.has(archive.path))
}

function takeKnown(result: Found, known: WatchedArchive, archive: ScannedFile, own: readonly WatchedFile[]) {
  result.archives.push(known)
  result.unread.push(...known.leftOut)
  for (const row of own) {
    if (isAsTaken(row, archive)) {
      const { path, stamp, node } = row
      const { otherDisk, path: inside } = archive
      result.found.push({ path, stamp, node, otherDisk, size: sizeOf(row), sha256: null, archive: inside })
    } else result.unknown.add(row.path)
  }
}

function takeOpened(
  result: Found,
  looked: {
    readonly archive: ScannedFile
    readonly path: string
    readonly opened: OpenedArchive
    readonly own: readonly WatchedFile[]
    readonly stamp: string
  },
): void {
  const { archive, path, opened, own } = looked
  const below = (source: string) =>
    source === path ? archive.path : pathIn(archive, source.slice(path.length + 1))
  const there = new Set<string>()
  for (const { source, sha256, size } of opened.entries) {
    const inside = below(source)
    if (there.has(inside)) continue
    there.add(inside)
    result.found.push({
      ...{ path: inside, size, sha256, stamp: entryStamp(size, archive), archive: archive.path },
      node: archive.node === '' ? '' : `${archive.node}/${inside.slice(archive.path.length + 1)}`,
      otherDisk: archive.otherDisk,
    })
  }
  const rows = new Set(own.map((row) => row.path))
  const leftOut: LeftOut[] = []
  let others = 0
  for (const { path: source, ...reason } of opened.skipped) {
    const inside = below(source)
    if (passedOver.has(reason.said?.code)) result.released.add(inside)
    else if (rows.has(inside) || inside === archive.path || others++ < rememberedReasons) {
      leftOut.push({ path: inside, ...reason })
      result.unknown.add(inside)
    }
  }
  // More than is looked at: of the rest nothing is known.
  if (result.unknown.has(archive.path)) for (const row of rows) if (!there.has(row)) result.unknown.add(row)
  result.unread.push(...leftOut)
  result.archives.push({ path: archive.path, stamp: looked.stamp, leftOut })
}

/** Normal, because the paths of documents are compared with these; one that leads out stays as it was written. */
function pathIn(archive: ScannedFile, name: string): string {
  const inside = posix.join(archive.path, name)
  return inside.startsWith(`${archive.path}/`) ? inside : `${archive.path}/${name}`
}

/** Looks again soon, and leaves what is known of it as it is. */
function leave(result: Found, own: readonly WatchedFile[]): void {
  result.unsettled = true
  for (const { path } of own) result.unknown.add(path)
}
