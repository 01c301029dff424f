import { basename } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { TextSplice } from '../../shared/text/text-splices'
import type {
  EntryIdentity,
  FileChange,
  FileContent,
  FileState,
  Transition,
} from '../../shared/tool/file-change'
import { releaseBytes } from '../changes/byte-memory'
import { newId } from '../identifier'
import type { Excerpt } from './excerpt'
import { readState } from './file-state'
import { withFile } from './handles'
import { requireOneDisk } from './mounts'
import { contentOf, givenBytes } from './new-content'
import { nameToPlanWith } from './other-names'
import type { PathGuard } from './paths'
import { elsewhere, kindAt, type PendingFiles, takenAway, undecided, writtenText } from './pending-files'
import { identifyPending } from './pending-identity'
import { contentBytes } from './planned-content'
import { isInside, isInsideFolded } from './protected-places'
import { missingAbove } from './relocation-plans'
import { splicedContent } from './spliced-content'
import { readTextFile, type TextFile, type TooLarge } from './text-file'
import { decodeStored, encodeText } from './text-format'

/** A new file with the folders that it needs. */
export interface PlannedFile {
  readonly path: string
  /** Folders to make, the outermost first. */
  readonly folders: readonly string[]
  readonly size: number
  readonly change: FileChange
}

/** What a whole new text takes the place of. */
export interface Replaced {
  readonly state: Extract<FileState, { kind: 'file' }>
  /** Names that the file has in all folders. */
  readonly links: number
  /** Null for what is not text, or too long to be compared. */
  readonly text: TextFile | null
}

/** The whole content of a file that may be there already. */
export interface PlannedOverwrite extends PlannedFile {
  /** How the new text is stored; null for what is not text. */
  readonly encoding: string | null
  readonly replaced: Replaced | null
}

/** One thing on its way to the trash. */
export interface PlannedRemoval {
  readonly path: string
  readonly name: string
  readonly trashId: string
  readonly entry: EntryIdentity
  /** Protected things inside that go along. */
  readonly protectedInside: readonly string[]
}

/** Plans a new file of a text or of bytes; refuses a path where something is. */
export async function planNewFile(
  guard: PathGuard,
  input: string,
  given: string | Uint8Array,
  pending: PendingFiles,
): Promise<PlannedFile> {
  if (/[\\/]$/.test(input)) throw new AppError('invalid_input', say('file.ends_like_folder', { path: input }))
  const { path } = await guard.resolve(input, 'write')
  if ((await kindAt(path, pending)) !== null) {
    throw new AppError('already_exists', say('file.exists_for_create', { path }))
  }
  return newFileAt(path, given, pending)
}

async function newFileAt(
  path: string,
  given: string | Uint8Array,
  pending: PendingFiles,
): Promise<PlannedFile> {
  const folders = await missingAbove(path, pending)
  const bytes = givenBytes(given)
  const content = contentOf(bytes)
  // New files get what other programs of this account would give them.
  const mode = 0o666 & ~process.umask()
  const after: FileState = { kind: 'file', sha256: content.sha256, size: bytes.length, mode, node: null }
  return {
    path,
    folders,
    size: bytes.length,
    change: {
      transitions: [
        ...folders.map((folder): Transition => ({ op: 'make_folder', path: folder })),
        { op: 'write', path, before: { kind: 'absent' }, after },
      ],
      contents: [content],
    },
  }
}

/**
 * Plans the whole content of a file, a text or bytes; where nothing is it becomes a new one. Throws `invalid_input` for
 * the path of a folder, and for the content that it has.
 */
export async function planOverwrite(
  guard: PathGuard,
  input: string,
  given: string | Uint8Array,
  limitBytes: number,
  pending: PendingFiles,
): Promise<PlannedOverwrite> {
  if (/[\\/]$/.test(input)) throw new AppError('invalid_input', say('file.ends_like_folder', { path: input }))
  const { path } = await guard.resolve(input, 'write')
  if ((await kindAt(path, pending)) === null) {
    const encoding = typeof given === 'string' ? 'utf-8' : null
    return { ...(await newFileAt(path, given, pending)), encoding, replaced: null }
  }
  const replaced = await readReplaced(guard, path, limitBytes, pending)
  const { bytes, encoding } = inEncodingOf(replaced.text, given, path)
  const content = contentOf(bytes)
  if (content.sha256 === replaced.state.sha256) {
    throw new AppError('invalid_input', say('file.same_content', { path }), {
      field: 'content',
    })
  }
  const { mode } = replaced.state
  const after: FileState = { kind: 'file', sha256: content.sha256, size: bytes.length, mode, node: null }
  return {
    path,
    folders: [],
    size: bytes.length,
    encoding,
    replaced,
    change: { transitions: [{ op: 'write', path, before: replaced.state, after }], contents: [content] },
  }
}

/** Text where it is text that fits the limit; only its state otherwise. */
async function readReplaced(
  guard: PathGuard,
  path: string,
  limitBytes: number,
  pending: PendingFiles,
): Promise<Replaced> {
  const place = pending.at(path)
  // What is not text is overwritten once it is where it goes.
  if (place.kind !== 'disk' || place.path !== path) {
    const text = await readPending(guard, path, pending, limitBytes)
    return { state: text.state, links: text.links, text }
  }
  try {
    const text = await readTextFile(path, limitBytes)
    return { state: text.state, links: text.links, text }
  } catch (error) {
    if (!(error instanceof AppError && (error.code === 'unsupported' || error.code === 'too_large')))
      throw error
  }
  const state = await readState(path)
  if (state.kind !== 'file') throw new AppError('invalid_input', say('disk.not_file', { path }))
  const links = await withFile(path, async ({ stats }) => Number(stats.nlink))
  return { state, links, text: null }
}

/** The encoding that the file had; UTF-8 where that can't hold the new text or there was none. */
function inEncodingOf(
  before: TextFile | null,
  given: string | Uint8Array,
  path: string,
): { readonly bytes: Buffer; readonly encoding: string | null } {
  const bytes = givenBytes(given)
  if (typeof given !== 'string') return { bytes, encoding: null }
  const asUtf8 = { bytes, encoding: 'utf-8' }
  if (before === null) return asUtf8
  try {
    return { bytes: encodeText(given, before, path), encoding: before.encoding }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') return asUtf8
    throw error
  }
}

/** A text file as it will be once what waits for a decision is applied. Throws `invalid_input` for a folder. */
export async function readPending(
  guard: PathGuard,
  path: string,
  pending: PendingFiles,
  limitBytes: number,
  tooLarge?: TooLarge,
): Promise<TextFile> {
  const place = pending.at(path)
  switch (place.kind) {
    case 'absent':
      throw takenAway(path)
    case 'folder':
      throw new AppError('invalid_input', say('disk.not_file', { path }))
    case 'file':
      return writtenText(path, place, Date.now())
    case 'disk': {
      if (place.path === path) return readTextFile(path, limitBytes, tooLarge)
      // The trash is no place that tools read; once it is taken back it can be read.
      if (place.arrives === 'trash') throw undecided(path)
      const source = await guard.resolve(place.path, 'read')
      return elsewhere(await readTextFile(source.path, limitBytes, tooLarge), path)
    }
    default:
      return assertNever(place)
  }
}

/**
 * The text of a content that was planned for a file. Throws `corrupt` where it can't be read in the file's encoding.
 */
export async function plannedText(file: TextFile, content: FileContent): Promise<string> {
  const text = decodeStored(await contentBytes(content, file.bytes), file)
  if (text === null) throw new AppError('corrupt', say('file.planned_unreadable'))
  return text
}

/**
 * Plans splices in a file that was read, or in an excerpt of it; encoding, mark, permissions and everything between them
 * stay. The file's bytes are given back: they can't be used afterwards.
 */
export async function planRewrite(
  file: TextFile,
  splices: readonly TextSplice[],
  excerpt: Excerpt | null = null,
): Promise<{ change: FileChange; size: number }> {
  const { content, size } = await splicedContent(file, splices, excerpt)
  releaseBytes(file.bytes)
  const { mode } = file.state
  const after: FileState = { kind: 'file', sha256: content.sha256, size, mode, node: null }
  return {
    size,
    change: {
      transitions: [{ op: 'write', path: file.path, before: file.state, after }],
      contents: [content],
    },
  }
}

/**
 * Plans to move entries to the trash; what lies inside another of them goes along with it. Throws `denied` for a granted
 * folder itself, and for one that has the product's own folders in it.
 */
export async function planRemovals(
  guard: PathGuard,
  ownFolders: readonly string[],
  inputs: readonly string[],
  signal: AbortSignal,
  pending: PendingFiles,
): Promise<{ removals: readonly PlannedRemoval[]; change: FileChange }> {
  const paths = new Set<string>()
  for (const input of inputs) {
    const { path: asked, grant } = await guard.resolve(input, 'write', 'entry')
    const path = await nameToPlanWith(asked, grant.path, pending)
    if (path === grant.path || asked === grant.path) {
      throw new AppError('denied', say('file.is_grant', { path }))
    }
    if (ownFolders.some((folder) => isInsideFolded(path, folder))) {
      throw new AppError('denied', say('file.has_own', { path }))
    }
    guard.requireAllWritable(path)
    requireOneDisk(path)
    paths.add(path)
  }
  const outermost = [...paths].filter(
    (path) => ![...paths].some((other) => other !== path && isInside(other, path)),
  )
  const removals: PlannedRemoval[] = []
  for (const path of outermost) {
    const protectedInside: string[] = []
    const entry = await identifyPending(path, pending, {
      signal,
      onEntry: (inside) => {
        if (guard.isProtected(inside)) protectedInside.push(inside)
      },
    })
    removals.push({ path, name: basename(path), trashId: newId(), entry, protectedInside })
  }
  const transitions = removals.map(
    ({ path, trashId, entry }): Transition => ({ op: 'trash', path, trashId, entry }),
  )
  return { removals, change: { transitions, contents: [] } }
}
