import { z } from 'zod'
import { extractionWarningSchema } from '../../shared/contract/extraction-warnings'

const range = { start: z.int().min(0), end: z.int().min(0) }

/** What the index takes of what the extract worker packed. */
export const packedContentSchema = z.object({
  document: z.object({
    text: z.string(),
    mime: z.string(),
    pages: z.array(z.object({ page: z.int(), ...range })),
    picturePages: z.int().optional(),
    warnings: z.array(extractionWarningSchema).optional(),
    words: z.array(z.object({ page: z.int(), boxes: z.instanceof(Uint8Array) })).optional(),
  }),
  chunks: z.array(
    z.object({
      ordinal: z.int(),
      ...range,
      page: z.int().nullable(),
      section: z.string().nullable(),
      tokens: z.int(),
    }),
  ),
  /** See {@link WordStream}; short texts are read by whoever indexes them. */
  wordStream: z
    .object({
      units: z.instanceof(Uint16Array),
      starts: z.instanceof(Int32Array),
      numbers: z.union([z.instanceof(Uint16Array), z.instanceof(Int32Array)]),
      counts: z.instanceof(Int32Array),
    })
    .optional(),
})
/** See {@link packedContentSchema}. */
export type PackedContent = z.infer<typeof packedContentSchema>
