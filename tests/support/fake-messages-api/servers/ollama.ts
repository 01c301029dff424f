import { z } from 'zod'
import { hasGrammar, noGrammar } from './grammar'
import { ollamaOwn } from './ollama-own'
import {
  frame,
  freshId,
  type ReadMessage,
  type Reply,
  reply,
  type Said,
  type ServerShape,
  saidTokensOf,
  tokensOf,
} from './shape'

// What the types of its request refuse; fields that they do not name are passed over.
const source = z.object({ type: z.string(), media_type: z.string().optional(), data: z.string().optional() })
const block = z.object({
  type: z.string(),
  text: z.string().nullish(),
  citations: z.array(z.unknown()).nullish(),
  source: source.nullish(),
  id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.record(z.string(), z.unknown()).nullish(),
  tool_use_id: z.string().nullish(),
  content: z.unknown().optional(),
  is_error: z.boolean().nullish(),
  thinking: z.string().nullish(),
  signature: z.string().nullish(),
})
type Block = z.infer<typeof block>
const property: z.ZodType = z.lazy(() =>
  z.object({
    anyOf: z.array(property).optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    items: z.unknown().optional(),
    properties: z.record(z.string(), property).optional(),
    required: z.array(z.string()).optional(),
  }),
)
const inputSchema = z.object({
  type: z.string(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), property).nullish(),
})
const requestSchema = z.object({
  model: z.string().default(''),
  max_tokens: z.int().default(0),
  messages: z
    .array(z.object({ role: z.string(), content: z.union([z.string(), z.array(block)]) }))
    .default([]),
  system: z.unknown().optional(),
  stream: z.boolean().default(false),
  tools: z
    .array(
      z.object({
        type: z.string().optional(),
        name: z.string(),
        description: z.string().optional(),
        input_schema: inputSchema,
      }),
    )
    .default([]),
  tool_choice: z.object({ type: z.string(), name: z.string().optional() }).nullish(),
  thinking: z.object({ type: z.string(), budget_tokens: z.int().optional() }).nullish(),
  output_config: z.object({ effort: z.string().optional() }).nullish(),
  metadata: z.object({ user_id: z.string().optional() }).nullish(),
})

/**
 * Ollama v0.33.0-rc2, read from ollama/ollama at fb30760: `anthropic/anthropic.go`, `middleware/anthropic.go`,
 * `openai/openai.go` (the list), `server/routes.go` (errors, and what is left out of a long conversation), with their
 * tests. No ping, no `[DONE]`, no signature of thinking, a call whole in one piece; a failure in the middle is not told.
 */
export const ollama: ServerShape = {
  name: 'Ollama',
  admit: () => null,
  take(body, behind) {
    const parsed = requestSchema.safeParse(body)
    if (!parsed.success)
      return { refused: refused(400, `json: cannot unmarshal ${parsed.error.issues[0]?.path.join('.')}`) }
    const { model, max_tokens: maxTokens, messages, system, tools, stream } = parsed.data
    if (model === '') return { refused: refused(400, 'model is required') }
    if (maxTokens <= 0) return { refused: refused(400, 'max_tokens is required and must be positive') }
    if (messages.length === 0) return { refused: refused(400, 'messages is required') }
    const problem = messages
      .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
      .map(problemOf)
    const first = problem.find((each) => each !== null)
    if (first != null) return { refused: refused(400, first) }
    if (!behind.models.includes(model)) return { refused: refused(404, `model '${model}' not found`) }

    // Of a schema it passes on what it has names for, and what lists hold as it came.
    if (!tools.every(({ input_schema: schema }) => hasGrammar(schema))) {
      return { refused: refused(400, JSON.stringify(noGrammar)) }
    }

    const read: ReadMessage[] = [
      ...systemOf(system),
      ...messages.flatMap(({ role, content }) =>
        typeof content === 'string'
          ? [{ role: roleOf(role), text: content, images: 0 }]
          : messagesOf(roleOf(role), content),
      ),
    ]
    const kept = newest(read, behind.contextTokens)
    if (tokensOf({ messages: kept }) > behind.contextTokens) {
      const [asked, has] = [tokensOf({ messages: kept }), behind.contextTokens]
      const words = `request (${asked} tokens) exceeds the available context size (${has} tokens), try increasing it`
      const told = {
        error: {
          code: 400,
          message: words,
          type: 'exceed_context_size_error',
          n_prompt_tokens: asked,
          n_ctx: has,
        },
      }
      return { refused: refused(400, JSON.stringify(told)) }
    }
    return {
      reading: {
        model,
        messages: kept,
        tools: tools.map(({ name }) => name),
        // A `tool_choice` is not passed on.
        choice: 'auto',
        // A model that can think does unless told not to.
        thinks: parsed.data.thinking?.type !== 'disabled',
        maxTokens,
        stream,
      },
    }
  },
  stream(said, reading) {
    const { thinking = [], text = [], calls = [] } = said
    const frames: string[] = []
    let index = 0
    const open = (content: object) =>
      frames.push(
        frame('content_block_start', { type: 'content_block_start', index, content_block: content }),
      )
    const piece = (delta: object) =>
      frames.push(frame('content_block_delta', { type: 'content_block_delta', index, delta }))
    const close = () =>
      frames.push(frame('content_block_stop', { type: 'content_block_stop', index: index++ }))
    frames.push(
      frame('message_start', {
        type: 'message_start',
        message: {
          id: freshId('msg_', 24),
          type: 'message',
          role: 'assistant',
          model: reading.model,
          content: [],
          usage: { input_tokens: tokensOf(reading), output_tokens: 0 },
        },
      }),
    )
    if (thinking.length > 0) {
      open({ type: 'thinking', thinking: '' })
      for (const each of thinking) piece({ type: 'thinking_delta', thinking: each })
      if (text.length + calls.length > 0 || said.fails === undefined) close()
    }
    if (text.length > 0) {
      open({ type: 'text', text: '' })
      for (const each of text) piece({ type: 'text_delta', text: each })
      if (calls.length > 0 || said.fails === undefined) close()
    }
    for (const { name, input } of calls) {
      open({ type: 'tool_use', id: freshId('call_', 8), name, input: {} })
      piece({ type: 'input_json_delta', partial_json: JSON.stringify(input) })
      close()
    }
    if (said.fails !== undefined) return frames
    return [
      ...frames,
      frame('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: stopReasonOf(said) },
        usage: { input_tokens: tokensOf(reading), output_tokens: saidTokensOf(said) },
      }),
      frame('message_stop', { type: 'message_stop' }),
    ]
  },
  whole(said, { model, ...reading }) {
    const { thinking = [], text = [], calls = [] } = said
    const content = [
      ...(thinking.length > 0 ? [{ type: 'thinking', thinking: thinking.join('') }] : []),
      ...(text.length > 0 ? [{ type: 'text', text: text.join('') }] : []),
      ...calls.map(({ name, input }) => ({ type: 'tool_use', id: freshId('call_', 8), name, input })),
    ]
    return {
      id: freshId('msg_', 24),
      type: 'message',
      role: 'assistant',
      model,
      content: content.length === 0 ? null : content,
      stop_reason: stopReasonOf(said),
      usage: { input_tokens: tokensOf(reading), output_tokens: saidTokensOf(said) },
    }
  },
  count: null,
  // Without a model the list is null.
  list: ({ models }) => ({
    object: 'list',
    data:
      models.length === 0
        ? null
        : models.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'library' })),
  }),
  own: ollamaOwn,
  busy: refused(503, 'server busy, please try again.  maximum pending requests exceeded'),
  elsewhere: () => ({ status: 404, type: 'text/plain', body: '404 page not found' }),
}

function refused(status: number, message: string): Reply {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    404: 'not_found_error',
    503: 'overloaded_error',
  }
  const error = { type: types[status] ?? 'api_error', message }
  return reply(status, { type: 'error', error, request_id: freshId('req_', 24) })
}

function problemOf({ type, source: from, id, name, content }: Block): string | null {
  if (type === 'image') {
    if (from == null) return 'invalid image source'
    return from.type === 'base64'
      ? null
      : `invalid image source type: ${from.type}. Only base64 images are supported.`
  }
  if (type === 'tool_use' && !id) return "tool_use block missing required 'id' field"
  if (type === 'tool_use' && !name) return "tool_use block missing required 'name' field"
  if (type !== 'tool_result' || !Array.isArray(content)) return null
  const images = content.filter((each) => isOf(each, 'image'))
  return images.every((each) => isOf(each.source, 'base64')) ? null : 'invalid tool_result image source'
}

function messagesOf(role: ReadMessage['role'], blocks: readonly Block[]): ReadMessage[] {
  const results = blocks.filter(({ type }) => type === 'tool_result').map(({ content }) => resultOf(content))
  const text = blocks.map((each) => (each.type === 'text' ? (each.text ?? '') : '')).join('')
  const images = blocks.filter(({ type }) => type === 'image').length
  const calls = blocks.some(({ type, thinking }) => type === 'tool_use' || (type === 'thinking' && thinking))
  return [...results, ...(text !== '' || images > 0 || calls ? [{ role, text, images }] : [])]
}

/** Text and pictures alone reach the model of what a tool gave. */
function resultOf(content: unknown): ReadMessage {
  if (!Array.isArray(content))
    return { role: 'tool', text: typeof content === 'string' ? content : '', images: 0 }
  return {
    role: 'tool',
    text: content.map((each) => (isOf(each, 'text') ? String(each.text) : '')).join(''),
    images: content.filter((each) => isOf(each, 'image')).length,
  }
}

function isOf(value: unknown, type: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type
}

function systemOf(system: unknown): ReadMessage[] {
  const text =
    typeof system === 'string'
      ? system
      : Array.isArray(system)
        ? system.map((each) => (isOf(each, 'text') ? String(each.text) : '')).join('')
        : ''
  return text === '' ? [] : [{ role: 'system', text, images: 0 }]
}

function roleOf(role: string): ReadMessage['role'] {
  return role.toLowerCase() === 'assistant' ? 'assistant' : 'user'
}

/** Of a conversation that is too long the beginning is left out without a word; the system text and the last message stay. */
function newest(messages: readonly ReadMessage[], contextTokens: number): readonly ReadMessage[] {
  for (let from = 0; from < messages.length; from++) {
    const left = messages.filter(({ role }, index) => index >= from || role === 'system')
    if (tokensOf({ messages: left }) <= contextTokens || from === messages.length - 1) return left
  }
  return messages
}

function stopReasonOf({ calls = [], cut }: Said): string {
  if (calls.length > 0) return 'tool_use'
  return cut === true ? 'max_tokens' : 'end_turn'
}
