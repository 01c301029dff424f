import { z } from 'zod'

/** How a summary was made: by a model, or of the document's own sentences. */
const summaryMethodSchema = z.enum(['model', 'sentences'])

/** Why a model that is set up did not write a summary. */
const whyNotByModelSchema = z.enum([
  /** It can't be reached, is too busy or did not answer in time. */
  'unavailable',
  /** Its server refused the key, or there is none. */
  'unauthorized',
  /** It takes too little at once. */
  'too_large',
  'declined',
  /** Its answer was none that could be used. */
  'broken',
  /** It named no passage that it was given. */
  'unsourced',
  /** The run's budget has too little left. */
  'budget',
])

/** What a summary tells of how it was made; absent in older answers. */
export const writtenSummary = {
  method: summaryMethodSchema.optional(),
  /** The model that wrote it. */
  model: z.string().optional(),
  /** Its statements in their order, with the passages in `chunks` that each rests on. */
  statements: z.array(z.object({ text: z.string(), chunk_ids: z.array(z.string()) })).optional(),
  /** Of how many passages of the document the model read how many. */
  read: z.object({ passages: z.number(), of: z.number() }).optional(),
  /** Citations that named nothing that the model was given, or quoted words that are not there; left out. */
  dropped_citations: z.number().optional(),
  /** Statements that were left out because they rest on more passages than were asked for. */
  dropped_statements: z.number().optional(),
  why_not_by_model: whyNotByModelSchema.optional(),
  /** What is to be said of all that, in words. */
  notice: z.string().optional(),
}
