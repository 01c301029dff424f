// What the fake answers, written the way the real API streams it.

/** The blocks of a scripted answer. */
export type ScriptedBlock =
  | {
      readonly type: 'text'
      readonly pieces: readonly string[]
      readonly citations?: readonly ScriptedCitation[]
    }
  | { readonly type: 'thinking'; readonly pieces: readonly string[]; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | {
      readonly type: 'tool_use'
      readonly id: string
      readonly name: string
      readonly pieces: readonly string[]
    }

/** A pointer into a search result of the request, or into a document where it says so. */
export interface ScriptedCitation {
  readonly cited_text: string
  readonly search_result_index?: number
  readonly document_index?: number
  readonly start_block_index: number
  readonly end_block_index: number
  /** What it says it points to; nothing unless told. */
  readonly source?: string
}

/** How the bytes of a stream are cut: as they are, one event or one byte at a time, or after every n bytes. */
export type Chunking = 'whole' | 'event' | 'byte' | number

/** Both are allowed between the lines of an event. */
export type LineEnd = '\n' | '\r\n'

/** How a stream ends: properly, with the connection closed early, cut without a word, or never. */
export type StreamEnd = 'complete' | 'close' | 'cut' | 'hang'

/** One answer of the fake. */
export type Turn =
  | {
      readonly kind: 'stream'
      readonly events: readonly WireEvent[]
      readonly chunking: Chunking
      readonly lineEnd: LineEnd
      readonly end: StreamEnd
      /** Bytes at the end that are not sent, so that an event or a character is cut inside. */
      readonly withheld: number
      /** From one chunk to the next, in milliseconds, on the average; 0 for as fast as the socket takes them. */
      readonly delayMs: number
      /** Awaited before the chunk of this number, so that a test can act in the middle of a stream. */
      readonly pause: { readonly beforeChunk: number; readonly until: Promise<void> } | null
    }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
    }
  /** Takes the request and never answers. */
  | { readonly kind: 'silence' }
  /** Closes the connection without an answer. */
  | { readonly kind: 'reset' }

/** An event as it goes over the wire. */
export interface WireEvent {
  readonly event: string
  readonly data: unknown
}

/** Text in pieces; a single string is one piece. */
export function text(
  pieces: string | readonly string[],
  citations: readonly ScriptedCitation[] = [],
): ScriptedBlock {
  return { type: 'text', pieces: typeof pieces === 'string' ? [pieces] : pieces, citations }
}

/** Thinking with its signature. */
export function thinking(pieces: string | readonly string[], signature = 'c2lnbmF0dXJl'): ScriptedBlock {
  return { type: 'thinking', pieces: typeof pieces === 'string' ? [pieces] : pieces, signature }
}

let calls = 0

/** A call of a tool; its arguments arrive in pieces of a few characters. */
export function toolUse(name: string, input: unknown, id = `toolu_${++calls}`): ScriptedBlock {
  const json = typeof input === 'string' ? input : JSON.stringify(input)
  return { type: 'tool_use', id, name, pieces: json.match(/[\s\S]{1,7}/gu) ?? [] }
}

/** How an answer differs from a plain, whole one. */
export interface TurnOptions {
  readonly stopReason?: string
  /** What goes beside the reason. */
  readonly stopDetails?: unknown
  /** What its server says that it left out by itself. */
  readonly appliedEdits?: readonly object[]
  readonly chunking?: Chunking
  readonly lineEnd?: LineEnd
  readonly end?: StreamEnd
  readonly withheld?: number
  readonly delayMs?: number
  readonly pause?: { readonly beforeChunk: number; readonly until: Promise<void> }
  /** Replaces the last events by this error in the stream. */
  readonly error?: { readonly type: string; readonly message: string; readonly errorCode?: string }
}

/** A streamed answer. */
export function answer(blocks: readonly ScriptedBlock[], options: TurnOptions = {}): Turn {
  const usesTool = blocks.some((block) => block.type === 'tool_use')
  const events: WireEvent[] = [messageStart, ping, ...blocks.flatMap(blockEvents)]
  if (options.error !== undefined) {
    const { type, message, errorCode } = options.error
    events.push({
      event: 'error',
      data: { type: 'error', error: { type, message, ...detailsOf(errorCode) } },
    })
  } else if ((options.end ?? 'complete') === 'complete') {
    const stopReason = options.stopReason ?? (usesTool ? 'tool_use' : 'end_turn')
    events.push(messageDelta(stopReason, options), {
      event: 'message_stop',
      data: { type: 'message_stop' },
    })
  }
  return stream(events, options)
}

/** The same answer from a server that tells nothing of a cache. */
export function withoutCacheUsage(turn: Turn): Turn {
  if (turn.kind !== 'stream') return turn
  const events = turn.events.map((event) =>
    event === messageStart ? { event: event.event, data: startWithoutCache } : event,
  )
  return { ...turn, events }
}

/** A stream of any events. */
export function stream(events: readonly WireEvent[], options: TurnOptions = {}): Turn {
  return {
    kind: 'stream',
    events,
    chunking: options.chunking ?? 'event',
    lineEnd: options.lineEnd ?? '\n',
    end: options.end ?? 'complete',
    withheld: options.withheld ?? 0,
    delayMs: options.delayMs ?? 0,
    pause: options.pause ?? null,
  }
}

/** An error by status, in the API's form. */
export function status(
  code: number,
  type: string,
  message: string,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly errorCode?: string } = {},
): Turn {
  return {
    kind: 'status',
    status: code,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify({ type: 'error', error: { type, message, ...detailsOf(options.errorCode) } }),
  }
}

/** Where the API tells kinds of one type of error apart. */
const detailsOf = (code: string | undefined) => (code === undefined ? {} : { details: { error_code: code } })

/** A web page, as a proxy or a wrong address gives one. */
export function html(code = 200): Turn {
  return {
    kind: 'status',
    status: code,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Welcome</title><h1>It works!</h1>',
  }
}

/** Takes the request and never answers. */
export const silence: Turn = { kind: 'silence' }
/** Closes the connection without an answer. */
export const reset: Turn = { kind: 'reset' }

const startOf = (usage: object) => ({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
})
const startWithoutCache = startOf({ input_tokens: 12, output_tokens: 1 })
const messageStart: WireEvent = {
  event: 'message_start',
  data: startOf({
    input_tokens: 12,
    output_tokens: 1,
    cache_read_input_tokens: 3,
    cache_creation_input_tokens: 4,
  }),
}

const ping: WireEvent = { event: 'ping', data: { type: 'ping' } }

function messageDelta(
  stopReason: string,
  { stopDetails = null, appliedEdits }: Pick<TurnOptions, 'stopDetails' | 'appliedEdits'>,
): WireEvent {
  return {
    event: 'message_delta',
    data: {
      type: 'message_delta',
      delta: { stop_reason: stopReason, stop_sequence: null, stop_details: stopDetails },
      usage: { output_tokens: 34 },
      ...(appliedEdits === undefined ? {} : { context_management: { applied_edits: appliedEdits } }),
    },
  }
}

function blockEvents(block: ScriptedBlock, index: number): WireEvent[] {
  const delta = (value: unknown): WireEvent => ({
    event: 'content_block_delta',
    data: { type: 'content_block_delta', index, delta: value },
  })
  return [
    {
      event: 'content_block_start',
      data: { type: 'content_block_start', index, content_block: opening(block) },
    },
    ...deltas(block).map(delta),
    { event: 'content_block_stop', data: { type: 'content_block_stop', index } },
  ]
}

function opening(block: ScriptedBlock): unknown {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: '' }
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'redacted_thinking':
      return block
    case 'tool_use':
      return { type: 'tool_use', id: block.id, name: block.name, input: {} }
  }
}

function deltas(block: ScriptedBlock): unknown[] {
  switch (block.type) {
    case 'text':
      return [
        ...block.pieces.map((piece) => ({ type: 'text_delta', text: piece })),
        ...(block.citations ?? []).map((citation) => ({
          type: 'citations_delta',
          citation:
            citation.document_index === undefined
              ? { type: 'search_result_location', source: '', title: null, ...citation }
              : { type: 'content_block_location', document_title: null, file_id: null, ...citation },
        })),
      ]
    case 'thinking':
      return [
        ...block.pieces.map((piece) => ({ type: 'thinking_delta', thinking: piece })),
        ...(block.signature === '' ? [] : [{ type: 'signature_delta', signature: block.signature }]),
      ]
    case 'redacted_thinking':
      return []
    case 'tool_use':
      return ['', ...block.pieces].map((piece) => ({ type: 'input_json_delta', partial_json: piece }))
  }
}
