import { type Actor, person } from '../../shared/actor'
import type { Grant } from '../../shared/contract/files'
import {
  type Collection,
  type Document,
  droppedPathsLimit,
  type WatchedFolder,
} from '../../shared/contract/library'
import { AppError, toAppError } from '../../shared/errors'
import { newId } from '../identifier'
import type { OpenedArchive } from '../library/archive'
import type { HandedEntry } from '../library/handed-over'
import type { WatchedFolders } from '../library/watch/service'
import type { FolderGrants, Gate, Library } from '../services'

interface Gesture {
  readonly gate: Gate
  readonly library: Library & { handedOver(path: string, entry?: HandedEntry): void }
  readonly actor: Actor
  readonly signal: AbortSignal
}

/**
 * Adds what a person dropped or named: each file goes through the gate as the person's own gesture, so it is in
 * the ledger and can be undone, all under one run id so that one undo takes the whole drop back.
 */
export async function addToLibrary(
  gesture: Gesture,
  input: {
    readonly paths: readonly string[]
    readonly collectionId?: string | undefined
    /** For the one file that it is. */
    readonly title?: string | undefined
  },
): Promise<{ documents: Document[]; skipped: { path: string; reason: string }[] }> {
  const { library, signal } = gesture
  const found = await library.findFiles(input.paths, signal)
  const runId = newId()
  const documents: Document[] = []
  const skipped = [...found.skipped]
  const add = async (source: string) => {
    const added = await addFile(gesture, { ...input, source, runId })
    if ('reason' in added) skipped.push({ path: source, reason: added.reason })
    else documents.push(added)
  }
  let taken = 0
  const isFull = (path: string) => {
    if (taken++ < droppedPathsLimit) return false
    skipped.push({ path, reason: reasonOfLimit })
    return true
  }
  for (const path of found.files) {
    signal.throwIfAborted()
    const opened = await openArchive(gesture, path)
    if (opened === null) {
      if (isFull(path)) return { documents, skipped }
      library.handedOver(path)
      await add(path)
      continue
    }
    skipped.push(...opened.skipped)
    for (const { source, ...content } of opened.entries) {
      signal.throwIfAborted()
      if (isFull(source)) return { documents, skipped }
      library.handedOver(source, content)
      await add(source)
    }
  }
  return { documents, skipped }
}

/** A folder of archives may hold more than was named. */
const reasonOfLimit = `More than ${droppedPathsLimit.toLocaleString('en')} files, with those in archives; the rest was left out.`

/** What is in an archive, by the paths that people know; null for what is none. */
async function openArchive({ library, signal }: Gesture, path: string): Promise<OpenedArchive | null> {
  try {
    return await library.openArchive(path, signal)
  } catch (error) {
    if (signal.aborted) throw error
    return { entries: [], skipped: [{ path, reason: toAppError(error).message }] }
  }
}

interface AddedFile {
  readonly source: string
  readonly collectionId?: string | undefined
  readonly title?: string | undefined
  readonly runId: string
}

/** Adds one file that was handed over; answers its document, or why it was not taken. */
async function addFile(
  { gate, library, actor, signal }: Gesture,
  { source, collectionId, title, runId }: AddedFile,
): Promise<Document | { reason: string }> {
  const outcome = await gate.call({
    tool: 'add_document',
    input: {
      source,
      ...(title === undefined ? {} : { title }),
      ...(collectionId === undefined ? {} : { collection_id: collectionId }),
    },
    actor,
    approval: 'gesture',
    runId,
    conversationId: null,
    toolUseId: null,
    signal,
  })
  if (outcome.status !== 'done') return { reason: 'It waits for approval in the inbox.' }
  if (!outcome.result.success) return { reason: outcome.result.content }
  // What this tool answers when it did what it does.
  const state = outcome.result.state as { document_id: string }
  return library.document(state.document_id)
}

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
    throw new AppError(error?.code ?? 'internal', error?.message ?? 'The collection could not be made.')
  }
  const made = gesture.library.collections().find((collection) => collection.name === input.name.trim())
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
