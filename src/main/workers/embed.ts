import { type MessagePort, workerData } from 'node:worker_threads'
import { assertNever, toErrorShape } from '../../shared/errors'
import { enterSet, removeSomeUnused, retireSets } from '../db/vector-sets'
import type { WorkerConnection } from '../db/worker-connection'
import { countAll, embedSome, probe } from '../library/embedding/embed-passages'
import { createEmbedTexts } from '../library/embedding/embedder'
import { EmbeddingFailure } from '../library/embedding/failure'
import { askOver } from '../library/embedding/local/over-port'
import { connect } from './connections'
import { type EmbedCounts, type EmbedRequest, type EmbedValues, embedRequestSchema } from './embed-protocol'
import { serveRequests } from './serve-requests'

/** Entry of the worker thread that has vectors made of passages and stores them: one request at a time. */

// The process gives each of these threads the end of a channel, by which a model on this machine is asked.
const embedTexts = createEmbedTexts(askOver(workerData as MessagePort))

serveRequests({
  schema: embedRequestSchema,
  answer,
  toError: (error) => {
    const { retry, retryAfterMs } =
      error instanceof EmbeddingFailure ? error : { retry: null, retryAfterMs: null }
    return { ...toErrorShape(error), retry, retryAfterMs }
  },
})

/** Counting takes longer the more there is, and is for people, who look no more often than this (milliseconds). */
const COUNT_PAUSE_MS = 400
let countedAt = Number.NEGATIVE_INFINITY

function countNowAndThen(connection: WorkerConnection, set: number, always: boolean): EmbedCounts | null {
  const now = performance.now()
  if (!always && now - countedAt < COUNT_PAUSE_MS) return null
  countedAt = now
  return countAll(connection, set)
}

async function answer(request: EmbedRequest): Promise<EmbedValues[keyof EmbedValues]> {
  const connection = connect(request.path)
  switch (request.kind) {
    case 'enter': {
      const { provider, address, model } = request.model
      const dimensions = await probe(embedTexts, request.model)
      return enterSet(connection, { provider, address, model, dimensions })
    }
    case 'some': {
      const set = { number: request.set, dimensions: request.dimensions }
      const embedded = await embedSome(connection, embedTexts, request.model, set, request.from)
      return { ...embedded, counts: countNowAndThen(connection, request.set, !embedded.more) }
    }
    case 'count':
      return countAll(connection, request.set)
    case 'clear':
      if (request.all) retireSets(connection)
      return { more: removeSomeUnused(connection) }
    default:
      return assertNever(request)
  }
}
