import type { MessageCountTokensParams } from '@anthropic-ai/sdk/resources/messages'
import type { ServerFeatures } from '../../../shared/contract/settings'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { once } from '../../once'
import { answerRoom } from '../answer-room'
import type { Model, ModelEvent, ModelRequest } from '../port'
import type { ServerWindow } from '../server-window'
import { streamAttempt } from './attempt'
import { refusesContextEditing } from './context-editing'
import { isRefusedForm, toModelFailure } from './errors'
import { type ModelLimits, modelLimits } from './limits'
import { withPlainSchema } from './plain-schema'
import { toWire } from './request'
import { loadPictures } from './request-pictures'
import { hasReached, quietRetries, retryWaitMs } from './retry'
import {
  addressOf,
  connect,
  contextOf,
  coreFeatures,
  featuresOf,
  isOfficial,
  type ModelServer,
} from './server'
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
  const client = once(() => connect(server))
  const parts = { model, server, address, key, limits, client }
  let reached = false

  /** What a request is cut down to, so that any server takes it. */
  const asTaken = (request: ModelRequest): ModelRequest => ({
    ...request,
    maxTokens: answerRoom(request.maxTokens, context().contextTokens),
    tools: isOfficial(server.baseUrl) ? request.tools : request.tools.map(withPlainSchema),
  })

  async function countTokens(request: ModelRequest, signal: AbortSignal): Promise<number> {
    const pictures = await loadPictures(request, features)
    const { params } = toWire(asTaken(request), model, features, pictures)
    const { system, messages: said, tools } = params
    const { messages } = await client()
    const counted = await messages.countTokens(
      {
        model,
        messages: said,
        ...(system === undefined ? {} : { system }),
        // All that `toWire` makes are tools of our own, which both requests take.
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
          for await (const event of streamAttempt(parts, asTaken(request), features, signal)) {
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
