import { MessageChannel } from 'node:worker_threads'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { wordsOf } from '../../../shared/sentences/sentence'
import { DATABASE_GRACE_MS } from '../../db/worker-connection'
import type { EmbedCounts, EmbedError, EmbedRequest, EmbedValues } from '../../workers/embed-protocol'
import { askWorker } from '../threads/ask-worker'
import { createWorkerLane } from '../threads/worker-lane'
import type { EmbeddingModel } from './embedder'
import { EmbeddingFailure } from './failure'
import type { AskModel } from './local/ask-model'
import { answerOver } from './local/over-port'

type Body<Kind extends EmbedRequest['kind']> = Omit<
  Extract<EmbedRequest, { kind: Kind }>,
  'id' | 'kind' | 'path'
>

/** What the service asks of its worker; what fails is an {@link EmbeddingFailure}, or `cancelled`. */
export type EmbedClient = {
  enter(model: EmbeddingModel, signal: AbortSignal): Promise<EmbedValues['enter']>
  some(body: Body<'some'>, signal: AbortSignal): Promise<EmbedValues['some']>
  count(set: number | null): Promise<EmbedCounts>
  /** Removes all that is no longer in use, and with `all` everything. */
  clear(all: boolean): Promise<void>
  close(): Promise<void>
}

const MEMORY_MB = 512
const IDLE_MS = 30_000

/** Ends what hangs; a batch that is halved again and again may take this long. */
const TIME_LIMIT_MS = 60 * 60_000

/** Starts the client; its thread starts with the first request. Counting has a lane of its own: people wait for it. */
export function createEmbedClient(workerUrl: URL | string, path: string, askModel: AskModel): EmbedClient {
  const port = () => {
    const { port1, port2 } = new MessageChannel()
    answerOver(port1, askModel)
    return port2
  }
  const lane = () =>
    createWorkerLane({
      workerUrl,
      size: 1,
      memoryMb: MEMORY_MB,
      idleMs: IDLE_MS,
      graceMs: DATABASE_GRACE_MS,
      port,
    })
  const work = lane()
  const counts = lane()
  const ask = <Kind extends EmbedRequest['kind']>(
    on: typeof work,
    request: Body<Kind> & { readonly kind: Kind },
    signal?: AbortSignal,
  ) =>
    askWorker<EmbedValues[Kind], never, EmbedError>(on, {
      request: { path, ...request },
      timeLimitMs: TIME_LIMIT_MS,
      ...{ signal, ofThread, ofFailure },
    })
  return {
    enter: (model, signal) => ask(work, { kind: 'enter', model }, signal),
    some: (body, signal) => ask(work, { kind: 'some', ...body }, signal),
    count: (set) => ask(counts, { kind: 'count', set }),
    async clear(all) {
      let { more } = await ask(work, { kind: 'clear', all })
      while (more) ({ more } = await ask(work, { kind: 'clear', all: false }))
    },
    async close() {
      await Promise.all([work.close(), counts.close()])
    },
  }
}

function ofFailure(error: EmbedError): EmbeddingFailure {
  const { code, retry, retryAfterMs } = error
  return new EmbeddingFailure(code, wordsOf(error), { retry: retry ?? 'later', retryAfterMs })
}

function ofThread(error: AppError): AppError {
  if (error.code === 'cancelled') return new AppError('cancelled', say('meaning.stopped'))
  return new EmbeddingFailure('internal', say('meaning.thread_ended'), {
    retry: 'later',
    cause: error,
  })
}
