import { availableParallelism } from 'node:os'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { wordsOf } from '../../../../shared/sentences/sentence'
import type { InferModel, InferResponse } from '../../../workers/infer-protocol'
import { createWorkerLane } from '../../threads/worker-lane'
import { EmbeddingFailure } from '../failure'
import type { LocalModels } from './local-models'

/** Has vectors made of texts by a model on this machine; whatever fails is an {@link EmbeddingFailure}, or `cancelled`. */
export type AskModel = (
  model: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<Float32Array<ArrayBuffer>[]>

/** The thread in which models run. */
export type Inference = {
  readonly ask: AskModel
  /** Whether a model is in memory. */
  isLoaded(): boolean
  close(): Promise<void>
}

/**
 * Texts of one step, which bound the memory. Who asks for more gets in line again for each step: a query waits for one
 * step at most, however many passages there are.
 */
const STEP_TEXTS = 4

/** A step with the loading of the model, on a slow machine (milliseconds). */
const STEP_LIMIT_MS = 2 * 60_000

/** A vocabulary of a quarter of a million words, as JavaScript keeps it; the weights are outside (mebibytes). */
const MEMORY_MB = 1024

/** Loading takes seconds, and who searches once searches again. */
const IDLE_MS = 2 * 60_000

/** More would be felt by the person, who works on the same machine; the last processor is theirs. */
const THREADS_LIMIT = 2

/** Makes the thread's client; the thread starts with the first question and ends when none came for a while. */
export function createInference(options: {
  /** The built `workers/infer.js`. */
  readonly workerUrl: URL | string
  readonly models: Pick<LocalModels, 'ready'>
  readonly threads?: number
  readonly idleMs?: number
}): Inference {
  const { workerUrl, models } = options
  const threads = options.threads ?? Math.max(1, Math.min(THREADS_LIMIT, availableParallelism() - 1))
  const lane = createWorkerLane({
    ...{ workerUrl, size: 1, memoryMb: MEMORY_MB },
    idleMs: options.idleMs ?? IDLE_MS,
  })

  const step = (model: InferModel, texts: readonly string[], signal: AbortSignal) =>
    new Promise<Float32Array<ArrayBuffer>[]>((resolve, reject) => {
      lane.run({
        request: { kind: 'vectors', ...{ model, texts, threads } },
        timeLimitMs: STEP_LIMIT_MS,
        signal,
        // What is begun ends soon; ending its thread would cost the loading of the model.
        interrupt: () => reject(stopped()),
        onFailure: (error) => reject(ofThread(error)),
        onMessage(message) {
          // The worker is the same program, one thread away: its answers are typed, not parsed.
          const response = message as InferResponse
          if (response.kind === 'done') resolve(response.value)
          else {
            const { error } = response
            const retry = error.code === 'corrupt' ? 'person' : 'later'
            reject(new EmbeddingFailure(error.code, wordsOf(error), { retry }))
          }
          return true
        },
      })
    })

  return {
    async ask(id, texts, signal) {
      const found = await models.ready(id)
      if (found === null) {
        throw new EmbeddingFailure('not_found', say('meaning.not_here', { model: id }), { retry: 'person' })
      }
      const { name, maxTokens, files } = found.model
      const known = files.map((file) => ({ name: file.name, sha256: file.sha256 }))
      const model = { name, folder: found.folder, maxTokens, files: known }
      const vectors: Float32Array<ArrayBuffer>[] = []
      for (let at = 0; at < texts.length; at += STEP_TEXTS) {
        vectors.push(...(await step(model, texts.slice(at, at + STEP_TEXTS), signal)))
      }
      return vectors
    },
    isLoaded: () => lane.workers() > 0,
    close: lane.close,
  }
}

function stopped(): AppError {
  return new AppError('cancelled', say('meaning.stopped'))
}

function ofThread(error: AppError): AppError {
  if (error.code === 'cancelled') return stopped()
  const why = error.code === 'too_large' ? 'memory' : error.code === 'timeout' ? 'time' : 'thread'
  return new EmbeddingFailure('unavailable', say('meaning.local_stopped', { why }), {
    retry: 'later',
    cause: error,
  })
}
