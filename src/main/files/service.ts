import { realpathSync } from 'node:fs'
import { lstat, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { RetentionLimits } from '../../shared/contract/retention'
import type { UndoComparison, UndoItem } from '../../shared/contract/undo-choices'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { TextSplice } from '../../shared/text/text-splices'
import type {
  EntryIdentity,
  FileChange,
  FileContent,
  FileInverse,
  FileState,
  Transition,
} from '../../shared/tool/file-change'
import type { ContentLook } from '../../shared/tool/picture'
import type { Answer, ChosenFor } from '../../shared/tool/runtime'
import { COMPARED_BYTES } from '../../text-change/text-diff'
import type { BlobStore } from '../changes/blobs'
import { retentionLimits } from '../changes/retention'
import type { Database } from '../db/open'
import { type DataFolder, usualDataFolder } from '../disk/data-folder'
import { homeFolder } from '../disk/home-folder'
import type { Pictures } from '../pictures/service'
import type { FolderGrants } from '../services/folder-grants'
import { actedOnWith, type StartedFrom } from './acted-on'
import { binaryContent } from './binary-content'
import { type CombinedFile, combinedFiles } from './combined'
import { systemCode } from './disk-errors'
import { type Excerpt, excerptAround } from './excerpt'
import { type FileInfo, fileInfo } from './file-info'
import {
  type Finding,
  type FindQuery,
  findEntries,
  type Listing,
  type ListOptions,
  listFolder,
  searchRoots,
} from './listing'
import { lookAtPictures, lookAtReplaced, type PictureFile, readPictureFile } from './look'
import { storableText } from './new-content'
import { createPathGuard, type ReadObstacle } from './paths'
import { pendingFiles, pendingNote } from './pending-files'
import type { Effect } from './performing'
import {
  type PlannedFile,
  type PlannedOverwrite,
  type PlannedRemoval,
  planNewFile,
  plannedText,
  planOverwrite,
  planRemovals,
  planRewrite,
  readPending,
} from './plans'
import { protectedInside } from './protected-inside'
import { type DocumentFile, type ExtractText, readDocument } from './read-document'
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
import { compareInverse, rebaseInverse } from './three-way'
import { createFileChanger } from './transitions'
import { createTrash } from './trash'
import { inverseItems, onlyItems } from './undo-items'
import { requireFolder } from './walk'

/** Largest file that is read as lines (bytes): decoding it keeps the main thread under 50 ms. */
const READ_BYTES = 16 * (1 << 20)
/** Largest file that is edited (bytes): the largest that is read as lines, so what can be read can be edited. */
const EDIT_BYTES = READ_BYTES

/** What can be read: a file, a folder, either, or what is said of an entry, a link itself. */
export type ReadableKind = 'file' | 'folder' | 'file_or_folder' | 'entry'

/** Files in granted folders: every path is checked here, whoever asks. */
export interface FileService {
  /** The canonical path of something that tools may read; throws `outside_grant`, `denied` or `not_found`. */
  resolveReadable(path: string): Promise<string>
  /** What the person must be asked before something of this kind is read, or looked at as an entry; null where nothing. */
  readQuestion(
    path: string,
    what: ReadableKind,
  ): Promise<(ReadObstacle & { readonly folder: boolean }) | null>
  /** The same service, which also reads these canonical paths. */
  permitting(paths: readonly string[] | undefined): FileService
  /** Whence a text comes that was read at these canonical paths: what is in no granted folder, anybody may have written. */
  originOf(...paths: readonly string[]): Pick<Answer<unknown>, 'origin' | 'sources'>
  /** A granted folder, or one in it, that commands may work in, with the granted folder. */
  workingFolder(path: string): Promise<{ readonly path: string; readonly grant: string }>
  /** Everything in a canonical folder that tools may neither read nor write. */
  protectedInside(folder: string): Promise<readonly string[]>
  /** Tells of very many paths whether tools may neither read nor write there. */
  protection(): (path: string) => boolean
  /** Tells of very many canonical paths whether other programs act by themselves on what is there, or will be. */
  actedOn(): (path: string) => boolean
  /** What belongs to Countersign itself. */
  readonly ownFolders: readonly string[]
  list(path: string | undefined, options: ListOptions): Promise<Listing>
  find(query: FindQuery): Promise<Finding>
  search(
    path: string | undefined,
    query: SearchQuery,
    signal: AbortSignal,
  ): Promise<SearchOutcome & { readonly roots: readonly string[] }>
  readText(path: string): Promise<TextFile>
  /** The text of a PDF or another document that is not stored as text. */
  readDocument(path: string, signal: AbortSignal): Promise<DocumentFile>
  /** The picture in a file, as a model takes it; null where the file is none. */
  readPicture(path: string, signal: AbortSignal): Promise<PictureFile | null>
  /** The pictures among things that a plan moves, copies or takes away, in the same order. */
  lookAtPictures(
    items: readonly { readonly path: string; readonly entry: EntryIdentity }[],
    signal: AbortSignal,
  ): Promise<(ContentLook | undefined)[]>
  /** The same of what is in the trash. */
  lookAtTrashed(
    items: readonly { readonly trashId: string; readonly entry: EntryIdentity }[],
    signal: AbortSignal,
  ): Promise<(ContentLook | undefined)[]>
  /** What a file that is to be replaced holds. */
  lookAtReplaced(path: string, state: Extract<FileState, { kind: 'file' }>): Promise<ContentLook | undefined>
  /** What bytes that are to be written hold. */
  lookAtBytes(bytes: Uint8Array): Promise<ContentLook | undefined>
  /** The bytes of what is not text, given as base64; throws `invalid_input`. */
  binaryContent(base64: string): Uint8Array
  /** Like `readText`, for a file that may be written. */
  readForEdit(path: string, pendingPlans?: readonly unknown[]): Promise<TextFile>
  planNewFile(
    path: string,
    given: string | Uint8Array,
    pendingPlans?: readonly unknown[],
  ): Promise<PlannedFile>
  /** One sentence where plans that wait for a decision would change what is at, or in, a canonical path. */
  pendingNote(path: string, pendingPlans: readonly unknown[]): string | null
  /** What is at a path, a link itself. */
  info(path: string): Promise<FileInfo>
  planOverwrite(
    path: string,
    given: string | Uint8Array,
    pendingPlans?: readonly unknown[],
  ): Promise<PlannedOverwrite>
  planFolder(
    path: string,
    pendingPlans?: readonly unknown[],
  ): Promise<{ readonly path: string; readonly folders: readonly string[]; readonly change: FileChange }>
  planMoves(
    items: readonly Relocation[],
    signal: AbortSignal,
    pendingPlans?: readonly unknown[],
  ): Promise<PlannedRelocations>
  planCopies(
    items: readonly Relocation[],
    signal: AbortSignal,
    pendingPlans?: readonly unknown[],
  ): Promise<PlannedRelocations>
  /** By ids in the trash, or by paths where things were. */
  planReturns(
    items: readonly string[],
    pendingPlans?: readonly unknown[],
  ): Promise<{
    readonly items: readonly PlannedReturn[]
    readonly folders: readonly string[]
    readonly change: FileChange
  }>
  /** Text as a new file has it; throws where it is not whole. */
  storableText(text: string): { readonly content: FileContent; readonly size: number }
  /** The text of a content that was planned for a file. */
  plannedText(file: TextFile, content: FileContent): Promise<string>
  /** The part of a large file in which each of some texts stands; see `excerptAround`. */
  excerptAround(file: TextFile, texts: readonly string[]): Promise<Excerpt | null>
  planRewrite(
    file: TextFile,
    splices: readonly TextSplice[],
    excerpt?: Excerpt | null,
  ): Promise<{ readonly change: FileChange; readonly size: number }>
  planRemovals(
    paths: readonly string[],
    signal: AbortSignal,
    pendingPlans?: readonly unknown[],
  ): Promise<{ readonly removals: readonly PlannedRemoval[]; readonly change: FileChange }>
  /** What plans that write files come to, from what is there now; what else they do is shown as each plan shows it. */
  combined(plans: readonly unknown[]): Promise<readonly CombinedFile[] | null>
  /** How long, and how much, is kept so that changes can be undone. */
  keptForUndo(): RetentionLimits
  /** The things that undoing a change brings back and that can be brought back one by one, as they are now. */
  inverseItems(inverse: FileInverse): Promise<UndoItem[]>
  /** What undoes the things at these paths alone. */
  onlyItems(inverse: FileInverse, references: ReadonlySet<string>): FileInverse
  /** What undoing a change would touch although it was changed since. */
  compareInverse(inverse: FileInverse): Promise<UndoComparison[]>
  /** The inverse that does what was chosen, starting from what is there now; null where all of it is kept. */
  rebaseInverse(inverse: FileInverse, chosen: ChosenFor): Promise<FileInverse | null>
  /** Throws `conflict` where what this change was planned against moved. */
  requireBase(change: FileChange): Promise<void>
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
  readonly folder: Pick<DataFolder, 'root' | 'trash' | 'socket'>
  /** Reads documents that are not stored as text; without it they are refused. */
  readonly extract?: ExtractText
  /** Draws pictures; without it they are refused as data, and plans show none. */
  readonly pictures?: Pictures
  /** What Countersign itself starts programs from, as those of MCP servers. */
  readonly startedFrom?: () => readonly StartedFrom[]
  readonly now?: () => Date
  readonly home?: string
}

/** Makes the service, by which nothing outside of the granted folders may be read before a person permits it. */
export function createFileService(options: FileServiceOptions): FileService {
  return fileService(options, [])
}

function fileService(options: FileServiceOptions, permitted: readonly string[]): FileService {
  const {
    db,
    grants,
    blobs,
    folder,
    extract,
    pictures,
    now = () => new Date(),
    home = homeFolder(),
  } = options
  const ownFolders = ownFoldersOf(folder)
  const guard = createPathGuard({ grants: () => grants.list(), ownFolders, home, permitted })
  const trash = createTrash({ folder: folder.trash, db, now })
  const changer = createFileChanger({ guard, blobs, trash })
  const realTrash = real(folder.trash)
  const pendingOf = (plans: readonly unknown[] | undefined) =>
    pendingFiles(plans, (trashId) => join(realTrash, relative(folder.trash, trash.pathOf(trashId))))

  async function existing(path: string): Promise<string> {
    const resolved = await guard.resolve(path, 'read')
    if (!resolved.exists) throw new AppError('not_found', say('disk.not_there', { path: resolved.path }))
    return resolved.path
  }

  const service: FileService = {
    resolveReadable: existing,
    protection: () => guard.protection(),
    protectedInside: (folder) => protectedInside(folder, guard.protection()),
    async readQuestion(path, what) {
      const obstacle = await guard.question(path, what === 'entry' ? 'entry' : 'follow')
      if (obstacle === null) return null
      const stats = await (what === 'entry' ? lstat : stat)(obstacle.path)
      const folder = stats.isDirectory()
      // Nobody is asked about what can't be read anyway.
      const fits = what === 'entry' || (folder ? what !== 'file' : what !== 'folder' && stats.isFile())
      return fits ? { ...obstacle, folder } : null
    },
    permitting: (paths = []) => (paths.length === 0 ? service : fileService(options, paths)),
    originOf(...paths) {
      const outside = paths.filter((path) => !guard.isGranted(path))
      return outside.length === 0 ? { origin: 'granted_folder' } : { origin: 'outside', sources: outside }
    },
    ownFolders,
    actedOn: () => actedOnWith(options.startedFrom?.() ?? []),
    async workingFolder(path) {
      const resolved = await guard.resolve(path, 'write')
      await requireFolder(resolved.path)
      return { path: resolved.path, grant: resolved.grant.path }
    },
    list: (path, listing) => listFolder(guard, path, listing),
    find: (query) => findEntries(guard, ownFolders, query),
    async search(path, query, signal) {
      const roots = await searchRoots(guard, path)
      return {
        roots: roots.map((root) => root.path),
        ...(await searchFiles(roots, query, guard, ownFolders, signal)),
      }
    },
    async readText(path) {
      return readTextFile(await existing(path), READ_BYTES, 'file.too_large_to_read')
    },
    readDocument: async (path, signal) => readDocument(await existing(path), extract, signal),
    async readPicture(path, signal) {
      return pictures === undefined ? null : readPictureFile(await existing(path), pictures, signal)
    },
    async lookAtPictures(items, signal) {
      return pictures === undefined ? [] : lookAtPictures(items, pictures, signal)
    },
    async lookAtTrashed(items, signal) {
      if (pictures === undefined) return []
      const held = items.map(({ trashId, entry }) => ({ path: trash.pathOf(trashId), entry }))
      return lookAtPictures(held, pictures, signal)
    },
    lookAtReplaced: async (path, state) =>
      pictures === undefined ? undefined : lookAtReplaced(path, state, pictures),
    lookAtBytes: async (bytes) => pictures?.look(bytes),
    binaryContent,
    async readForEdit(path, pendingPlans) {
      const resolved = await guard.resolve(path, 'write')
      const pending = pendingOf(pendingPlans)
      return readPending(guard, resolved.path, pending, EDIT_BYTES, 'file.too_large_to_edit')
    },
    planNewFile: (path, given, plans) => planNewFile(guard, path, given, pendingOf(plans)),
    pendingNote,
    storableText,
    plannedText,
    excerptAround,
    planRewrite,
    async info(path) {
      const resolved = await guard.resolve(path, 'read', 'entry')
      if (!resolved.exists) throw new AppError('not_found', say('disk.not_there', { path: resolved.path }))
      return fileInfo(resolved)
    },
    planOverwrite: (path, given, plans) =>
      planOverwrite(guard, path, given, COMPARED_BYTES, pendingOf(plans)),
    planFolder: (path, plans) => planFolder(guard, path, pendingOf(plans)),
    planMoves: (items, signal, plans) => planMoves(guard, ownFolders, items, signal, pendingOf(plans)),
    planCopies: (items, signal, plans) => planCopies(guard, ownFolders, items, signal, pendingOf(plans)),
    planReturns: (items, plans) => planReturns({ guard, trash, db }, items, pendingOf(plans)),
    planRemovals: (paths, signal, plans) => planRemovals(guard, ownFolders, paths, signal, pendingOf(plans)),
    combined: (plans) => combinedFiles(plans, pendingOf(plans), COMPARED_BYTES),
    keptForUndo: () => retentionLimits(db),
    inverseItems: (inverse) => inverseItems({ guard, trash }, inverse),
    onlyItems,
    compareInverse: (inverse) => compareInverse({ guard, blobs, trash }, inverse),
    rebaseInverse: (inverse, chosen) => rebaseInverse({ guard, blobs, trash }, inverse, chosen),
    requireBase: changer.requireBase,
    apply: changer.apply,
    revert: changer.revert,
  }
  return service
}

/** The data folder by every name, and what else lets in whoever reaches it. */
function ownFoldersOf({ root, socket }: Pick<DataFolder, 'root' | 'socket'>): string[] {
  // A pipe of Windows lies in no folder. One that is outside of the data folder has a folder of its own.
  const beside = process.platform === 'win32' ? [] : [dirname(socket)]
  const folders = [root, ...beside]
  return [...new Set([...folders, ...folders.map(real), usualDataFolder(process.env)])]
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
