import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { usageSchema } from './blocks'

/** What became of asking the model for a conversation's title. */
export const madeTitleSchema = z.object({
  /** Null where it gave none. */
  title: z.string().nullable(),
  /** False where the conversation had been given another title by then. */
  used: z.boolean(),
  /** Why there is none. */
  error: errorShapeSchema.optional(),
  /** Absent where nothing was counted. */
  usage: usageSchema.optional(),
  durationMs: z.number(),
})
/** See {@link madeTitleSchema}. */
export type MadeTitle = z.infer<typeof madeTitleSchema>
