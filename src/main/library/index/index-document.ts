import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import {
  beginStoring,
  claimDeleted,
  completeDocuments,
  type DocumentFacts,
  deletedBefore,
  type IndexedDocument,
  indexedDocument,
  insertChunk,
  type NewChunk,
  removeChunk,
  removeDocument,
  removeSomeChunks,
  replaceEntries,
  requireStored,
  storeBetween,
  storedSource,
} from '../../db/chunk-writes'
import { documentsToIndex, forgetUnfinished } from '../../db/index-segments'
import { readChunks } from '../../db/passages'
import { forAWhile } from '../../db/short-transactions'
import type { WorkerConnection } from '../../db/worker-connection'
import type { PackedContent } from '../../workers/packed-content'
import { createAnalyzers } from '../analysis/analyze'
import { detectLanguage, type Language, languageOfAll, toLanguage } from '../analysis/languages'
import { type PassageWords, passagesOfStream } from '../analysis/word-stream'
import { fileNameText } from './file-name'
import { createIndexWriter, type IndexWriter } from './index-writer'
import { inTurns } from './turns'

/** A document to be stored. */
export type StoreRequest = {
  readonly document: number
  /** Of the file that it was read from. */
  readonly sha256: string | null
  readonly title: string
  /** What the document calls itself; empty where it says nothing, absent where that is not to be kept. */
  readonly readTitle?: string
  readonly extractor: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly content: PackedContent
}

const analyzerFor = createAnalyzers()

/** What became of a document that was to be stored; `completed` is false when it was cancelled or begun anew meanwhile. */
export type StoreOutcome = { readonly completed: boolean }

/** Told how many of the passages of which request are stored. */
export type StoreProgress = (request: number, done: number, total: number) => void

/**
 * Stores documents and indexes them into segments that they share, since a segment or a transaction of its own for each
 * costs more than a short one itself. What an interrupted attempt left is removed first; nothing is visible before the
 * last step, which is one transaction. Throws where one can't be stored, with none of them visible.
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
  const storing = requests.map(beginOf)
  await storePassages(connection, storing, writer, onProgress)
  const entries = await writer.finish()
  const passed = Math.round(performance.now() - started)
  const completed = completeDocuments(
    connection,
    storing.filter(({ isWanted }) => isWanted).map((each) => factsOf(each, passed)),
    entries,
  )
  return requests.map(({ document }) => ({ completed: completed.has(document) }))
}

/** A document on its way into the database. */
type Storing = {
  readonly request: StoreRequest
  readonly language: Language
  /** False when it turns out to be cancelled or begun anew. */
  isWanted: boolean
  /** Where it came from when its indexing began. */
  source: string
  /** Passages that are stored and not yet indexed. */
  readonly taken: (NewChunk & { readonly words: PassageWords | null })[]
  done: number
}

function beginOf(request: StoreRequest): Storing {
  const language = detectLanguage(request.content.document.text)
  return { request, language, isWanted: true, source: '', taken: [], done: 0 }
}

async function storePassages(
  connection: WorkerConnection,
  all: readonly Storing[],
  writer: IndexWriter,
  onProgress: StoreProgress,
): Promise<void> {
  const steps = stepsOf(connection, all)
  await inTurns(
    () => forAWhile(connection, () => steps.next().done !== true),
    async () => {
      for (const [index, each] of all.entries()) {
        if (each.taken.length === 0) continue
        const before = each.done
        await indexTaken(each, writer)
        const total = each.request.content.chunks.length
        // Nobody sees how far one is that is done at once.
        if (before > 0 || each.done < total) onProgress(index, each.done, total)
      }
    },
  )
}

/** Small writes, of one document after the other; as many as have room go into one transaction. */
function* stepsOf(connection: WorkerConnection, all: readonly Storing[]): Generator<void> {
  for (const each of all) {
    const { document: number, content } = each.request
    const { document, chunks } = content
    each.isWanted = beginStoring(connection, each.request, document)
    yield
    if (!each.isWanted) continue
    each.source = storedSource(connection, number)
    while (removeChunk(connection, number)) yield
    const words = content.wordStream === undefined ? null : passagesOfStream(content.wordStream)
    for (const chunk of chunks) {
      const next = { ...chunk, text: document.text.slice(chunk.start, chunk.end) }
      insertChunk(connection, number, next)
      each.taken.push({ ...next, words: words?.next().value ?? null })
      yield
    }
    storeBetween(connection, number, document.text, chunks)
    requireStored(connection, number, chunks.length)
  }
}

async function indexTaken(storing: Storing, writer: IndexWriter): Promise<void> {
  const { document, title } = storing.request
  const fileName = fileNameText(storing.source)
  for (const chunk of storing.taken.splice(0)) {
    writer.add({ document, title, fileName, ...chunk }, analyzerFor(storing.language))
    storing.done++
  }
  await writer.flushIfLarge()
}

function factsOf({ request, language, source }: Storing, passed: number): DocumentFacts {
  const { document: number, sha256, title, readTitle = null, extractor, at, content } = request
  const { document, chunks } = content
  return {
    document: number,
    sha256,
    title,
    readTitle,
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
    at: at + passed,
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
      language ??= languageOfAll(passages)
      for (const passage of passages) {
        writer.add({ document: number, title, fileName, ...passage }, analyzerFor(language))
      }
      await writer.flushIfLarge()
      await nextTurn()
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
