import { deserialize } from 'node:v8'
import { AppError, assertNever } from '../../shared/errors'
import { openRowReader, type RowReader } from '../db/document-rows'
import { forgetIndex } from '../db/index-segments'
import { readChunks, readChunksEvenly } from '../db/passages'
import { openReadingConnection } from '../db/worker-connection'
import { summarizeChunks } from '../library/contents/summarize'
import { checkIndex, type IndexCheck } from '../library/index/check-index'
import {
  indexSomeWaiting,
  purgeDeleted,
  retitleDocument,
  type StoreOutcome,
  type StoreProgress,
  storeDocuments,
} from '../library/index/index-document'
import { eraseRemoved, mergeIndex } from '../library/index/merge-index'
import { openSearcher, type SearchAnswer, type Searcher } from '../library/search/search'
import { connect } from './connections'
import type { FileRequest, IndexRequest, IndexValues } from './index-protocol'
import { packedContentSchema } from './packed-content'

const searchers = new Map<string, Searcher>()
const rowReaders = new Map<string, RowReader>()
/** Says whether the answer that is being made is still wanted; one request is served at a time. */
let flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/** Answers what needs the database; what is stored is told of meanwhile. */
export async function answerFromDatabase(
  request: Exclude<IndexRequest, FileRequest>,
  onProgress: StoreProgress,
): Promise<IndexValues[keyof IndexValues]> {
  switch (request.kind) {
    case 'store':
      return await store(request, onProgress)
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
      return await check(request)
    default:
      return assertNever(request)
  }
}

async function store(
  { path, documents }: Extract<IndexRequest, { kind: 'store' }>,
  onProgress: StoreProgress,
): Promise<StoreOutcome[]> {
  const requests = documents.map(({ packed, ...document }) => ({
    ...document,
    content: packedContentSchema.parse(deserialize(packed)),
  }))
  return storeDocuments(connect(path), requests, onProgress)
}

/** By a connection of its own: it holds one instant for as long as it takes. */
async function check({ path, documents }: Extract<IndexRequest, { kind: 'check' }>): Promise<IndexCheck> {
  const connection = openReadingConnection(path)
  try {
    return await checkIndex(connection, documents)
  } finally {
    connection.close()
  }
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
