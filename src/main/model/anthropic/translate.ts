import type { z } from 'zod'
import type { StopReason } from '../../../shared/run/blocks'
import { stopReasonSchema } from '../../../shared/run/blocks'
import type { ClearedByServer } from '../../../shared/run/reduction'
import { say } from '../../../shared/sentences/say'
import { startOf } from '../../../shared/start-of'
import { type CitationClaim, type ModelEvent, ModelFailure } from '../port'
import { clearedOf } from './context-editing'
import { ofStreamError } from './errors'
import { type SentPassage, sourceOf } from './request'
import {
  bareErrorSchema,
  flatErrorSchema,
  type WireCitation,
  type WireContentBlock,
  type WireDelta,
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

interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'tool_use'
  /** Our number; given when the block first has something, so that empty blocks leave no gap. */
  block: number | null
  text: string
  /** Arguments that came whole at the start, used if no pieces follow. */
  readonly wholeInput: string | null
  pieces: number
}

/** Starts translating one answer; `key` is what it was asked with, and in no error. */
export function createTranslator(passages: readonly SentPassage[], key: string | null): Translator {
  const open = new Map<number, OpenBlock>()
  let blocks = 0
  let usage: WireUsage = {}
  let stopReason: StopReason | null = null
  let refusal = ''
  let cleared: ClearedByServer | null = null
  let finished = false

  const numberOf = (block: OpenBlock): number => {
    block.block ??= blocks++
    return block.block
  }

  const start = (index: number, content: WireContentBlock): ModelEvent[] => {
    if (content.type === 'text') {
      const block: OpenBlock = { kind: 'text', block: null, text: '', wholeInput: null, pieces: 0 }
      open.set(index, block)
      return content.text === '' ? [] : addText(block, content.text)
    }
    if (content.type === 'thinking') {
      const block: OpenBlock = { kind: 'thinking', block: null, text: '', wholeInput: null, pieces: 0 }
      open.set(index, block)
      return [
        ...(content.thinking === '' ? [] : addThinking(block, content.thinking)),
        ...(content.signature === '' ? [] : addSignature(block, content.signature)),
      ]
    }
    if (content.type === 'redacted_thinking') {
      return [{ type: 'thinking_redacted', block: blocks++, data: content.data }]
    }
    if (content.type !== 'tool_use') return []
    const whole = content.input === undefined ? '' : JSON.stringify(content.input)
    const block: OpenBlock = {
      kind: 'tool_use',
      block: null,
      text: '',
      wholeInput: whole === '' || whole === '{}' || whole === 'null' ? null : whole,
      pieces: 0,
    }
    open.set(index, block)
    return [{ type: 'tool_use_started', block: numberOf(block), toolUseId: content.id, name: content.name }]
  }

  const addText = (block: OpenBlock, text: string): ModelEvent[] => {
    block.text += text
    return [{ type: 'text_delta', block: numberOf(block), text }]
  }
  const addThinking = (block: OpenBlock, text: string): ModelEvent[] => [
    { type: 'thinking_delta', block: numberOf(block), text },
  ]
  const addSignature = (block: OpenBlock, signature: string): ModelEvent[] => [
    // Thinking that is not shown has a signature only: the block must exist before it.
    ...(block.block === null ? addThinking(block, '') : []),
    { type: 'thinking_signature', block: numberOf(block), signature },
  ]

  const delta = (index: number, piece: WireDelta): readonly ModelEvent[] => {
    const block = open.get(index)
    if (block === undefined) return []
    if (block.kind === 'text' && piece.type === 'text_delta') {
      return piece.text === '' ? [] : addText(block, piece.text)
    }
    if (block.kind === 'thinking' && piece.type === 'thinking_delta') {
      return addThinking(block, piece.thinking)
    }
    if (block.kind === 'thinking' && piece.type === 'signature_delta') {
      return addSignature(block, piece.signature)
    }
    if (block.kind === 'tool_use' && piece.type === 'input_json_delta') {
      const json = piece.partial_json
      if (json === '') return []
      block.pieces++
      return [{ type: 'tool_input_delta', block: numberOf(block), json }]
    }
    if (block.kind === 'text' && piece.type === 'citations_delta') {
      const claim = toClaim(piece.citation, passages)
      return claim === null ? [] : [{ type: 'citation', block: numberOf(block), claim }]
    }
    return []
  }

  const stop = (index: number): readonly ModelEvent[] => {
    const block = open.get(index)
    if (block?.kind !== 'tool_use' || block.pieces > 0 || block.wholeInput === null) return []
    return [{ type: 'tool_input_delta', block: numberOf(block), json: block.wholeInput }]
  }

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
          return start(event.index, event.content_block)
        }
        case 'content_block_delta': {
          const event = parseWith(wireEventSchemas.content_block_delta, value)
          return delta(event.index, event.delta)
        }
        case 'content_block_stop':
          return stop(parseWith(wireEventSchemas.content_block_stop, value).index)
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

function toClaim(citation: WireCitation, passages: readonly SentPassage[]): CitationClaim | null {
  const place = placeOf(citation)
  if (place === null) return null
  const sent = sentAt(place, passages)
  const first = sent?.blocks[place.start_block_index]
  const last = sent?.blocks[place.end_block_index - 1]
  const { title, cited_text: quote } = place
  const named = sent?.passage ?? null
  return {
    chunkId: named?.chunk_id ?? null,
    title: named?.title ?? (title || startOf(quote, 80)),
    page: named?.page ?? null,
    section: named?.section ?? null,
    range:
      named === null || first === undefined || last === undefined
        ? null
        : { start: first.start, end: last.end },
    quote,
  }
}

/** A server that counts differently than was sent, as one may that left out results by itself, is taken by the source that it names. */
function sentAt({ index, source }: CitedPlace, passages: readonly SentPassage[]): SentPassage | undefined {
  const counted = passages[index]
  if (source === '' || (counted !== undefined && sourceOf(counted.passage) === source)) return counted
  return passages.findLast(({ passage }) => sourceOf(passage) === source)
}

/** What a citation points to: `index` counts the passages that were sent, which are all search results or all documents. */
interface CitedPlace {
  readonly index: number
  readonly source: string
  readonly title: string
  readonly cited_text: string
  readonly start_block_index: number
  readonly end_block_index: number
}

function placeOf(citation: WireCitation): CitedPlace | null {
  if (citation === null) return null
  if (citation.type === 'search_result_location') return { ...citation, index: citation.search_result_index }
  return { ...citation, index: citation.document_index, source: '', title: citation.document_title }
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
