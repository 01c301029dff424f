import { z } from 'zod'

/** A piece of a text in which the words are marked that were looked for. */
export const excerptSchema = z.array(z.object({ text: z.string(), match: z.boolean() }))
/** See {@link excerptSchema}. */
export type Excerpt = z.infer<typeof excerptSchema>
