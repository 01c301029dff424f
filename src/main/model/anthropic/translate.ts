import type { z } from 'zod'
import type { StopReason } from '../../../shared/run/blocks'
import { stopReasonSchema } from '../../../shared/run/blocks'
import type { ClearedByServer } from '../../../shared/run/reduction'
import { say } from '../../../shared/sentences/say'
import { type ModelEvent, ModelFailure } from '../port'
import { createAnswerBlocks } from './answer-blocks'
import { clearedOf } from './context-editing'
import { ofStreamError } from './errors'
import type { SentPassage } from './request'
import {
  bareErrorSchema,
  flatErrorSchema,
  type WireUsage,
  wireEventSchemas,
  wireKindSchema,
} from './wire-events'

/** Turns the data of server-sent events into events of the port. */
export interface Translator {
  /**
   * Takes the data of an event and the name that it came under, where it has one. Throws {@link ModelFailure} for an
   * error event and for what is no event of the API.
   */
  take(data: string, name?: string | null): readonly ModelEvent[]
  /** The answer said that it is complete. */
  readonly finished: boolean
}

/** Starts translating one answer; `key` is what it was asked with, and in no error. */
export function createTranslator(passages: readonly SentPassage[], key: string | null): Translator {
  const blocks = createAnswerBlocks(passages)
  let usage: WireUsage = {}
  let stopReason: StopReason | null = null
  let refusal = ''
  let cleared: ClearedByServer | null = null
  let finished = false

  return {
    get finished() {
      return finished
    },
    take(data, name) {
      const value = parseJson(data)
      const bare = bareErrorSchema.safeParse(value)
      if (bare.success) throw ofStreamError({ type: 'api_error', message: bare.data.error.message }, key)
      const flat = name === 'error' ? flatErrorSchema.safeParse(value).data : undefined
      if (flat !== undefined) throw ofStreamError(flat, key)
      const kind = parseWith(wireKindSchema, value).type
      switch (kind) {
        case 'message_start': {
          const { message } = parseWith(wireEventSchemas.message_start, value)
          usage = { ...usage, ...message.usage }
          cleared = clearedOf(message.context_management) ?? cleared
          return []
        }
        case 'content_block_start': {
          const event = parseWith(wireEventSchemas.content_block_start, value)
          return blocks.start(event.index, event.content_block)
        }
        case 'content_block_delta': {
          const event = parseWith(wireEventSchemas.content_block_delta, value)
          return blocks.add(event.index, event.delta)
        }
        case 'content_block_stop':
          return blocks.stop(parseWith(wireEventSchemas.content_block_stop, value).index)
        case 'message_delta': {
          const event = parseWith(wireEventSchemas.message_delta, value)
          usage = { ...usage, ...withoutNulls(event.usage ?? {}) }
          stopReason = toStopReason(event.delta.stop_reason) ?? stopReason
          refusal = event.delta.stop_details?.explanation ?? refusal
          cleared = clearedOf(event.context_management) ?? cleared
          return []
        }
        case 'message_stop':
          finished = true
          return [
            {
              type: 'finished',
              stopReason: stopReason ?? 'end_turn',
              usage: toUsage(usage),
              ...(cleared === null ? {} : { clearedByServer: cleared }),
              ...(refusal === '' ? {} : { refusal }),
            },
          ]
        case 'error': {
          const { error } = parseWith(wireEventSchemas.error, value)
          throw ofStreamError(error, key)
        }
        default:
          // Pings, and kinds that are added later.
          return []
      }
    },
  }
}

function toStopReason(reason: string | null | undefined): StopReason | null {
  if (reason == null) return null
  return stopReasonSchema.safeParse(reason).data ?? 'end_turn'
}

function toUsage(usage: WireUsage) {
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cacheReadTokens: usage.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
  }
}

function withoutNulls(usage: WireUsage): WireUsage {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value != null))
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch (error) {
    throw new ModelFailure('model_error', say('model.not_json'), {
      retryable: true,
      cause: error,
    })
  }
}

function parseWith<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ModelFailure('model_error', say('model.unknown_event'), { retryable: true, cause: parsed.error })
}
