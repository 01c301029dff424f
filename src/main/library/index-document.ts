import { setTimeout as pause } from 'node:timers/promises'
import {
  completeDocument,
  deletedBefore,
  documentTitle,
  enterIndexStage,
  finishRetitle,
  insertSomeChunks,
  type NewChunk,
  removeDocument,
  removeSomeChunks,
  replaceText,
  retitleSomeChunks,
} from '../db/chunk-writes'
import type { WorkerConnection } from '../db/worker-connection'
import type { PackedContent } from '../workers/index-protocol'
import { indexedForm } from './search/words'

/** A document to be stored. */
export type StoreRequest = {
  readonly document: number
  readonly title: string
  readonly extractor: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly content: PackedContent
}

/**
 * After each transaction others get twice its time, but at least this (milliseconds): SQLite's lock is not fair,
 * so that main, which polls for it, could otherwise wait for a whole document.
 */
const LEAST_PAUSE_MS = 4
const PAUSE_RATIO = 2

/** Repeats a step that holds the lock for a moment until it has nothing more to do. */
async function inTurns(step: () => boolean): Promise<void> {
  for (;;) {
    const started = performance.now()
    if (!step()) return
    await pause(Math.max(LEAST_PAUSE_MS, PAUSE_RATIO * (performance.now() - started)))
  }
}

/**
 * Stores a document and indexes it. What an interrupted attempt left is removed first; nothing is visible before
 * the last step, which changes one row. Answers false when the document was cancelled meanwhile.
 */
export async function storeDocument(
  connection: WorkerConnection,
  request: StoreRequest,
  onProgress: (done: number, total: number) => void,
): Promise<boolean> {
  const { document: number, title, content } = request
  const { document, chunks } = content
  const started = performance.now()
  if (!enterIndexStage(connection, number)) return false
  await inTurns(() => removeSomeChunks(connection, number))
  replaceText(connection, number, document.text, document.pages)
  let done = 0
  const rest = withText(content, () => done++)
  await inTurns(() => {
    const more = insertSomeChunks(connection, number, title, rest, indexedForm)
    onProgress(done, chunks.length)
    return more
  })
  return completeDocument(connection, number, {
    title,
    mime: document.mime,
    pages: document.pages.length === 0 ? null : document.pages.length,
    chunks: chunks.length,
    tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    characters: document.text.length,
    extractor: request.extractor,
    at: request.at + Math.round(performance.now() - started),
  })
}

function* withText({ document, chunks }: PackedContent, onNext: () => void): Generator<NewChunk> {
  for (const chunk of chunks) {
    onNext()
    yield { ...chunk, text: document.text.slice(chunk.start, chunk.end) }
  }
}

/** Indexes a document's passages under its present title; false when it changed again meanwhile. */
export async function retitleDocument(connection: WorkerConnection, document: number): Promise<boolean> {
  const title = documentTitle(connection, document)
  let from = 0
  await inTurns(() => {
    const next = retitleSomeChunks(connection, document, from, indexedForm)
    from = next ?? from
    return next !== null
  })
  return finishRetitle(connection, document, title)
}

/** Removes for good what was deleted before a time; answers how many documents. */
export async function purgeDeleted(connection: WorkerConnection, before: number): Promise<number> {
  const documents = deletedBefore(connection, before)
  for (const document of documents) {
    await inTurns(() => removeSomeChunks(connection, document))
    removeDocument(connection, document)
    await pause(LEAST_PAUSE_MS)
  }
  return documents.length
}
