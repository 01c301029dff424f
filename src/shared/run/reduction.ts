import { z } from 'zod'
import { usageSchema } from './blocks'

/** How a conversation was made to fit its model, as far as it could be; nothing of it is removed, less of it is sent. */
export const contextReductionSchema = z.discriminatedUnion('kind', [
  /** Results of tools up to and including this message are sent without their content. */
  z.object({
    kind: z.literal('results_cleared'),
    messageId: z.string(),
    /** How many results and attachments this left out beyond what was left out before; absent in old records. */
    results: z.number().optional(),
    /** About how many tokens they were. */
    tokens: z.number().optional(),
  }),
  /** A summary is sent instead of everything up to and including this message. */
  z.object({
    kind: z.literal('compacted'),
    messageId: z.string(),
    /** Markdown. */
    summary: z.string(),
    /** Whether the model wrote it; else it is made of excerpts. */
    byModel: z.boolean(),
    /** About how much was sent before and is sent now. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
    usage: usageSchema,
  }),
  /** What is left is still more than its server says that it takes. */
  z.object({
    kind: z.literal('too_long'),
    /** The last message. */
    messageId: z.string(),
    /** About how much is sent, with the room for an answer, and how much the server takes. */
    tokens: z.number(),
    windowTokens: z.number(),
  }),
])
/**
 * What a model's server left out of one request by itself, in its own figures: results of tools, of which it does not
 * say which they are, and their tokens.
 */
export const clearedByServerSchema = z.object({ results: z.number(), tokens: z.number() })
/** See {@link clearedByServerSchema}. */
export type ClearedByServer = z.infer<typeof clearedByServerSchema>
/** See {@link contextReductionSchema}. */
export type ContextReduction = z.infer<typeof contextReductionSchema>
/** Older results of tools that a model is no longer sent. */
export type ResultsCleared = Extract<ContextReduction, { kind: 'results_cleared' }>
