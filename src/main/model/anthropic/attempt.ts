import type Anthropic from '@anthropic-ai/sdk'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import { parsedJson } from '../../../shared/json/parsed-json'
import { say } from '../../../shared/sentences/say'
import { type ModelEvent, ModelFailure, type ModelRequest } from '../port'
import { readLimited } from '../request-json'
import { limitAnswer } from './answer-limit'
import { contextEditingBeta } from './context-editing'
import { ofJsonAnswer, toModelFailure } from './errors'
import { drainLimitMs, jsonLimitBytes, type ModelLimits } from './limits'
import { createPatience } from './patience'
import { toWire, type WireRequest } from './request'
import { loadPictures } from './request-pictures'
import { type connect, isOnThisMachine, loadClient, type ModelServer } from './server'
import { createTranslator } from './translate'

/** What attempts at one model have in common. */
export interface AttemptParts {
  readonly model: string
  readonly server: ModelServer
  /** The server as failures name it. */
  readonly address: string
  readonly key: string | null
  readonly limits: ModelLimits
  readonly client: () => ReturnType<typeof connect>
}

/** Streams the answer to a request, tried once; whatever ends it before its end is thrown as a failure of the model. */
export async function* streamAttempt(
  { model, server, address, key, limits, client }: AttemptParts,
  request: ModelRequest,
  features: ServerFeatures,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, void> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  signal.addEventListener('abort', abort)
  const patience = createPatience(limits, { nearby: isOnThisMachine(server), giveUp: abort })
  let complete = false
  try {
    if (signal.aborted) throw new AppError('cancelled', say('model.stopped_before'))
    const pictures = await loadPictures(request, features)
    const wire = toWire(request, model, features, pictures)
    const api = await client()
    const { Stream } = await loadClient()
    const sending = { signal: controller.signal, timeout: limits.firstEventMs * 2 }
    const response = await create(api, wire, sending).asResponse()
    await refuseOtherThanEvents(response, address, key)
    const translator = createTranslator(wire.passages, key)
    const limit = limitAnswer(wire.params.max_tokens)
    let started = false
    const came = (piece: Uint8Array) => {
      patience.stirred()
      limit.came(piece)
    }
    const arriving = Stream.rawEvents(watched(response, came), controller)
    for (let next = await arriving.next(); next.done !== true; next = await arriving.next()) {
      const sse = next.value
      started = true
      patience.arrived()
      if (sse.data === '') continue
      for (const event of translator.take(sse.data, sse.event)) {
        limit.take(event)
        yield event
      }
      if (translator.finished) {
        complete = true
        finishReading(arriving, controller)
        return
      }
    }
    // An aborted body may end without an error.
    if (signal.aborted || patience.late() !== null) throw new Error('aborted')
    throw new ModelFailure(
      'model_error',
      say(started ? 'model.ended_in_middle' : 'model.empty_answer', { address }),
      { retryable: true },
    )
  } catch (error) {
    throw toModelFailure(error, { address, model, key, stopped: signal.aborted, late: patience.late() })
  } finally {
    patience.end()
    signal.removeEventListener('abort', abort)
    if (!complete) controller.abort()
  }
}

/** Sends a request; one that asks for nothing but what every server has goes out as it always did. */
function create(
  { messages, beta }: Anthropic,
  { params, contextManagement }: WireRequest,
  options: { readonly signal: AbortSignal; readonly timeout: number },
) {
  if (contextManagement === null) return messages.create(params, options)
  const edited = { ...params, betas: [contextEditingBeta], context_management: contextManagement }
  return beta.messages.create(edited, options)
}

/** An answer that tells of each piece of it when it comes, and ends where that throws. */
function watched(response: Response, came: (piece: Uint8Array) => void): Response {
  const tell = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      came(piece)
      controller.enqueue(piece)
    },
  })
  return new Response(response.body?.pipeThrough(tell) ?? null)
}

/** Reads what follows the last event, normally nothing, so that the connection can serve the next turn. */
function finishReading(arriving: AsyncIterator<unknown>, controller: AbortController): void {
  const timer = setTimeout(() => controller.abort(), drainLimitMs)
  timer.unref()
  const drain = async (): Promise<void> => {
    while ((await arriving.next()).done !== true);
  }
  drain()
    // The answer is complete: how its connection ends changes nothing.
    .catch(() => controller.abort())
    .finally(() => clearTimeout(timer))
}

/** Some servers answer what they don't know in good order, with a web page or an error as JSON. */
async function refuseOtherThanEvents(response: Response, address: string, key: string | null): Promise<void> {
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/html\b/iu.test(type)) {
    throw new ModelFailure('model_error', say('model.web_page', { address }), { retryable: false })
  }
  if (!/^application\/json\b/iu.test(type)) return
  const text = await readLimited(response, jsonLimitBytes, say('model.answer_too_long'))
  throw ofJsonAnswer(parsedJson(text), address, key)
}
