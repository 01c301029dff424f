import { setTimeout as pause } from 'node:timers/promises'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import {
  beginStoring,
  claimDeleted,
  completeDocuments,
  type DocumentFacts,
  deletedBefore,
  hasChunks,
  type IndexedDocument,
  indexedDocument,
  insertSomeChunks,
  type NewChunk,
  removeDocument,
  removeSomeChunks,
  replaceEntries,
  requireStored,
  storedSource,
} from '../db/chunk-writes'
import { documentsToIndex, forgetUnfinished } from '../db/index-segments'
import { readChunks } from '../db/passages'
import type { WorkerConnection } from '../db/worker-connection'
import type { PackedContent } from '../workers/index-protocol'
import { createAnalyzers } from './analysis/analyze'
import { detectLanguage, type Language, toLanguage } from './analysis/languages'
import { fileNameText } from './index/file-name'
import { createIndexWriter, type IndexWriter } from './index/index-writer'
import { inTurns } from './index/turns'

/** A document to be stored. */
export type StoreRequest = {
  readonly document: number
  readonly title: string
  readonly extractor: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly content: PackedContent
}

const analyzerFor = createAnalyzers()

/** What became of a document that was to be stored; `completed` is false when it was cancelled meanwhile. */
export type StoreOutcome = { readonly completed: boolean } | { readonly error: ErrorShape }

/** Told how many of the passages of which request are stored. */
export type StoreProgress = (request: number, done: number, total: number) => void

/**
 * Stores documents and indexes them into segments that they share, since a segment of its own for each costs more
 * than indexing a short one. What an interrupted attempt left is removed first; nothing is visible before the last
 * step, which is one transaction. One that fails leaves the others as they are.
 */
export async function storeDocuments(
  connection: WorkerConnection,
  requests: readonly StoreRequest[],
  onProgress: StoreProgress,
): Promise<StoreOutcome[]> {
  const [first] = requests
  if (first === undefined) return []
  forgetUnfinished(connection, 'documents')
  const writer = createIndexWriter(connection, first.document)
  const started = performance.now()
  const stored: (DocumentFacts | null | ErrorShape)[] = []
  for (const [index, request] of requests.entries()) {
    const tell = (done: number, total: number) => onProgress(index, done, total)
    stored.push(await storePassages(connection, request, writer, tell).catch(toErrorShape))
  }
  const entries = await writer.finish()
  const passed = Math.round(performance.now() - started)
  const whole = stored.filter((facts) => facts !== null && 'document' in facts)
  const completed = completeDocuments(
    connection,
    whole.map((facts) => ({ ...facts, at: facts.at + passed })),
    entries,
  )
  return stored.map((facts) => {
    if (facts === null) return { completed: false }
    return 'document' in facts ? { completed: completed.has(facts.document) } : { error: facts }
  })
}

/** Null when it was cancelled. */
async function storePassages(
  connection: WorkerConnection,
  { document: number, title, content, extractor, at }: StoreRequest,
  writer: IndexWriter,
  onProgress: (done: number, total: number) => void,
): Promise<DocumentFacts | null> {
  const { document, chunks } = content
  if (!beginStoring(connection, number, document)) return null
  if (hasChunks(connection, number)) await inTurns(() => removeSomeChunks(connection, number))
  const language = detectLanguage(document.text)
  const source = storedSource(connection, number)
  const fileName = fileNameText(source)
  const taken: NewChunk[] = []
  const rest = withText(content, taken)
  let done = 0
  await inTurns(
    () => insertSomeChunks(connection, number, rest),
    async () => {
      for (const chunk of taken.splice(0)) {
        writer.add({ document: number, title, fileName, ...chunk }, analyzerFor(language))
        done++
      }
      await writer.flushIfLarge()
      onProgress(done, chunks.length)
    },
  )
  requireStored(connection, number, chunks.length)
  return {
    document: number,
    title,
    source,
    mime: document.mime,
    pages: document.pages.length === 0 ? null : document.pages.length,
    picturePages: document.picturePages ?? 0,
    warnings: JSON.stringify(document.warnings ?? []),
    chunks: chunks.length,
    tokens: chunks.reduce((sum, chunk) => sum + chunk.tokens, 0),
    characters: document.text.length,
    extractor,
    language,
    at,
  }
}

function* withText({ document, chunks }: PackedContent, taken: NewChunk[]): Generator<NewChunk> {
  for (const chunk of chunks) {
    const next = { ...chunk, text: document.text.slice(chunk.start, chunk.end) }
    taken.push(next)
    yield next
  }
}

/** Passages that are read at once. */
const READ_PASSAGES = 200

/** Indexes a document's passages under its present title; false when it changed again meanwhile. */
export async function retitleDocument(connection: WorkerConnection, document: number): Promise<boolean> {
  forgetUnfinished(connection, 'documents')
  const found = indexedDocument(connection, document)
  if (found === undefined) return false
  return (await indexAnew(connection, [found])).length === 1
}

/** Documents that share a segment when the whole index is built: larger ones need less merging. */
const DOCUMENTS_AT_ONCE = 200

/** Indexes some documents that have no entries yet; answers how many. */
export async function indexSomeWaiting(connection: WorkerConnection): Promise<number> {
  forgetUnfinished(connection, 'documents')
  const documents = documentsToIndex(connection, DOCUMENTS_AT_ONCE)
    .map((number) => indexedDocument(connection, number))
    .filter((document) => document !== undefined)
  return (await indexAnew(connection, documents)).length
}

async function indexAnew(
  connection: WorkerConnection,
  documents: readonly IndexedDocument[],
): Promise<number[]> {
  const [first] = documents
  if (first === undefined) return []
  const writer = createIndexWriter(connection, first.number)
  const told: (IndexedDocument & { language: Language })[] = []
  for (const document of documents) {
    const { number, title } = document
    const fileName = fileNameText(document.source)
    let language = toLanguage(document.language)
    for (let from = 0; ; from += READ_PASSAGES) {
      const passages = readChunks(connection, document.number, from, READ_PASSAGES)
      language ??= detectLanguage(passages.map(({ text }) => text).join('\n'))
      for (const passage of passages) {
        writer.add({ document: number, title, fileName, ...passage }, analyzerFor(language))
      }
      await writer.flushIfLarge()
      if (passages.length < READ_PASSAGES) break
    }
    told.push({ ...document, language })
  }
  return replaceEntries(connection, told, await writer.finish())
}

/** Between two removed documents others have their turn (milliseconds). */
const PAUSE_MS = 4

/** Removes for good what was deleted before a time; answers how many documents. */
export async function purgeDeleted(connection: WorkerConnection, before: number): Promise<number> {
  const documents = deletedBefore(connection, before)
  let purged = 0
  for (const document of documents) {
    if (!claimDeleted(connection, document, before)) continue
    purged++
    await inTurns(() => removeSomeChunks(connection, document))
    removeDocument(connection, document)
    await pause(PAUSE_MS)
  }
  return purged
}
