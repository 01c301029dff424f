import { dirname, sep } from 'node:path'
import { z } from 'zod'
import { type Actor, person } from '../../shared/actor'
import type { Document } from '../../shared/contract/document'
import type { Grant } from '../../shared/contract/files'
import {
  type Collection,
  droppedPathsLimit,
  type SameNamed,
  type WatchedFolder,
} from '../../shared/contract/library'
import { AppError, fromErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Reason, reasonOf, wordsOf } from '../../shared/sentences/sentence'
import { newId } from '../identifier'
import type { Candidate } from '../library/sources/candidates'
import type { LibraryToolService } from '../library/tool-service'
import type { WatchedFolders } from '../library/watch/service'
import type { FolderGrants } from '../services/folder-grants'
import type { Gate } from '../services/gate'
import type { Library } from '../services/library'
import { lookUpTogether } from './look-up-together'

/** What adding by a gesture needs of the library. */
export type AddingLibrary = Library &
  Pick<
    LibraryToolService,
    | 'defaultCollectionId'
    | 'namedCollection'
    | 'documentWithContent'
    | 'inSnapshot'
    | 'isPresent'
    | 'candidates'
    | 'handOver'
    | 'sameNamed'
    | 'shownPath'
  >

interface Gesture {
  readonly gate: Gate
  readonly library: AddingLibrary
  readonly actor: Actor
  readonly signal: AbortSignal
}

interface Addition {
  readonly paths: readonly string[]
  readonly collectionId?: string | undefined
  /** For the one file that it is. */
  readonly title?: string | undefined
  /** Only these of the files that are found; absent for all. */
  readonly only?: ReadonlySet<string> | undefined
  /** When the first of them came; absent where nothing is to be asked. Milliseconds since 1970. */
  readonly asksSince?: number | undefined
  /** Which document a file is a new version of, by its path, where a person said so. */
  readonly versions?: ReadonlyMap<string, string> | undefined
}

/** What came of an addition until now. */
export interface Added {
  readonly documents: Document[]
  readonly skipped: ({ path: string } & Reason)[]
  readonly known: string[]
  readonly renewed: string[]
  unchanged: number
  readonly sameNamed: SameNamed[]
  readonly runId: string
}

/**
 * Files that are one change: what is stored, synced and undone together. Their bytes limit how long the first ones wait
 * for the last ones to be looked at.
 */
const FILES_OF_ONE_CHANGE = 500
const BYTES_OF_ONE_CHANGE = 64 * 1024 * 1024

/** Of a run that added nothing yet. */
export function nothingAdded(runId: string = newId()): Added {
  return { documents: [], skipped: [], known: [], renewed: [], unchanged: 0, sameNamed: [], runId }
}

/**
 * Adds what a person dropped or named: files go through the gate together as the person's own gesture, so they are in
 * the ledger and can be undone, all under one run id so that one undo takes the whole drop back.
 * What came of it until now is in `added`.
 */
export async function addToLibrary(
  gesture: Gesture,
  input: Addition,
  added: Added = nothingAdded(),
): Promise<Added> {
  const { library, signal } = gesture
  const { runId } = added
  const { title, asksSince, only, versions = new Map<string, string>() } = input
  const collectionId = library.namedCollection(input.collectionId ?? library.defaultCollectionId).id
  const found = await library.findFiles(input.paths, signal)
  added.skipped.push(...found.skipped)
  let place: Place | null = null
  let taken = 0
  let waiting: Found[] = []
  const addWaiting = async (most: number) => {
    while (waiting.length > most || sizeOf(waiting) >= BYTES_OF_ONE_CHANGE) {
      signal.throwIfAborted()
      const files = waiting.slice(0, FILES_OF_ONE_CHANGE)
      waiting = waiting.slice(FILES_OF_ONE_CHANGE)
      await addTogether(gesture, { files, place, collectionId, runId, title, asksSince }, added)
    }
  }
  for await (const { files, archive, skipped } of library.candidates(found.files, true, signal)) {
    place ??= placeNamed(input.paths, found.folders, archive)
    const wanted = only === undefined ? files : files.filter(({ source }) => only.has(source))
    const room = wanted.slice(0, droppedPathsLimit - taken)
    taken += room.length
    waiting = waiting.concat(
      room.map((file) => ({
        ...file,
        versionOf: versions.get(file.source),
        handed: archive?.path ?? file.source,
      })),
    )
    const told = ({ path }: { readonly path: string }) =>
      only?.has(path) !== false || input.paths.includes(path)
    added.skipped.push(
      ...skipped
        .filter(told)
        .map(({ path, reason, said }) => ({ path, ...reasonOf(wordsOf({ message: reason, said })) })),
    )
    const tooMany = wanted[room.length]
    if (tooMany !== undefined) {
      added.skipped.push({ path: tooMany.source, ...reasonOfLimit })
      break
    }
    await addWaiting(FILES_OF_ONE_CHANGE - 1)
  }
  await addWaiting(0)
  // What is in the library already, or was left out, would lie there until the next start.
  const proposed = added.skipped.filter(({ said }) => said?.code === 'adding.waits')
  await library.forgetUploads(input.paths, [
    ...added.documents,
    ...proposed.map(({ path: source }) => ({ source })),
    ...added.sameNamed.map(({ path: source }) => ({ source })),
  ])
  return added
}

/** A folder of archives may hold more than was named. */
const reasonOfLimit = reasonOf(say('adding.limit_with_archives', { limit: droppedPathsLimit }))

function sizeOf(files: readonly Candidate[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

/** The one folder or archive that a person named. */
interface Place {
  readonly kind: 'folder' | 'archive'
  readonly path: string
}

function placeNamed(
  paths: readonly string[],
  folders: readonly string[],
  archive: { readonly path: string } | null,
): Place | null {
  if (paths.length > 1) return null
  const [folder] = folders
  if (folder !== undefined) return { kind: 'folder', path: folder }
  return archive === null ? null : { kind: 'archive', path: archive.path }
}

/** A file, and what a person handed over for it: the file, or the archive that it is in. */
type Found = Candidate & { readonly handed: string }

interface Together {
  readonly files: readonly Found[]
  readonly place: Place | null
  readonly collectionId: string
  readonly runId: string
  readonly title: string | undefined
  readonly asksSince: number | undefined
}

/** Adds files as one change, each content once; what the collection has already is answered as it is there. */
async function addTogether(gesture: Gesture, wanted: Together, added: Added): Promise<void> {
  const { library } = gesture
  const documents = new Map<string, string>()
  const unknown: Found[] = []
  await lookUpTogether(gesture.library, wanted.files, (file) => {
    const known = library.documentWithContent(file.sha256, wanted.collectionId)
    if (known !== null) documents.set(file.sha256, known.id)
    else unknown.push(file)
  })
  // What is the same as a file before it, of this drop, is new with that one.
  const before = new Set(added.documents.map(({ id }) => id))
  added.known.push(...[...documents.values()].filter((id) => !before.has(id)))
  const { sameNamed, again } = await sameNamedAmong(library, wanted, unknown)
  const fresh = eachContent(
    unknown
      .filter(({ source }) => !sameNamed.has(source))
      .map((file) => ({ ...file, versionOf: again.get(file.source) ?? file.versionOf })),
  )
  // Nobody is asked about a content that comes in anyway.
  const asked = eachContent(unknown.filter(({ sha256 }) => !fresh.has(sha256)))
  added.sameNamed.push(...[...asked.values()].flatMap(({ source }) => sameNamed.get(source) ?? []))
  added.unchanged += wanted.files.length - fresh.size - asked.size
  const { ids, renewed, known, reasons } = await addFresh(gesture, wanted, [...fresh.values()])
  for (const { sha256, source } of fresh.values()) {
    const id = ids.get(source)
    if (id !== undefined) documents.set(sha256, id)
  }
  added.renewed.push(...renewed)
  added.known.push(...known)
  await lookUpTogether(gesture.library, wanted.files, ({ sha256, source }) => {
    const id = documents.get(sha256)
    if (id !== undefined) added.documents.push(library.document(id))
    else if (!asked.has(sha256)) added.skipped.push({ path: source, ...reasons(source) })
  })
}

/** The first file of each content. */
function eachContent(files: readonly Found[]): Map<string, Found> {
  const first = new Map<string, Found>()
  for (const file of files) if (!first.has(file.sha256)) first.set(file.sha256, file)
  return first
}

interface AmongSameNamed {
  /** Those of the files that may be new versions, by their paths; none where nothing is to be asked. */
  readonly sameNamed: ReadonlyMap<string, SameNamed>
  /** Documents by the paths of files that have their name and their content: what could not be read is read again. */
  readonly again: ReadonlyMap<string, string>
}

async function sameNamedAmong(
  library: AddingLibrary,
  { collectionId, asksSince }: Together,
  files: readonly Found[],
): Promise<AmongSameNamed> {
  const [sameNamed, again] = [new Map<string, SameNamed>(), new Map<string, string>()]
  if (asksSince === undefined) return { sameNamed, again }
  const sources = files.map(({ source }) => source)
  const found = await library.sameNamed(sources, { collectionId, before: asksSince })
  for (const { source, sha256, size, handed } of files) {
    const documents = found.get(source) ?? []
    const same = documents.find((document) => document.sha256 === sha256)
    const name = library.shownPath(source)
    if (same !== undefined) again.set(source, same.id)
    else if (documents.length > 0)
      sameNamed.set(source, { path: source, handed, name, size, documents: [...documents] })
  }
  return { sameNamed, again }
}

interface AddedFresh {
  /** Documents by the paths of their files. */
  readonly ids: ReadonlyMap<string, string>
  /** Those of them that were there before, and get a new content. */
  readonly renewed: readonly string[]
  /** Those that have the same content already, could not be read, and are read again. */
  readonly known: readonly string[]
  /** Why a file became none. */
  readonly reasons: (source: string) => Reason
}

async function addFresh(
  { gate, library, actor, signal }: Gesture,
  { place, collectionId, runId, title }: Together,
  files: readonly Candidate[],
): Promise<AddedFresh> {
  const [first] = files
  if (first === undefined) return { ids: new Map(), renewed: [], known: [], reasons: () => reasonOf('') }
  const source = files.length === 1 ? first.source : (place?.path ?? commonFolder(files))
  const forget = library.handOver(source, { files, kind: place?.kind ?? 'files' })
  const call = gate.call({
    tool: 'add_document',
    input: { source, collection_id: collectionId, ...(title === undefined ? {} : { title }) },
    actor,
    approval: 'gesture',
    runId,
    conversationId: null,
    toolUseId: null,
    signal,
  })
  const outcome = await call.finally(forget)
  if (outcome.status !== 'done') {
    return { ids: new Map(), renewed: [], known: [], reasons: () => reasonOf(say('adding.waits')) }
  }
  const { success, content, state, error } = outcome.result
  if (!success) {
    const why = reasonOf(error === undefined ? content : wordsOf(error))
    return { ids: new Map(), renewed: [], known: [], reasons: () => why }
  }
  // What this tool answers when it did what it does.
  const { results, skipped = [], ...one } = state as AddedState
  const all = results ?? [{ ...one, source: first.source }]
  const ids = new Map(all.map((each) => [each.source ?? '', each.document_id]))
  const renewed = all.filter(({ new_version }) => new_version === true).map(({ document_id }) => document_id)
  const known = all.filter(({ duplicate }) => duplicate === true).map(({ document_id }) => document_id)
  const reasons = new Map(skipped.map(({ path, ...reason }) => [path, reason]))
  return { ids, renewed, known, reasons: (path) => reasons.get(path) ?? reasonOf(content) }
}

interface AddedState extends AddedOne {
  readonly results?: readonly AddedOne[]
  readonly skipped?: readonly ({ readonly path: string } & Reason)[]
}

interface AddedOne {
  readonly document_id: string
  readonly source?: string
  readonly new_version?: boolean
  readonly duplicate?: boolean
}

/** The deepest folder that all files are in. */
function commonFolder(files: readonly Candidate[]): string {
  const [first, ...others] = files.map(({ source }) => dirname(source))
  let folder = first ?? ''
  while (!others.every((other) => other === folder || other.startsWith(withSeparator(folder)))) {
    const above = dirname(folder)
    // On Windows, two drives have no folder together.
    if (above === folder) return folder
    folder = above
  }
  return folder
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : `${folder}${sep}`
}

const madeSchema = z.object({ collection_id: z.string() })

/** Makes a collection as the person's own gesture. */
export async function createCollection(
  gesture: Gesture,
  input: { readonly name: string; readonly description: string },
): Promise<Collection> {
  const outcome = await gesture.gate.call({
    tool: 'create_collection',
    input,
    actor: gesture.actor,
    approval: 'gesture',
    runId: null,
    conversationId: null,
    toolUseId: null,
    signal: gesture.signal,
  })
  if (outcome.status !== 'done' || !outcome.result.success) {
    const error = outcome.status === 'done' ? outcome.result.error : undefined
    throw error === undefined
      ? new AppError('internal', 'The collection could not be made.')
      : fromErrorShape(error)
  }
  const { collection_id: id } = madeSchema.parse(outcome.result.state)
  const made = gesture.library.collections().find((collection) => collection.id === id)
  if (made === undefined) throw new AppError('internal', 'The collection was made but can’t be found.')
  return made
}

/** How a grant came that this caller makes. */
export function grantSource(actor: Actor): Grant['source'] {
  return actor.kind === person.kind ? 'dialog' : 'command_line'
}

/** Watches a folder that a person named; where the wish says so, naming it lets tools read it. */
export async function watchFolder(
  {
    watchedFolders,
    grants,
    library,
    actor,
  }: {
    readonly watchedFolders: WatchedFolders
    readonly grants: FolderGrants
    readonly library: { readonly defaultCollectionId: string }
    readonly actor: Actor
  },
  wish: { readonly path: string; readonly collectionId?: string | undefined; readonly grant: boolean },
): Promise<WatchedFolder> {
  const { path, collectionId = library.defaultCollectionId } = wish
  const watch = () => watchedFolders.watch({ path, collectionId, by: actor })
  try {
    return await watch()
  } catch (error) {
    if (!wish.grant || !(error instanceof AppError) || error.code !== 'outside_grant') throw error
  }
  await grants.grant(path, 'read', grantSource(actor))
  return watch()
}
