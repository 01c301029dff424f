import { z } from 'zod'

/** What every tool that comes from elsewhere answers, of an MCP server or of an address that is asked, for the view. */
export const foreignStateSchema = z.object({
  /** What the server is called; the host of an address. */
  server: z.string(),
  /** As the server, or who made it, calls it. */
  tool: z.string(),
  text: z.string(),
  /** Characters of the text that are not kept. */
  left_out: z.number(),
  /** JSON, laid out for reading; null where there is none. */
  structured: z.string().nullable(),
  /** Whether numbers in that may be others than were sent. */
  rounded: z.boolean().optional(),
  pictures: z.number(),
  /** What it only refers to; nothing of it is fetched. */
  links: z.array(z.object({ name: z.string(), uri: z.string() })),
  /** What is neither text nor a picture that can be shown: its kind and its size in bytes. */
  not_taken: z.array(z.object({ kind: z.string(), bytes: z.number() })),
})
/** See {@link foreignStateSchema}. */
export type ForeignState = z.infer<typeof foreignStateSchema>
