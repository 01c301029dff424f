import { z } from 'zod'

// The rules by which the real API refuses a request; a refusal names what is wrong in the API's manner.

const cacheControl = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .nullish()
const nonBlank = z
  .string()
  .refine((value) => value.trim() !== '', 'text content blocks must contain non-whitespace text')
const textBlock = z.strictObject({
  type: z.literal('text'),
  text: nonBlank,
  cache_control: cacheControl,
  citations: z.array(z.unknown()).nullish(),
})
const searchResult = z.strictObject({
  type: z.literal('search_result'),
  source: z.string().min(1),
  title: z.string().min(1),
  content: z.array(textBlock).min(1),
  citations: z.strictObject({ enabled: z.boolean() }).optional(),
  cache_control: cacheControl,
})
const document = z.strictObject({
  type: z.literal('document'),
  source: z.strictObject({ type: z.literal('content'), content: z.array(textBlock).min(1) }),
  title: z.string().min(1).max(500).nullish(),
  context: z.string().nullish(),
  citations: z.strictObject({ enabled: z.boolean() }).optional(),
  cache_control: cacheControl,
})
const identifier = z.string().regex(/^[a-zA-Z0-9_-]+$/u)
const toolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: identifier,
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/u),
  input: z.record(z.string(), z.unknown()),
  cache_control: cacheControl,
})
/** The limit of the API on one picture, as base64 (bytes). */
const imageLimit = 5_000_000
const image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: z.base64().min(1).max(imageLimit),
  }),
  cache_control: cacheControl,
})
const toolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: identifier,
  content: z
    .union([z.string(), z.array(z.discriminatedUnion('type', [textBlock, searchResult, document, image]))])
    .optional(),
  is_error: z.boolean().optional(),
  cache_control: cacheControl,
})
const thinking = z.strictObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().min(1),
})
const redactedThinking = z.strictObject({ type: z.literal('redacted_thinking'), data: z.string().min(1) })
const content = <T extends z.ZodType>(blocks: T) => z.union([nonBlank, z.array(blocks).min(1)])
const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: content(z.discriminatedUnion('type', [textBlock, toolResult, searchResult, document, image])),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: content(z.discriminatedUnion('type', [textBlock, toolUse, thinking, redactedThinking])),
  }),
])
const tool = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/u),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  cache_control: cacheControl,
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().optional(),
})
const common = {
  model: z.string().min(1),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.enum(['auto', 'any']), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({
        type: z.literal('tool'),
        name: z.string(),
        disable_parallel_tool_use: z.boolean().optional(),
      }),
      z.strictObject({ type: z.literal('none') }),
    ])
    .optional(),
  thinking: z.unknown().optional(),
  cache_control: cacheControl,
  output_config: z.unknown().optional(),
}
const tokens = z.strictObject({ type: z.literal('input_tokens'), value: z.number().int().min(1) })
const toolUses = z.strictObject({ type: z.literal('tool_uses'), value: z.number().int().min(0) })
const contextManagement = z.strictObject({
  edits: z
    .array(
      z.strictObject({
        type: z.literal('clear_tool_uses_20250919'),
        trigger: z.discriminatedUnion('type', [tokens, toolUses]).optional(),
        keep: toolUses.optional(),
        clear_at_least: tokens.nullish(),
        exclude_tools: z.array(z.string()).optional(),
        clear_tool_inputs: z.boolean().optional(),
      }),
    )
    .optional(),
})
const createSchema = z.strictObject({
  ...common,
  context_management: contextManagement.nullish(),
  max_tokens: z.number().int().min(1),
  stream: z.boolean().optional(),
  metadata: z.unknown().optional(),
  stop_sequences: z.array(nonBlank).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
})
const countSchema = z.strictObject(common)

/** A request that is in the API's form. */
export type CheckedRequest = z.infer<typeof createSchema>

/** The tool results that a request ends with. */
export function toolResultsOf(request: CheckedRequest | undefined) {
  const content = request?.messages.at(-1)?.content ?? []
  return typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result')
}

type Messages = CheckedRequest['messages']
type Checked<T> =
  | { readonly ok: true; readonly request: T }
  | { readonly ok: false; readonly message: string }

/** Checks a request to create a message, which may hold `context_management` where the server takes it. */
export function checkCreate(body: unknown, takesContextManagement = false): Checked<CheckedRequest> {
  const field = 'context_management'
  if (!takesContextManagement && typeof body === 'object' && body !== null && field in body) {
    return { ok: false, message: `${field}: Extra inputs are not permitted` }
  }
  return check(createSchema, body)
}

/** Checks a request to count tokens. */
export function checkCount(body: unknown): Checked<z.infer<typeof countSchema>> {
  return check(countSchema, body)
}

const removed = ['temperature', 'top_p', 'top_k']

function check<T extends { messages: Messages; tools?: { name: string }[] | undefined }>(
  schema: z.ZodType<T>,
  body: unknown,
): Checked<T> {
  const refuse = (message: string): Checked<T> => ({ ok: false, message })
  if (typeof body !== 'object' || body === null) return refuse('The request body is not valid JSON')
  const present = removed.find((name) => name in body)
  if (present !== undefined) return refuse(`${present}: this model does not support the parameter`)
  if (!isWellFormed(body)) return refuse('The request body is not valid JSON: no low surrogate in string')
  const parsed = schema.safeParse(body)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return refuse(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`)
  }
  const { messages, tools = [] } = parsed.data
  const problem = rolesProblem(messages) ?? pairingProblem(messages) ?? toolsProblem(tools)
  return problem === null ? { ok: true, request: parsed.data } : refuse(problem)
}

/** Whether no string in it ends, or begins, within a character. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each))
}

function rolesProblem(messages: Messages): string | null {
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  for (const [index, { role }] of messages.entries()) {
    if (messages[index - 1]?.role === role) {
      return `messages.${index}: roles must alternate between "user" and "assistant"`
    }
  }
  return messages.at(-1)?.role === 'user'
    ? null
    : 'This model does not support assistant message prefill. The conversation must end with a user message.'
}

function pairingProblem(messages: Messages): string | null {
  const seen = new Set<string>()
  for (const [index, current] of messages.entries()) {
    const uses = index === 0 ? [] : idsOf(messages[index - 1], 'tool_use')
    const results = idsOf(current, 'tool_result')
    const unexpected = results.find((id) => !uses.includes(id))
    if (unexpected !== undefined) {
      return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unexpected}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
    }
    const missing = uses.filter((id) => !results.includes(id))
    if (missing.length > 0) {
      return `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}.`
    }
    if (new Set(results).size < results.length)
      return `messages.${index}: each tool_use must have a single result`
    if (results.length > 0 && typeof current.content !== 'string') {
      const kinds = current.content.map(({ type }) => type)
      if (kinds.lastIndexOf('tool_result') >= results.length) {
        return `messages.${index}: \`tool_result\` blocks must come first in the content`
      }
    }
    for (const id of idsOf(current, 'tool_use')) {
      if (seen.has(id)) return `messages.${index}: \`tool_use\` ids must be unique: ${id}`
      seen.add(id)
    }
  }
  return null
}

function idsOf(current: Messages[number] | undefined, type: 'tool_use' | 'tool_result'): string[] {
  if (current === undefined || typeof current.content === 'string') return []
  return current.content.flatMap((block) => {
    if (block.type === 'tool_use' && type === 'tool_use') return [block.id]
    if (block.type === 'tool_result' && type === 'tool_result') return [block.tool_use_id]
    return []
  })
}

function toolsProblem(tools: readonly { readonly name: string }[]): string | null {
  const names = tools.map(({ name }) => name)
  return new Set(names).size === names.length ? null : 'tools: Tool names must be unique.'
}
