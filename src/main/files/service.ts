import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import type { FileChange, FileInverse, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { type DataFolder, usualDataFolder } from '../data-folder'
import type { Database } from '../db/open'
import type { FolderGrants } from '../services'
import { systemCode } from './disk-errors'
import { type FileInfo, fileInfo } from './file-info'
import { type Finding, findEntries, type Listing, listFolder, searchRoots } from './listing'
import { createPathGuard } from './paths'
import {
  type PlannedFile,
  type PlannedOverwrite,
  type PlannedRemoval,
  planNewFile,
  planOverwrite,
  planRemovals,
  planRewrite,
} from './plans'
import {
  type PlannedRelocations,
  type PlannedReturn,
  planCopies,
  planFolder,
  planMoves,
  planReturns,
  type Relocation,
} from './relocation-plans'
import { type SearchOutcome, type SearchQuery, searchFiles } from './search'
import { readTextFile, type TextFile } from './text-file'
import { createFileChanger, type Effect } from './transitions'
import { createTrash } from './trash'

/** Largest file that is read as lines (bytes): decoding it keeps the main thread under 50 ms. */
const READ_BYTES = 16 * (1 << 20)
/** Largest file that is edited (bytes): its whole new text is kept in the proposal. */
const EDIT_BYTES = 4 * (1 << 20)

/** Files in granted folders: every path is checked here, whoever asks. */
export interface FileService {
  /** The canonical path of something that tools may read; throws `outside_grant`, `denied` or `not_found`. */
  resolveReadable(path: string): Promise<string>
  list(
    path: string | undefined,
    options: { readonly depth: number; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<Listing>
  find(query: {
    readonly pattern: string
    readonly path: string | undefined
    readonly kind: 'file' | 'folder' | 'any'
    readonly limit: number
    readonly signal: AbortSignal
  }): Promise<Finding>
  search(
    path: string | undefined,
    query: SearchQuery,
    signal: AbortSignal,
  ): Promise<SearchOutcome & { readonly roots: readonly string[] }>
  readText(path: string): Promise<TextFile>
  /** Like `readText`, for a file that may be written. */
  readForEdit(path: string): Promise<TextFile>
  planNewFile(path: string, text: string): Promise<PlannedFile>
  /** What is at a path, a link itself. */
  info(path: string): Promise<FileInfo>
  planOverwrite(path: string, text: string): Promise<PlannedOverwrite>
  planFolder(
    path: string,
  ): Promise<{ readonly path: string; readonly folders: readonly string[]; readonly change: FileChange }>
  planMoves(items: readonly Relocation[], signal: AbortSignal): Promise<PlannedRelocations>
  planCopies(items: readonly Relocation[], signal: AbortSignal): Promise<PlannedRelocations>
  /** By ids in the trash, or by paths where things were. */
  planReturns(items: readonly string[]): Promise<{
    readonly items: readonly PlannedReturn[]
    readonly folders: readonly string[]
    readonly change: FileChange
  }>
  planRewrite(file: TextFile, text: string): { readonly change: FileChange; readonly size: number }
  planRemovals(
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly removals: readonly PlannedRemoval[]; readonly change: FileChange }>
  /** Applies exactly this change or nothing. */
  apply(change: FileChange, effect: Effect): Promise<void>
  /** Brings back what was there; skips what is back already, and answers the steps that it took. */
  revert(inverse: FileInverse, effect: Effect): Promise<readonly Transition[]>
}

/** What the file service stands on. */
export interface FileServiceOptions {
  readonly db: Database
  readonly grants: FolderGrants
  readonly blobs: BlobStore
  readonly folder: Pick<DataFolder, 'root' | 'trash'>
  readonly now?: () => Date
  readonly home?: string
}

/** Makes the file service. */
export function createFileService(options: FileServiceOptions): FileService {
  const { db, grants, blobs, folder, now = () => new Date(), home = homedir() } = options
  const ownFolders = [...new Set([folder.root, real(folder.root), usualDataFolder(process.env)])]
  const guard = createPathGuard({ grants: () => grants.list(), ownFolders, home })
  const trash = createTrash({ folder: folder.trash, db, now })
  const changer = createFileChanger({ guard, blobs, trash })

  async function existing(path: string): Promise<string> {
    const resolved = await guard.resolve(path, 'read')
    if (!resolved.exists) throw new AppError('not_found', `${quoted(resolved.path)} is not there.`)
    return resolved.path
  }

  return {
    resolveReadable: existing,
    list: (path, listing) => listFolder(guard, path, listing),
    find: (query) => findEntries(guard, query),
    async search(path, query, signal) {
      const roots = await searchRoots(guard, path)
      const accept = async (found: string) => {
        try {
          return (await guard.resolve(found, 'read')).path === found
        } catch (error) {
          if (error instanceof AppError) return false
          throw error
        }
      }
      return { roots, ...(await searchFiles(roots, query, accept, signal)) }
    },
    async readText(path) {
      return readTextFile(await existing(path), READ_BYTES, 'Find lines in it with search_file_contents.')
    },
    async readForEdit(path) {
      const resolved = await guard.resolve(path, 'write')
      return readTextFile(resolved.path, EDIT_BYTES, 'It is too large to be edited here.')
    },
    planNewFile: (path, text) => planNewFile(guard, path, text),
    planRewrite,
    async info(path) {
      const resolved = await guard.resolve(path, 'read', 'entry')
      if (!resolved.exists) throw new AppError('not_found', `${quoted(resolved.path)} is not there.`)
      return fileInfo(resolved)
    },
    planOverwrite: (path, text) => planOverwrite(guard, path, text, EDIT_BYTES),
    planFolder: (path) => planFolder(guard, path),
    planMoves: (items, signal) => planMoves(guard, ownFolders, items, signal),
    planCopies: (items, signal) => planCopies(guard, ownFolders, items, signal),
    planReturns: (items) => planReturns({ guard, trash, db }, items),
    planRemovals: (paths, signal) => planRemovals(guard, ownFolders, paths, signal),
    apply: changer.apply,
    revert: changer.revert,
  }
}

/** Without links where it is there, else as it is. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return path
    throw error
  }
}
