import type { EmbeddingProvider } from '../../../shared/contract/embedding'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Words } from '../../../shared/sentences/sentence'
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
      throw new AppError('cancelled', say('meaning.stopped'), { cause: error })
    }
    throw EmbeddingFailure.of(error, server, timeout.aborted ? options.timeoutMs : null)
  }
}

function checkVectors(
  server: EmbeddingModel,
  answered: readonly ArrayLike<number>[],
  wanted: number,
): Float32Array<ArrayBuffer>[] {
  const place = placeOf(server)
  const wrong = (words: Words) => new EmbeddingFailure('model_error', words, { retry: 'later' })
  if (answered.length !== wanted) {
    throw wrong(say('meaning.other_count', { ...place, vectors: answered.length, texts: wanted }))
  }
  const dimensions = answered[0]?.length ?? 0
  if (dimensions === 0) throw wrong(say('meaning.no_numbers', place))
  if (dimensions > DIMENSIONS_LIMIT) {
    throw wrong(say('meaning.too_many_numbers', { ...place, count: dimensions, limit: DIMENSIONS_LIMIT }))
  }
  return answered.map((numbers) => {
    if (numbers.length !== dimensions) throw wrong(say('meaning.uneven', place))
    const vector = Float32Array.from(numbers)
    if (!Number.isFinite(norm(vector))) throw wrong(say('meaning.huge_numbers', place))
    return vector
  })
}
