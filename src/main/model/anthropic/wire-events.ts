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

const otherSchema = z.looseObject({ type: z.string() })

const contentBlockSchema = z.union([
  z.object({ type: z.literal('text'), text: z.string().default('') }),
  z.object({
    type: z.literal('thinking'),
    thinking: z.string().default(''),
    signature: z.string().default(''),
  }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  // llama.cpp begins a call without arguments.
  z.object({
    type: z.literal('tool_use'),
    id: z.string().default(''),
    name: z.string(),
    input: z.unknown().optional(),
  }),
  otherSchema,
])

const citationSchema = z.union([
  z.object({
    type: z.literal('search_result_location'),
    source: z
      .string()
      .nullish()
      .transform((source) => source ?? ''),
    title: z
      .string()
      .nullish()
      .transform((title) => title ?? ''),
    cited_text: z.string(),
    search_result_index: z.number(),
    start_block_index: z.number(),
    end_block_index: z.number(),
  }),
  z.object({
    type: z.literal('content_block_location'),
    document_title: z
      .string()
      .nullish()
      .transform((title) => title ?? ''),
    cited_text: z.string(),
    document_index: z.number(),
    start_block_index: z.number(),
    end_block_index: z.number(),
  }),
  otherSchema,
])
/** A citation as it arrives. */
export type WireCitation = z.infer<typeof citationSchema>

const deltaSchema = z.union([
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('citations_delta'), citation: citationSchema }),
  otherSchema,
])

const errorSchema = z.object({
  type: z.string().default('api_error'),
  message: z.string().default(''),
})

/** The events of a streamed answer, each with what we use of it; the kind is looked at before the rest. */
export const wireEventSchemas = {
  message_start: z.object({ message: z.object({ usage: usageSchema.optional() }) }),
  content_block_start: z.object({ index: z.number(), content_block: contentBlockSchema }),
  content_block_delta: z.object({ index: z.number(), delta: deltaSchema }),
  content_block_stop: z.object({ index: z.number() }),
  message_delta: z.object({
    delta: z.object({
      stop_reason: z.string().nullish(),
      stop_details: z.looseObject({ explanation: z.string().nullish() }).nullish(),
    }),
    usage: usageSchema.nullish(),
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
