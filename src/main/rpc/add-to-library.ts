import type { Actor } from '../../shared/actor'
import type { Collection, Document } from '../../shared/contract/library'
import { AppError } from '../../shared/errors'
import { newId } from '../identifier'
import type { Gate, Library } from '../services'

interface Gesture {
  readonly gate: Gate
  readonly library: Library & { handedOver(path: string): void }
  readonly actor: Actor
  readonly signal: AbortSignal
}

/**
 * Adds what a person dropped or named: each file goes through the gate as the person's own gesture, so it is in
 * the ledger and can be undone, all under one run id so that one undo takes the whole drop back.
 */
export async function addToLibrary(
  gesture: Gesture,
  input: { readonly paths: readonly string[]; readonly collectionId?: string | undefined },
): Promise<{ documents: Document[]; skipped: { path: string; reason: string }[] }> {
  const { gate, library, actor, signal } = gesture
  const found = await library.findFiles(input.paths, signal)
  const runId = newId()
  const documents: Document[] = []
  const skipped = [...found.skipped]
  for (const path of found.files) {
    signal.throwIfAborted()
    library.handedOver(path)
    const outcome = await gate.call({
      tool: 'add_document',
      input: {
        source: path,
        ...(input.collectionId === undefined ? {} : { collection_id: input.collectionId }),
      },
      actor,
      approval: 'gesture',
      runId,
      conversationId: null,
      toolUseId: null,
      signal,
    })
    if (outcome.status === 'done' && outcome.result.success) {
      const state = outcome.result.state as { document_id: string }
      documents.push(library.document(state.document_id))
    } else {
      skipped.push({
        path,
        reason: outcome.status === 'done' ? outcome.result.content : 'It waits for approval in the inbox.',
      })
    }
  }
  return { documents, skipped }
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
