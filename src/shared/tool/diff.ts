import { z } from 'zod'

/** One hunk of a unified diff; each line starts with ' ', '+', '-' or '\\' as in the unified format. */
export const diffHunkSchema = z.object({
  oldStart: z.number(),
  oldLines: z.number(),
  newStart: z.number(),
  newLines: z.number(),
  lines: z.array(z.string()),
})
/** See {@link diffHunkSchema}. */
export type DiffHunk = z.infer<typeof diffHunkSchema>
