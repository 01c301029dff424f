import { setTimeout as pause } from 'node:timers/promises'
import {
  completeDocument,
  deletedBefore,
  documentTitle,
  finishRetitle,
  insertSomeChunks,
  type NewChunk,
  removeDocument,
  removeSomeChunks,
  replaceText,
  retitleSomeChunks,
} from '../db/chunk-writes'
import type { WorkerConnection } from '../db/worker-connection'
import type { IndexRequest } from '../workers/index-protocol'
import { indexedForm } from './search/words'

type StoreRequest = Omit<Extract<IndexRequest, { kind: 'store' }>, 'id' | 'kind' | 'path'>

/**
 * Between two transactions (milliseconds): SQLite's lock is not fair, so that without a pause main, which polls
 * for it, could wait for a whole document.
 */
const PAUSE_MS = 4

/**
 * Stores a document and indexes it. What an interrupted attempt left is removed first; nothing is visible before
 * the last step, which changes one row. Answers false when the document was cancelled meanwhile.
 */
export async function storeDocument(
  connection: WorkerConnection,
  request: StoreRequest,
  onProgress: (done: number, total: number) => void,
): Promise<boolean> {
  const { document, content, title } = request
  while (removeSomeChunks(connection, document)) await pause(PAUSE_MS)
  replaceText(connection, document, content.text, content.pages)
  let done = 0
  const chunks = withText(content, () => done++)
  while (insertSomeChunks(connection, document, title, chunks, indexedForm)) {
    onProgress(done, content.chunks.length)
    await pause(PAUSE_MS)
  }
  return completeDocument(connection, document, {
    title,
    mime: content.mime,
    pages: content.pages.length === 0 ? null : content.pages.length,
    chunks: content.chunks.length,
    tokens: content.chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    characters: content.text.length,
    extractor: request.extractor,
    at: request.at,
  })
}

function* withText(content: StoreRequest['content'], onNext: () => void): Generator<NewChunk> {
  for (const chunk of content.chunks) {
    onNext()
    yield { ...chunk, text: content.text.slice(chunk.start, chunk.end) }
  }
}

/** Indexes a document's passages under its present title; false when it changed again meanwhile. */
export async function retitleDocument(connection: WorkerConnection, document: number): Promise<boolean> {
  const title = documentTitle(connection, document)
  let from: number | null = 0
  while (from !== null) {
    from = retitleSomeChunks(connection, document, from, indexedForm)
    if (from !== null) await pause(PAUSE_MS)
  }
  return finishRetitle(connection, document, title)
}

/** Removes for good what was deleted before a time; answers how many documents. */
export async function purgeDeleted(connection: WorkerConnection, before: number): Promise<number> {
  const documents = deletedBefore(connection, before)
  for (const document of documents) {
    while (removeSomeChunks(connection, document)) await pause(PAUSE_MS)
    removeDocument(connection, document)
    await pause(PAUSE_MS)
  }
  return documents.length
}
