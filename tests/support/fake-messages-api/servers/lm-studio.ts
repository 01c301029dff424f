import { z } from 'zod'
import { type BlockForms, beginning, ending, imagesIn, streamedBlocks, textOf, wholeBlocks } from './blocks'
import { hasGrammar, noGrammar } from './grammar'
import {
  type BehindServer,
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

const block = z.looseObject({
  type: z.string(),
  text: z.string().default(''),
  content: z.unknown().optional(),
})
type Block = z.infer<typeof block>
const requestSchema = z.looseObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  messages: z.array(
    z.looseObject({ role: z.enum(['user', 'assistant']), content: z.union([z.string(), z.array(block)]) }),
  ),
  system: z.union([z.string(), z.array(block)]).optional(),
  stream: z.boolean().optional(),
  tools: z
    .array(z.looseObject({ name: z.string(), input_schema: z.looseObject({ type: z.literal('object') }) }))
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']) }).optional(),
})

const callId: BlockForms['callId'] = ['', 9]

/**
 * LM Studio, whose source is closed. Read from its documentation, lmstudio-ai/docs at c6854fb,
 * `1_developer/4_anthropic-compat/`: the path, the names of the six events, tools with a `tool_choice` of `any`, and
 * either header for the key; `2_rest/list.md`: its own list. Read from lmstudio-ai/lmstudio-bug-tracker: nothing else is there and is answered by 200
 * (#618, #2055), errors in the API's form (#1399, #2220). Everything else is as the vendor's documentation says, to
 * which its own refers: what is in the events, thinking, pictures, and an error in the middle are not documented.
 */
export const lmStudio: ServerShape = {
  name: 'LM Studio',
  admit: ({ authorization, 'x-api-key': apiKey }, _path, key) =>
    authorization === `Bearer ${key}` || apiKey === key
      ? null
      : refused(401, 'authentication_error', 'Invalid API token.'),
  take(body, behind) {
    const parsed = requestSchema.safeParse(body)
    if (!parsed.success) {
      const path = ['request', ...(parsed.error.issues[0]?.path ?? [])].join('.')
      const words = `${path}: Invalid discriminator value. ${parsed.error.issues[0]?.message}`
      return { refused: refused(400, 'invalid_request_error', words) }
    }
    const {
      model,
      messages,
      system,
      tools = [],
      tool_choice: choice,
      stream,
      max_tokens: maxTokens,
    } = parsed.data
    if (!tools.every(({ input_schema: schema }) => hasGrammar(schema))) {
      const words = `Engine protocol predict request returned 400: ${JSON.stringify(noGrammar)}`
      return { refused: refused(500, 'api_error', words) }
    }
    const read: ReadMessage[] = [
      ...(system === undefined ? [] : [{ role: 'system' as const, text: textOf(system), images: 0 }]),
      ...messages.flatMap(({ role, content }) => messagesOf(role, content)),
    ]
    const asked = tokensOf({ messages: read })
    if (asked > behind.contextTokens) {
      const words = `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${asked}>= n_ctx: ${behind.contextTokens}). Try to load the model with a larger context length, or provide a shorter input.`
      return { refused: reply(400, { error: words }) }
    }
    return {
      reading: {
        model,
        messages: read,
        tools: tools.map(({ name }) => name),
        choice: choice?.type === 'any' || choice?.type === 'tool' ? 'required' : (choice?.type ?? 'auto'),
        thinks: true,
        maxTokens,
        stream: stream === true,
      },
    }
  },
  stream(said, reading) {
    const blocks = streamedBlocks(said, {
      thinking: { type: 'thinking', thinking: '', signature: '' },
      callId,
      call: { input: {} },
    })
    const frames = [
      frame('message_start', {
        type: 'message_start',
        message: {
          ...messageOf(reading.model),
          content: [],
          usage: { input_tokens: tokensOf(reading), output_tokens: 0 },
        },
      }),
      ...blocks.flatMap((block, index) => [...beginning(block, index), ending(index)]),
    ]
    if (said.fails !== undefined) {
      return [...frames, frame('error', { type: 'error', error: { type: 'api_error', message: said.fails } })]
    }
    return [
      ...frames,
      frame('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: stopReasonOf(said), stop_sequence: null },
        usage: { output_tokens: saidTokensOf(said) },
      }),
      frame('message_stop', { type: 'message_stop' }),
    ]
  },
  whole(said, reading) {
    return {
      ...messageOf(reading.model),
      content: wholeBlocks(said, callId, ''),
      stop_reason: stopReasonOf(said),
      usage: { input_tokens: tokensOf(reading), output_tokens: saidTokensOf(said) },
    }
  },
  count: null,
  list: ({ models }) => ({
    data: models.map((id) => ({ id, object: 'model', owned_by: 'organization_owner' })),
    object: 'list',
  }),
  own: (method, path, _body, behind) =>
    method === 'GET' && path === '/api/v1/models' ? reply(200, ownList(behind)) : null,
  busy: refused(500, 'api_error', 'Engine protocol predict request returned 503: the model is loading'),
  elsewhere: (method, path) => reply(200, { error: `Unexpected endpoint or method. (${method} ${path})` }),
}

/** Its own list: what is loaded of each model, and with which window. */
function ownList({ models, loaded, longestTokens }: BehindServer) {
  return {
    models: models.map((key) => {
      const window = loaded.get(key)
      return {
        type: 'llm',
        publisher: 'someone',
        key,
        display_name: key,
        loaded_instances:
          window === undefined
            ? []
            : [{ id: key, config: { context_length: window, eval_batch_size: 512, parallel: 4 } }],
        max_context_length: longestTokens,
        format: 'gguf',
      }
    }),
  }
}

function messageOf(model: string) {
  return {
    id: freshId('msg_', 24),
    type: 'message',
    role: 'assistant',
    model,
    stop_reason: null,
    stop_sequence: null,
  }
}

function refused(status: number, type: string, message: string): Reply {
  return reply(status, { type: 'error', error: { type, message } })
}

function messagesOf(role: 'user' | 'assistant', content: string | readonly Block[]): ReadMessage[] {
  if (typeof content === 'string') return [{ role, text: content, images: 0 }]
  const results = content
    .filter(({ type }) => type === 'tool_result')
    .map((result) => resultOf(result.content))
  const images = imagesIn(content)
  const text = textOf(content)
  return [...results, ...(role === 'assistant' || text !== '' || images > 0 ? [{ role, text, images }] : [])]
}

function resultOf(content: unknown): ReadMessage {
  const parsed = z.union([z.string(), z.array(block)]).safeParse(content).data ?? ''
  return { role: 'tool', text: textOf(parsed), images: imagesIn(parsed) }
}

function stopReasonOf({ calls = [], cut }: Said): string {
  if (cut === true) return 'max_tokens'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}
