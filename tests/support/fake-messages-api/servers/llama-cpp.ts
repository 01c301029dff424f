import { z } from 'zod'
import { type BlockForms, beginning, ending, imagesIn, streamedBlocks, textOf, wholeBlocks } from './blocks'
import { hasGrammar, noGrammar } from './grammar'
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

const block = z.looseObject({
  type: z.string().default(''),
  text: z.string().default(''),
  content: z.unknown().optional(),
})
type Block = z.infer<typeof block>
const requestSchema = z.looseObject({
  model: z.string().default('gpt-3.5-turbo'),
  max_tokens: z.int().default(4096),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(block)]) })),
  system: z.union([z.string(), z.array(block)]).nullish(),
  stream: z.boolean().default(false),
  tools: z
    .array(z.looseObject({ name: z.string().default(''), input_schema: z.looseObject({}).optional() }))
    .default([]),
  tool_choice: z.looseObject({ type: z.string() }).optional(),
})

const callId: BlockForms['callId'] = ['', 32]

/**
 * llama.cpp, read from ggml-org/llama.cpp: `tools/server/server-task.cpp` at 00efb3e (answers and streams),
 * `server-chat.cpp` at 03eb25f (how a request becomes one of its own), `server-context.cpp` at fb40266 (list, count,
 * `/props`; that the list has `n_ctx` is of a later one whose commit the text did not name),
 * `server-http.cpp` and `server-common.cpp` at aa6192d (keys, errors), `tests/unit/test_compat_anthropic.py` at
 * 862b96c; `cache_read_input_tokens` and the error in the middle as in a later `server-task.cpp` and an earlier
 * `server.cpp` whose commits the text did not name; comments while it reads as in its pull requests #24013 and #25241.
 * Blocks stay open until the end, a call begins without `input`, and the error in a stream is its bare content.
 */
export const llamaCpp: ServerShape = {
  name: 'llama.cpp',
  admit({ authorization, 'x-api-key': apiKey }, path, key) {
    // The list is for everybody.
    if (path === '/v1/models' || authorization === `Bearer ${key}` || apiKey === key) return null
    return failed(401, 'authentication_error', 'Invalid API Key')
  },
  take(body, behind) {
    const parsed = requestSchema.safeParse(body)
    if (!parsed.success)
      return {
        refused: failed(500, 'server_error', `'${parsed.error.issues[0]?.path.join('.')}' is required`),
      }
    const { model, messages, system, tools, tool_choice: choice, stream, max_tokens: maxTokens } = parsed.data
    if (!tools.every(({ input_schema: schema }) => hasGrammar(schema)))
      return { refused: reply(400, noGrammar) }
    const read: ReadMessage[] = [
      ...(system == null ? [] : [{ role: 'system' as const, text: textOf(system), images: 0 }]),
      ...messages.flatMap(({ role, content }) => messagesOf(role, content)),
    ]
    if (!behind.sees && read.some(({ images }) => images > 0)) {
      const hint =
        'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'
      return { refused: failed(500, 'server_error', hint) }
    }
    const asked = tokensOf({ messages: read })
    if (asked > behind.contextTokens) {
      const words = `request (${asked} tokens) exceeds the available context size (${behind.contextTokens} tokens), try increasing it`
      const sizes = { n_prompt_tokens: asked, n_ctx: behind.contextTokens }
      return { refused: failed(400, 'exceed_context_size_error', words, sizes) }
    }
    return {
      reading: {
        model,
        messages: read,
        tools: tools.map(({ name }) => name),
        // `none` is not passed on, and then its own default holds.
        choice: choice?.type === 'any' || choice?.type === 'tool' ? 'required' : 'auto',
        // Its template decides; what is asked for is a budget at most.
        thinks: true,
        maxTokens,
        stream,
      },
    }
  },
  stream(said, reading) {
    const blocks = streamedBlocks(said, { thinking: { type: 'thinking', thinking: '' }, callId, call: {} })
    const frames = [
      ...Array.from({ length: said.reads ?? 0 }, () => ':\n\n'),
      frame('message_start', {
        type: 'message_start',
        message: {
          id: freshId('chatcmpl-', 32),
          type: 'message',
          role: 'assistant',
          content: [],
          model: reading.model,
          stop_reason: null,
          stop_sequence: null,
          usage: { cache_read_input_tokens: 0, input_tokens: tokensOf(reading), output_tokens: 0 },
        },
      }),
      ...blocks.flatMap(beginning),
    ]
    if (said.fails !== undefined) {
      return [...frames, frame('error', { code: 500, message: said.fails, type: 'server_error' })]
    }
    const signature = { type: 'signature_delta', signature: '' }
    return [
      ...frames,
      ...(said.thinking !== undefined
        ? [frame('content_block_delta', { type: 'content_block_delta', index: 0, delta: signature })]
        : []),
      ...blocks.map((_, index) => ending(index)),
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
      id: freshId('chatcmpl-', 32),
      type: 'message',
      role: 'assistant',
      content: wholeBlocks(said, callId, ''),
      model: reading.model,
      stop_reason: stopReasonOf(said),
      stop_sequence: null,
      usage: {
        cache_read_input_tokens: 0,
        input_tokens: tokensOf(reading),
        output_tokens: saidTokensOf(said),
      },
    }
  },
  count: (reading) => ({ input_tokens: tokensOf(reading) }),
  list: ({ models: [name = ''], contextTokens, longestTokens, older }) => ({
    models: [
      {
        name,
        model: name,
        modified_at: '',
        size: '',
        digest: '',
        type: 'model',
        capabilities: ['completion'],
      },
    ],
    object: 'list',
    data: [
      {
        id: name,
        object: 'model',
        created: 1_767_225_600,
        owned_by: 'llamacpp',
        meta: { n_ctx_train: longestTokens, ...(older ? {} : { n_ctx: contextTokens }) },
      },
    ],
  }),
  own: (method, path, _body, { contextTokens }) =>
    method === 'GET' && path === '/props'
      ? reply(200, {
          default_generation_settings: { params: {}, n_ctx: contextTokens },
          total_slots: 1,
          model_path: 'm.gguf',
        })
      : null,
  busy: failed(503, 'unavailable_error', 'Loading model'),
  elsewhere: () => failed(404, 'not_found_error', 'File Not Found'),
}

function failed(code: number, type: string, message: string, more: object = {}): Reply {
  return reply(code, { error: { code, message, type, ...more } }, 'application/json; charset=utf-8')
}

/** A person's words come before what tools gave, whichever way round they were sent. */
function messagesOf(role: string, content: string | readonly Block[]): ReadMessage[] {
  const as = role === 'assistant' ? 'assistant' : 'user'
  if (typeof content === 'string') return [{ role: as, text: content, images: 0 }]
  const speaks = content.some(({ type }) => ['text', 'image', 'tool_use', 'thinking'].includes(type))
  return [
    ...(speaks ? [{ role: as, text: textOf(content), images: imagesIn(content) } as const] : []),
    ...content.filter(({ type }) => type === 'tool_result').map((result) => resultOf(result.content)),
  ]
}

function resultOf(content: unknown): ReadMessage {
  const parsed = z.union([z.string(), z.array(block)]).safeParse(content).data ?? ''
  return { role: 'tool', text: textOf(parsed), images: imagesIn(parsed) }
}

function stopReasonOf({ calls = [], cut }: Said): string {
  if (cut === true) return 'max_tokens'
  return calls.length > 0 ? 'tool_use' : 'end_turn'
}
