import { deserialize } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { AppError, assertNever, toErrorShape } from '../../shared/errors'
import { readChunks } from '../db/passages'
import { openWorkerConnection, type WorkerConnection } from '../db/worker-connection'
import { acquireFile, hashFile } from '../library/acquire'
import { purgeDeleted, retitleDocument, storeDocument } from '../library/index-document'
import { searchPassages } from '../library/search/search'
import { summarizeChunks } from '../library/summarize'
import {
  type IndexRequest,
  type IndexResponse,
  type IndexValues,
  indexRequestSchema,
  packedContentSchema,
} from './index-protocol'

/** Entry of the worker threads that copy files, write the index and search it: one request at a time. */

if (parentPort === null) throw new Error('This file runs as a worker thread only.')
const port = parentPort

const requestIdSchema = z.object({ id: z.int() })
const connections = new Map<string, WorkerConnection>()

let previous: Promise<void> = Promise.resolve()

port.on('message', (message: unknown) => {
  const { id } = requestIdSchema.parse(message)
  previous = previous.then(() => serve(id, message))
})

async function serve(id: number, message: unknown): Promise<void> {
  try {
    send({ kind: 'done', id, value: await answer(parseRequest(message)) })
  } catch (error) {
    send({ kind: 'error', id, error: toErrorShape(error) })
  }
}

function parseRequest(message: unknown): IndexRequest {
  const parsed = indexRequestSchema.safeParse(message)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', z.prettifyError(parsed.error))
}

function send(response: IndexResponse): void {
  port.postMessage(response)
}

function connect(path: string): WorkerConnection {
  const open = connections.get(path) ?? openWorkerConnection(path)
  connections.set(path, open)
  return open
}

async function answer(request: IndexRequest): Promise<IndexValues[keyof IndexValues]> {
  switch (request.kind) {
    case 'hash':
      return await hashFile(request.path, request.maxBytes)
    case 'acquire':
      return await acquireFile(request.path, request.blobs, request.maxBytes)
    case 'store':
      return { completed: await store(request) }
    case 'retitle':
      return { completed: await retitleDocument(connect(request.path), request.document) }
    case 'purge':
      return { documents: await purgeDeleted(connect(request.path), request.before) }
    case 'summarize':
      return summarizeChunks(readChunks(connect(request.path), request.document), request.maxChunks)
    case 'search':
      return searchPassages(connect(request.path), request)
    default:
      return assertNever(request)
  }
}

async function store(request: Extract<IndexRequest, { kind: 'store' }>): Promise<boolean> {
  const { id, path, packed, ...document } = request
  const content = packedContentSchema.parse(deserialize(packed))
  return await storeDocument(connect(path), { ...document, content }, (done, total) =>
    send({ kind: 'progress', id, done, total }),
  )
}
