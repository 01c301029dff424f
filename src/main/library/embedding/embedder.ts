import type { EmbeddingProvider } from '../../../shared/contract/embedding'
import { AppError } from '../../../shared/errors'
import { canPassNetwork } from '../../model/anthropic/retry'
import { DIMENSIONS_LIMIT, norm } from '../vectors/quantize'
import { EmbeddingFailure, placeOf } from './failure'
import type { AskModel } from './local/ask-model'
import { askOllama } from './ollama'
import { askOpenAi } from './openai'
import { prefixOf } from './prefixes'

/** A model that makes vectors, and where it is asked. */
export type EmbeddingModel = {
  readonly provider: EmbeddingProvider
  /** Without `/v1`; empty for this machine. */
  readonly address: string
  readonly model: string
  /** The key of that server; null without one. */
  readonly secret: string | null
}

/** What a text is: some models want to be told. */
export type TextKind = 'query' | 'passage'

/** Asks one kind of provider for vectors; answers whatever it sent, in the order of the texts. */
export type AskProvider = (
  server: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly ArrayLike<number>[]>

/**
 * The vectors of texts, one for each, all of one length; whatever else a provider answers is an
 * {@link EmbeddingFailure}.
 */
export type EmbedTexts = (
  server: EmbeddingModel,
  kind: TextKind,
  texts: readonly string[],
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
) => Promise<Float32Array<ArrayBuffer>[]>

/** Servers are asked from any thread; how the model on this machine is reached depends on the thread. */
export function createEmbedTexts(askModel: AskModel): EmbedTexts {
  const providers: Readonly<Record<EmbeddingProvider, AskProvider>> = {
    ollama: askOllama,
    openai: askOpenAi,
    local: ({ model }, texts, signal) => askModel(model, texts, signal),
  }
  return (server, kind, texts, options) => embed(providers[server.provider], server, kind, texts, options)
}

async function embed(
  askProvider: AskProvider,
  server: EmbeddingModel,
  kind: TextKind,
  texts: readonly string[],
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Float32Array<ArrayBuffer>[]> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  const prefix = prefixOf(server.model, kind)
  const prefixed = texts.map((text) => prefix + text)
  const ask = () => askProvider(server, prefixed, signal)
  try {
    const answered = await ask().catch((error: unknown) => {
      // A connection that was kept open since the last request may be gone by now; a new one tells.
      if (signal.aborted || !canPassNetwork(error)) throw error
      return ask()
    })
    return checkVectors(server, answered, texts.length)
  } catch (error) {
    if (options.signal?.aborted === true) {
      throw new AppError('cancelled', 'Stopped before the vectors were made.', { cause: error })
    }
    throw EmbeddingFailure.of(error, server, timeout.aborted ? options.timeoutMs : null)
  }
}

function checkVectors(
  server: EmbeddingModel,
  answered: readonly ArrayLike<number>[],
  wanted: number,
): Float32Array<ArrayBuffer>[] {
  const wrong = (what: string) =>
    new EmbeddingFailure('model_error', `${placeOf(server)} ${what}`, { retry: 'later' })
  if (answered.length !== wanted) {
    throw wrong(`answered ${answered.length} vectors to ${wanted} texts.`)
  }
  const dimensions = answered[0]?.length ?? 0
  if (dimensions === 0) throw wrong('answered vectors without numbers.')
  if (dimensions > DIMENSIONS_LIMIT) {
    throw wrong(`answers vectors of ${dimensions} numbers; at most ${DIMENSIONS_LIMIT} can be used.`)
  }
  return answered.map((numbers) => {
    if (numbers.length !== dimensions) throw wrong('answered vectors of different lengths.')
    const vector = Float32Array.from(numbers)
    if (!Number.isFinite(norm(vector))) throw wrong('answered numbers that are too large to be a vector.')
    return vector
  })
}
