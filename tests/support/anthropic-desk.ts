import { afterEach, beforeEach } from 'vitest'
import { type ModelLimits, modelLimits } from '../../src/main/model/anthropic/limits'
import { createAnthropicModel } from '../../src/main/model/anthropic/model'
import { featuresOf } from '../../src/main/model/anthropic/server'
import type { ModelEvent, ModelMessage, ModelRequest } from '../../src/main/model/port'
import type { ServerFeatures } from '../../src/shared/contract/settings'
import { AppError } from '../../src/shared/errors'
import { type FakeMessagesApi, startFakeMessagesApi } from './fake-messages-api'

/** A signal of what is not stopped. */
export const never = new AbortController().signal

/** The limits of a model whose server is next door. */
export const quick: ModelLimits = { ...modelLimits, retryMs: 1, lookMs: 5 }

/** What the vendor's own server does. */
export const everything = featuresOf('')

/** A message of a person. */
export const user = (words: string): ModelMessage => ({
  role: 'user',
  content: [{ type: 'text', text: words }],
})

/** A request with one tool. */
export const request = (messages: readonly ModelMessage[] = [user('Hello')]): ModelRequest => ({
  system: 'Be brief.',
  messages,
  tools: [
    { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object', properties: {} } },
  ],
  maxTokens: 100,
})

/** Reads a stream to its end: what came, and what broke it off. */
export async function collect(
  events: AsyncIterable<ModelEvent>,
): Promise<{ events: ModelEvent[]; error: AppError | null }> {
  const all: ModelEvent[] = []
  try {
    for await (const event of events) all.push(event)
    return { events: all, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { events: all, error }
  }
}

/** The text of an answer. */
export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text_delta' ? event.text : '')).join('')
}

/** A server of the vendor's kind, fresh for each test of this file or group, and models that ask it. */
export function setUpAnthropicDesk(options: Parameters<typeof startFakeMessagesApi>[0] = {}) {
  let open: FakeMessagesApi | undefined
  const api = () => {
    if (open === undefined) throw new Error('The desk is there only while its tests run.')
    return open
  }
  beforeEach(async () => {
    open = await startFakeMessagesApi(options)
  })
  afterEach(() => api().close())
  return {
    get api() {
      return api()
    },
    model: (options: { features?: ServerFeatures; limits?: ModelLimits; url?: string } = {}) =>
      createAnthropicModel({
        model: 'fake-model',
        server: { baseUrl: options.url ?? api().url, credential: { kind: 'key', secret: 'k' } },
        limits: options.limits ?? quick,
        ...(options.features === undefined ? {} : { features: options.features }),
      }),
  }
}
