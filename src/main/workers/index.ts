import { createHash } from 'node:crypto'
import { deserialize } from 'node:v8'
import { AppError, assertNever } from '../../shared/errors'
import { createBlobStore } from '../changes/blobs'
import { openRowReader, type RowReader } from '../db/document-rows'
import { forgetIndex } from '../db/index-segments'
import { readChunks, readChunksEvenly } from '../db/passages'
import { openReadingConnection, openWorkerConnection, type WorkerConnection } from '../db/worker-connection'
import { acquireFiles, hashFile, inspectFiles } from '../library/acquire'
import { checkIndex } from '../library/index/check-index'
import { eraseRemoved, mergeIndex } from '../library/index/merge-index'
import {
  indexSomeWaiting,
  purgeDeleted,
  retitleDocument,
  type StoreOutcome,
  storeDocuments,
} from '../library/index-document'
import { openSearcher, type SearchAnswer, type Searcher } from '../library/search/search'
import { summarizeChunks } from '../library/summarize'
import {
  type FileContent,
  type IndexRequest,
  type IndexResponse,
  type IndexValues,
  indexRequestSchema,
  packedContentSchema,
} from './index-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker threads that copy files, write the index and search it: one request at a time. */

const connections = new Map<string, WorkerConnection>()
const searchers = new Map<string, Searcher>()
const rowReaders = new Map<string, RowReader>()
/** Says whether the answer that is being made is still wanted; one request is served at a time. */
let flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

const send = serveRequests<IndexRequest, IndexValues[keyof IndexValues], IndexResponse>({
  schema: indexRequestSchema,
  answer,
})

function connect(path: string): WorkerConnection {
  const open = connections.get(path) ?? openWorkerConnection(path)
  connections.set(path, open)
  return open
}

async function answer(request: IndexRequest): Promise<IndexValues[keyof IndexValues]> {
  switch (request.kind) {
    case 'hash':
      return hashFile(request.path, request.maxBytes)
    case 'inspect':
      return inspectFiles(request.paths, request.maxBytes)
    case 'acquire':
      return await acquireFiles(request.files, request.path, request.maxBytes)
    case 'unpack':
      return await unpack(request)
    case 'store':
      return await store(request)
    case 'retitle':
      return { completed: await retitleDocument(connect(request.path), request.document) }
    case 'purge':
      return { documents: await purgeDeleted(connect(request.path), request.before) }
    case 'summarize':
      return summarizeChunks(readChunks(connect(request.path), request.document), request.maxChunks)
    case 'chunks':
      return readChunksEvenly(connect(request.path), request.document, request.most)
    case 'search':
      return search(request)
    case 'open_index':
      searcher(request.path).open()
      return { completed: true }
    case 'open_database':
      connect(request.path)
      return { completed: true }
    case 'row_numbers':
      return rowReader(request).numbers(request)
    case 'row_ids':
      return rowReader(request).ids(request)
    case 'count_rows':
      return rowReader(request).count(request.filter)
    case 'facets':
      return rowReader(request).facets(request.collectionId)
    case 'index_waiting':
      return { documents: await indexSomeWaiting(connect(request.path)) }
    case 'forget_index':
      forgetIndex(connect(request.path))
      return { completed: true }
    case 'merge':
      await mergeIndex(connect(request.path))
      return { completed: true }
    case 'erase':
      await eraseRemoved(connect(request.path))
      return { completed: true }
    case 'check':
      return checkIndex(openReadingConnection(request.path), request.documents)
    default:
      return assertNever(request)
  }
}

async function unpack({ path, withPictures, blobs, only }: Extract<IndexRequest, { kind: 'unpack' }>) {
  // Read when it is needed, because threads that search do without it and are to answer soon.
  const { unpackArchive } = await import('../library/archive')
  return unpackArchive(path, withPictures, storeOf(blobs, only))
}

/** What becomes of each file of an archive: it is stored, where there is a store, and it is one of those that are wanted. */
function storeOf(
  blobs: string | null,
  only: readonly string[] | null,
): (bytes: Buffer) => Promise<FileContent> {
  const wanted = only === null ? null : new Set(only)
  return async (bytes) => {
    if (blobs !== null && wanted === null) return await createBlobStore(blobs).putBytes(bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (blobs !== null && wanted?.has(sha256)) return await createBlobStore(blobs).putBytes(bytes, sha256)
    return { sha256, size: bytes.length }
  }
}

async function store({
  id,
  path,
  documents,
}: Extract<IndexRequest, { kind: 'store' }>): Promise<StoreOutcome[]> {
  const requests = documents.map(({ packed, ...document }) => ({
    ...document,
    content: packedContentSchema.parse(deserialize(packed)),
  }))
  return storeDocuments(connect(path), requests, (request, done, total) =>
    send({ kind: 'progress', id, request, done, total }),
  )
}

function search(request: Extract<IndexRequest, { kind: 'search' }>): SearchAnswer {
  flag = new Int32Array(request.cancelled)
  return searcher(request.path).search(request, stopIfUnwanted)
}

function searcher(path: string): Searcher {
  const open = searchers.get(path) ?? openSearcher(openReadingConnection(path))
  searchers.set(path, open)
  return open
}

function rowReader({ path, cancelled }: { path: string; cancelled: SharedArrayBuffer }): RowReader {
  const reader = rowReaders.get(path) ?? openRowReader(openReadingConnection(path), stopIfUnwanted)
  rowReaders.set(path, reader)
  flag = new Int32Array(cancelled)
  return reader
}

function stopIfUnwanted(): void {
  if (Atomics.load(flag, 0) !== 0) throw new AppError('cancelled', 'This answer is no longer wanted.')
}
