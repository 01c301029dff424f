import { z } from 'zod'
import { type BlockForms, beginning, ending, imagesIn, streamedBlocks, textOf, wholeBlocks } from './blocks'
import {
  frame,
  freshId,
  type Reading,
  type ReadMessage,
  type Reply,
  reply,
  type Said,
  type ServerShape,
  saidTokensOf,
  tokensOf,
} from './shape'

// What its request names; other fields are passed over, other kinds of blocks are refused.
const block = z.object({
  type: z.enum([
    'text',
    'image',
    'tool_use',
    'tool_result',
    'tool_reference',
    'thinking',
    'redacted_thinking',
  ]),
  text: z.string().nullish(),
  source: z.record(z.string(), z.unknown()).nullish(),
  id: z.string().nullish(),
  tool_use_id: z.string().nullish(),
  name: z.string().nullish(),
  input: z.record(z.string(), z.unknown()).nullish(),
  content: z.union([z.string(), z.array(z.record(z.string(), z.unknown()))]).nullish(),
  is_error: z.boolean().nullish(),
  thinking: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
})
type Block = z.infer<typeof block>
const requestSchema = z.object({
  model: z.string().min(1),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant', 'system']),
      content: z.union([z.string(), z.array(block)]),
    }),
  ),
  // A request to count has none.
  max_tokens: z.int().positive().default(1),
  system: z.union([z.string(), z.array(block)]).nullish(),
  stream: z.boolean().nullish(),
  tools: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().nullish(),
        input_schema: z.record(z.string(), z.unknown()),
        strict: z.boolean().nullish(),
      }),
    )
    .nullish(),
  tool_choice: z
    .object({ type: z.enum(['auto', 'any', 'tool', 'none']), name: z.string().nullish() })
    .nullish(),
  output_config: z.object({ effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish() }).nullish(),
})

const callId: BlockForms['callId'] = ['chatcmpl-tool-', 32]

/**
 * vLLM, read from vllm-project/vllm: `vllm/entrypoints/anthropic/protocol.py` at 00589e5, `serving.py` at 0001948 and
 * `api_router.py` at 01540b7, `openai/chat_completion/serving.py` at 5e91864 (what it refuses before),
 * `serve/exception_handling/handlers/validation.py` at 4da14a5, `serve/middleware/authenticate.py` at baaf6e9,
 * `openai/models/serving.py` at 00153c8 (the list, with its window), `tests/entrypoints/anthropic/test_stream_error.py`
 * at aab1c56. Thinking comes unasked and signed, `message_start`
 * says little, errors have types of their own, and what is asked for counts towards the window.
 */
export const vllm: ServerShape = {
  name: 'vLLM',
  admit: ({ authorization }, _path, key) =>
    authorization === `Bearer ${key}` ? null : reply(401, { error: 'Unauthorized' }),
  take(body, behind) {
    const parsed = requestSchema.safeParse(body)
    if (!parsed.success) return { refused: invalid(parsed.error) }
    const { model, messages, system, tools, tool_choice: choice, stream, max_tokens: maxTokens } = parsed.data
    if (!behind.models.includes(model))
      return { refused: refused(404, 'NotFoundError', `The model \`${model}\` does not exist.`) }
    const named = choice?.type ?? (tools == null ? 'none' : 'auto')
    if (!behind.parsesCalls && named !== 'none') {
      const needs =
        named === 'auto'
          ? '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'
          : `tool_choice="${named}" requires --tool-call-parser to be set`
      return { refused: refused(400, 'BadRequestError', needs) }
    }
    const read: ReadMessage[] = [
      ...(system == null ? [] : [{ role: 'system' as const, text: textOf(system), images: 0 }]),
      ...messages.flatMap(({ role, content }) => messagesOf(role, content)),
    ]
    if (!behind.sees && read.some(({ images }) => images > 0)) {
      return { refused: refused(400, 'BadRequestError', `${model} is not a multimodal model`) }
    }
    const asked = tokensOf({ messages: read })
    if (asked + maxTokens > behind.contextTokens) {
      const has = behind.contextTokens
      const words = `'max_tokens' or 'max_completion_tokens' is too large: ${maxTokens}. This model's maximum context length is ${has} tokens and your request has ${asked} input tokens (${maxTokens} > ${has} - ${asked}).`
      return { refused: refused(400, 'BadRequestError', words) }
    }
    return {
      reading: {
        model,
        messages: read,
        tools: (tools ?? []).map(({ name }) => name),
        choice: named === 'auto' || named === 'none' ? named : 'required',
        thinks: true,
        maxTokens,
        stream: stream === true,
      },
    }
  },
  stream(said, reading) {
    const blocks = streamedBlocks(said, {
      thinking: { type: 'thinking', thinking: '' },
      signature: freshId('', 32),
      callId,
      call: { input: {} },
    })
    const frames = [
      frame('message_start', {
        type: 'message_start',
        message: {
          id: freshId('chatcmpl-', 32),
          content: [],
          model: reading.model,
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: tokensOf(reading), output_tokens: 0 },
        },
      }),
      ...blocks.flatMap((block, index) => [
        ...beginning(block, index),
        // The last one stays open where the server fails.
        ...(said.fails !== undefined && index === blocks.length - 1 ? [] : [ending(index)]),
      ]),
    ]
    if (said.fails !== undefined) {
      const error = { type: 'internal_error', message: said.fails }
      return [...frames, frame('error', { type: 'error', error })]
    }
    return [
      ...frames,
      frame('message_delta', {
        type: 'message_delta',
        delta: { stop_reason: stopReasonOf(said, reading) },
        usage: { input_tokens: tokensOf(reading), output_tokens: saidTokensOf(said) },
      }),
      frame('message_stop', { type: 'message_stop' }),
    ]
  },
  whole(said, reading) {
    return {
      id: freshId('chatcmpl-', 32),
      type: 'message',
      role: 'assistant',
      content: wholeBlocks(said, callId, freshId('', 32)),
      model: reading.model,
      stop_reason: stopReasonOf(said, reading),
      usage: { input_tokens: tokensOf(reading), output_tokens: saidTokensOf(said) },
    }
  },
  count: (reading) => ({
    input_tokens: tokensOf(reading),
    context_management: { original_input_tokens: tokensOf(reading) },
  }),
  list: ({ models, contextTokens }) => ({
    object: 'list',
    data: models.map((id) => ({
      id,
      object: 'model',
      created: 1_767_225_600,
      owned_by: 'vllm',
      root: id,
      parent: null,
      max_model_len: contextTokens,
      permission: [],
    })),
  }),
  busy: refused(
    500,
    'internal_error',
    'EngineCore encountered an issue. See stack trace for the root cause.',
  ),
  elsewhere: () => reply(404, { detail: 'Not Found' }),
}

/** What its own checks refuse. */
function refused(status: number, type: string, message: string): Reply {
  return reply(status, { type: 'error', error: { type, message } })
}

/** What the types of its request refuse: answered by another part of it, in another form. */
function invalid(error: z.ZodError): Reply {
  const param = ['body', ...(error.issues[0]?.path ?? [])].join('.')
  const message = `1 validation error:\n  {'type': 'literal_error', 'loc': '${param}', 'msg': '${error.issues[0]?.message}'}`
  return reply(400, { error: { message, type: 'Bad Request', param, code: 400 } })
}

function messagesOf(role: ReadMessage['role'], content: string | readonly Block[]): ReadMessage[] {
  if (typeof content === 'string') return [{ role, text: content, images: 0 }]
  const results = content.filter(({ type }) => type === 'tool_result').flatMap(resultOf)
  const images = imagesIn(content)
  const text = textOf(content)
  return [...results, ...(role === 'assistant' || text !== '' || images > 0 ? [{ role, text, images }] : [])]
}

/** Texts are joined by line breaks; pictures follow as a message of the person; nothing else is passed on. */
function resultOf({ content }: Block): ReadMessage[] {
  if (content == null || typeof content === 'string')
    return [{ role: 'tool', text: content ?? '', images: 0 }]
  const texts = content.filter(({ type }) => type === 'text').map(({ text }) => String(text))
  const images = imagesIn(content)
  return [
    { role: 'tool', text: texts.join('\n'), images: 0 },
    ...(images > 0 ? [{ role: 'user' as const, text: '', images }] : []),
  ]
}

function stopReasonOf({ calls = [], cut }: Said, { choice }: Reading): string {
  if (cut === true) return 'max_tokens'
  // A call that was forced by name ends like any answer.
  return calls.length > 0 && choice !== 'required' ? 'tool_use' : 'end_turn'
}
