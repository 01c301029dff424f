import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'
import { procedure } from './base'

/** What makes vectors: Ollama, anything that serves `/v1/embeddings`, or a model on this machine. */
export const embeddingProviderSchema = z.enum(['ollama', 'openai', 'local'])
/** See {@link embeddingProviderSchema}. */
export type EmbeddingProvider = z.infer<typeof embeddingProviderSchema>

/** Which model makes the vectors; its key is kept apart. */
export const embeddingChoiceSchema = z.strictObject({
  provider: embeddingProviderSchema,
  /** Without `/v1`; empty for this machine. */
  address: z.string().max(2000),
  model: z.string().trim().max(200),
})
/** See {@link embeddingChoiceSchema}. */
export type EmbeddingChoice = z.infer<typeof embeddingChoiceSchema>

/** Where Ollama listens unless somebody moved it. */
export const usualOllamaAddress = 'http://127.0.0.1:11434'

/** Where searching by meaning stands. */
export const embeddingStatusSchema = z.object({
  enabled: z.boolean(),
  choice: embeddingChoiceSchema,
  hasKey: z.boolean(),
  /**
   * `waiting` for documents that are being read; `away` until the provider is asked again; `failed` until the person
   * does something; `done` when every passage has its vector.
   */
  state: z.enum(['off', 'paused', 'working', 'waiting', 'away', 'failed', 'done']),
  /** What went wrong, in one sentence. */
  problem: z.string().nullable(),
  said: saidSchema.optional(),
  /** Passages that have a vector of the chosen model, out of all. */
  passages: z.object({ done: z.number(), total: z.number() }),
  /** What searches use now; null while no set is whole. */
  inUse: z.object({ model: z.string(), dimensions: z.number() }).nullable(),
  /** What removing the vectors would lose. */
  stored: z.object({ vectors: z.number(), bytes: z.number() }),
})
/** See {@link embeddingStatusSchema}. */
export type EmbeddingStatus = z.infer<typeof embeddingStatusSchema>

/** Searching by meaning; off until a person chooses a model. */
export const embeddingContract = {
  status: procedure.output(embeddingStatusSchema),
  /** Embeds one sentence with a model that is not chosen yet; a key that is given is used for this only. */
  test: procedure
    .input(embeddingChoiceSchema.extend({ key: z.string().max(1000).optional() }))
    .output(z.object({ dimensions: z.number(), tookMs: z.number() })),
  /** Chooses a model and switches on. */
  choose: procedure.input(embeddingChoiceSchema).output(embeddingStatusSchema),
  /** Stores the key of a server, or forgets it when empty; it can't be read back. */
  setKey: procedure
    .input(embeddingChoiceSchema.omit({ model: true }).extend({ key: z.string().max(1000) }))
    .output(embeddingStatusSchema),
  /** Switches off; the vectors stay for when it is switched on again. */
  switchOff: procedure.output(embeddingStatusSchema),
  pause: procedure.output(embeddingStatusSchema),
  /** Goes on after a pause, or asks at once again after a failure. */
  goOn: procedure.output(embeddingStatusSchema),
  /** Switches off and removes every vector. */
  remove: procedure.output(embeddingStatusSchema),
}
