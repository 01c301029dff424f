import { z } from 'zod'

const tokensSchema = z.number().nullish()
const usageSchema = z.object({
  input_tokens: tokensSchema,
  output_tokens: tokensSchema,
  cache_read_input_tokens: tokensSchema,
  cache_creation_input_tokens: tokensSchema,
})
/** Token counts as they arrive; later ones replace earlier ones. */
export type WireUsage = z.infer<typeof usageSchema>

/** What is added to the API later. A kind that is known has to fit: half of one would be stored as it is. */
const otherThan = (...known: readonly string[]) =>
  z
    .object({ type: z.string().refine((type) => !known.includes(type)) })
    .transform(() => ({ type: 'other' as const }))

/** Words that a server may leave out, or have nothing for. */
const wordsSchema = z
  .string()
  .nullish()
  .transform((words) => words ?? '')

const contentBlockSchema = z.union([
  z.object({ type: z.literal('text'), text: wordsSchema }),
  z.object({ type: z.literal('thinking'), thinking: wordsSchema, signature: wordsSchema }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  // llama.cpp begins a call without arguments.
  z.object({
    type: z.literal('tool_use'),
    id: wordsSchema,
    name: z.string(),
    input: z.unknown().optional(),
  }),
  otherThan('text', 'thinking', 'redacted_thinking', 'tool_use'),
])

const citationSchema = z.union([
  z.object({
    type: z.literal('search_result_location'),
    source: wordsSchema,
    title: wordsSchema,
    cited_text: z.string(),
    search_result_index: z.number(),
    start_block_index: z.number(),
    end_block_index: z.number(),
  }),
  z.object({
    type: z.literal('content_block_location'),
    document_title: wordsSchema,
    cited_text: z.string(),
    document_index: z.number(),
    start_block_index: z.number(),
    end_block_index: z.number(),
  }),
  // Another kind, or one that points nowhere: the words that it is about stand without it.
  z.unknown().transform(() => null),
])
/** A citation as it arrives; null where nothing is to be had of it. */
export type WireCitation = z.infer<typeof citationSchema>

const deltaSchema = z.union([
  z.object({ type: z.literal('text_delta'), text: wordsSchema }),
  z.object({ type: z.literal('thinking_delta'), thinking: wordsSchema }),
  z.object({ type: z.literal('signature_delta'), signature: wordsSchema }),
  z.object({ type: z.literal('input_json_delta'), partial_json: wordsSchema }),
  z.object({ type: z.literal('citations_delta'), citation: citationSchema }),
  otherThan('text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta', 'citations_delta'),
])

// Kinds that are added later, and forms that nobody knows yet, tell nothing: an answer is not lost for them.
const appliedEditSchema = z.union([
  z.object({
    type: z.literal('clear_tool_uses_20250919'),
    cleared_tool_uses: z.int().nonnegative(),
    cleared_input_tokens: z.int().nonnegative(),
  }),
  z.unknown().transform(() => null),
])
/** What a server did to a request before the model read it; null where it says nothing of that. */
export const contextManagementSchema = z
  .object({ applied_edits: z.array(appliedEditSchema) })
  .nullish()
  .catch(null)
/** See {@link contextManagementSchema}. */
export type WireContextManagement = z.infer<typeof contextManagementSchema>

/** What tells kinds of an error apart; a server that has another form there tells none. */
const errorDetailsSchema = z.object({ error_code: z.string() }).nullish().catch(null)
const errorSchema = z.union([
  z
    .object({ type: z.string().nullish(), message: wordsSchema, details: errorDetailsSchema })
    .transform(({ type, message, details }) => ({
      type: type ?? 'api_error',
      message,
      code: details?.error_code ?? null,
    })),
  z.string().transform((message) => ({ type: 'api_error', message, code: null })),
])

/** The events of a streamed answer, each with what we use of it; the kind is looked at before the rest. */
export const wireEventSchemas = {
  message_start: z.object({
    message: z.object({ usage: usageSchema.nullish(), context_management: contextManagementSchema }),
  }),
  content_block_start: z.object({ index: z.number(), content_block: contentBlockSchema }),
  content_block_delta: z.object({ index: z.number(), delta: deltaSchema }),
  content_block_stop: z.object({ index: z.number() }),
  message_delta: z.object({
    delta: z.object({
      stop_reason: z.string().nullish(),
      stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
    }),
    usage: usageSchema.nullish(),
    context_management: contextManagementSchema,
  }),
  message_stop: z.object({}),
  error: z.object({ error: errorSchema }),
} as const

/** An error that is told without a kind, as LM Studio does. */
export const bareErrorSchema = z.object({
  type: z.undefined().optional(),
  error: z.object({ message: z.string().min(1) }),
})
/** What an event holds that is named an error and is nothing but one, as llama.cpp sends it. */
export const flatErrorSchema = z.object({
  type: z.string().default('api_error'),
  message: z.string().min(1),
})
/** Parses the kind of an event. */
export const wireKindSchema = z.object({ type: z.string() })
/** What a block of the answer starts with. */
export type WireContentBlock = z.infer<typeof contentBlockSchema>
/** A piece of a block. */
export type WireDelta = z.infer<typeof deltaSchema>

/** What a server answers that counts the tokens of a request. */
export const countSchema = z.object({ input_tokens: z.number() })
