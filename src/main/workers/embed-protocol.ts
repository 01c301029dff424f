import { z } from 'zod'
import { embeddingProviderSchema } from '../../shared/contract/embedding'
import type { ErrorShape } from '../../shared/errors'
import type { StoredVectors, VectorCount, VectorSet } from '../db/vector-sets'
import type { AfterFailure } from '../library/embedding/failure'

const job = { id: z.int(), path: z.string().min(1) }
const model = z.strictObject({
  provider: embeddingProviderSchema,
  address: z.string(),
  model: z.string(),
  secret: z.string().nullable(),
})

/** What the embedding worker is asked for; `path` is the database. */
export const embedRequestSchema = z.discriminatedUnion('kind', [
  /** Asks the model which set its vectors belong to, and makes that the one to be filled. */
  z.strictObject({ kind: z.literal('enter'), ...job, model }),
  /** Embeds some passages of a set that have no vector yet, looking for them from a document on. */
  z.strictObject({
    kind: z.literal('some'),
    ...job,
    model,
    set: z.int(),
    dimensions: z.int(),
    from: z.int(),
  }),
  /** Counts what is there of a set, or of none. */
  z.strictObject({ kind: z.literal('count'), ...job, set: z.int().nullable() }),
  /** Removes some of what is no longer in use; every set is taken out of use first when `all`. */
  z.strictObject({ kind: z.literal('clear'), ...job, all: z.boolean() }),
])
/** One of {@link embedRequestSchema}. */
export type EmbedRequest = z.infer<typeof embedRequestSchema>

/** What is stored, of one set and altogether. */
export type EmbedCounts = { readonly passages: VectorCount; readonly stored: StoredVectors }

/** What each kind of request is answered with. */
export type EmbedValues = {
  enter: VectorSet
  /** Whether passages were found that lacked a vector; when none was, the set is whole and live. */
  some: {
    readonly more: boolean
    /** The document to go on with. */
    readonly next: number
    /** Counted now and then, and always at the end. */
    readonly counts: EmbedCounts | null
  }
  count: EmbedCounts
  clear: { readonly more: boolean }
}

/** An error with what to do after it. */
export type EmbedError = ErrorShape & {
  /** Null for what no server said. */
  readonly retry: AfterFailure | null
  readonly retryAfterMs: number | null
}
