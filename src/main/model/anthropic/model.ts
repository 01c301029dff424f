import type Anthropic from '@anthropic-ai/sdk'
import type { MessageCountTokensParams } from '@anthropic-ai/sdk/resources/messages'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import { parsedJson } from '../../../shared/parsed-json'
import { say } from '../../../shared/sentences/say'
import { answerRoom } from '../answer-room'
import { type Model, type ModelEvent, ModelFailure, type ModelRequest } from '../port'
import { readLimited } from '../request-json'
import type { ServerWindow } from '../server-window'
import { limitAnswer } from './answer-limit'
import { contextEditingBeta, refusesContextEditing } from './context-editing'
import { isRefusedForm, ofJsonAnswer, toModelFailure } from './errors'
import { drainLimitMs, jsonLimitBytes, type ModelLimits, modelLimits } from './limits'
import { createPatience } from './patience'
import { withPlainSchema } from './plain-schema'
import { toWire, type WireRequest } from './request'
import { loadPictures } from './request-pictures'
import { hasReached, quietRetries, retryWaitMs } from './retry'
import {
  addressOf,
  connect,
  contextOf,
  coreFeatures,
  featuresOf,
  isOfficial,
  isOnThisMachine,
  loadClient,
  type ModelServer,
} from './server'
import { createTranslator } from './translate'
import { countSchema } from './wire-events'

/** A model behind a server of the Messages API, the vendor's or a local one. */
export function createAnthropicModel(options: {
  readonly model: string
  readonly server: ModelServer
  readonly features?: ServerFeatures
  readonly limits?: ModelLimits
  /** What a person has set. */
  readonly contextTokens?: number
  /** What its server says of it; without either, what is usual there. */
  readonly window?: ServerWindow
}): Model {
  const { model, server, window } = options
  let features = options.features ?? featuresOf(server.baseUrl)
  const limits = options.limits ?? modelLimits
  const address = addressOf(server)
  const key = server.credential?.secret ?? null
  const context = (): Required<Pick<Model, 'contextTokens' | 'contextFrom'>> =>
    contextOf(options.contextTokens ?? null, window?.tokens ?? null, server.baseUrl)
  let client: ReturnType<typeof connect> | null = null
  let reached = false

  /** What a request is cut down to, so that any server takes it. */
  const asTaken = (request: ModelRequest): ModelRequest => ({
    ...request,
    maxTokens: answerRoom(request.maxTokens, context().contextTokens),
    tools: isOfficial(server.baseUrl) ? request.tools : request.tools.map(withPlainSchema),
  })

  async function* once(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void, void> {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    signal.addEventListener('abort', abort)
    const patience = createPatience(limits, { nearby: isOnThisMachine(server), giveUp: abort })
    let complete = false
    try {
      if (signal.aborted) throw new AppError('cancelled', say('model.stopped_before'))
      const pictures = await loadPictures(request, features)
      const wire = toWire(asTaken(request), model, features, pictures)
      client ??= connect(server)
      const api = await client
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

  async function countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    const pictures = await loadPictures(request, features)
    const { params } = toWire(asTaken(request), model, features, pictures)
    const { system, messages: said, tools } = params
    client ??= connect(server)
    const { messages } = await client
    const counted = await messages.countTokens(
      {
        model,
        messages: said,
        ...(system === undefined ? {} : { system }),
        ...(tools === undefined ? {} : { tools: tools as MessageCountTokensParams['tools'] }),
      },
      { signal, timeout: limits.firstEventMs },
    )
    const parsed = countSchema.safeParse(counted)
    if (parsed.success) return parsed.data.input_tokens
    // A server that does not count may answer something else in good order.
    throw new AppError('model_error', say('model.server_failed', { address, words: 'no count' }))
  }

  return {
    id: model,
    provider: 'anthropic',
    get contextTokens() {
      return context().contextTokens
    },
    get contextFrom() {
      return context().contextFrom
    },
    ...(isOfficial(server.baseUrl) ? {} : { asSent: withPlainSchema }),
    ...(window === undefined ? {} : { learnWindow: (signal: AbortSignal) => window.learn(signal) }),
    ...(features.counting ? { countTokens } : {}),
    async *stream(request, signal): AsyncGenerator<ModelEvent, void, void> {
      const policy = request.retry ?? quietRetries
      let atCore = features === coreFeatures
      for (let attempt = 1; ; attempt++) {
        let begun = false
        try {
          for await (const event of once(request, signal)) {
            begun = true
            reached = true
            yield event
          }
          return
        } catch (error) {
          if (!begun && features.contextEditing && refusesContextEditing(error)) {
            // Not every model of a server that has it takes it; for this one it is asked for no more.
            features = { ...features, contextEditing: false }
            continue
          }
          if (!begun && !atCore && isRefusedForm(error) && server.baseUrl !== '') {
            // What the server was found to take may have changed with its version or its model.
            features = coreFeatures
            atCore = true
            continue
          }
          // What has been shown is never streamed a second time: going on from there is for the caller.
          if (begun || attempt >= policy.attempts || !(error instanceof AppError)) throw error
          reached ||= hasReached(error)
          const waitMs = signal.aborted ? null : retryWaitMs(error, attempt, limits.retryMs, reached)
          if (waitMs === null || waitMs > policy.longestWaitMs) throw error
          await policy
            .wait({ attempt: attempt + 1, attempts: policy.attempts, waitMs, error }, signal)
            .catch((reason: unknown) => {
              throw toModelFailure(reason, { address, model, key, stopped: signal.aborted, late: null })
            })
        }
      }
    },
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
