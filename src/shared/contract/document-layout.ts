import { z } from 'zod'
import { extractionWarningSchema } from './extraction-warnings'

/** A rectangle on a page, in fractions of its width and height from the top left. */
export const rectSchema = z.object({
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
/** See {@link rectSchema}. */
export type Rect = z.infer<typeof rectSchema>

const rangeSchema = z.object({ start: z.number(), end: z.number() })

/** Where a range of a page's text stands on it: a word, or the part of one that is on a line. */
export const placedTextSchema = rangeSchema.extend({
  ...rectSchema.shape,
  /** Degrees by which it is turned clockwise. */
  turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
})
/** See {@link placedTextSchema}. */
export type PlacedText = z.infer<typeof placedTextSchema>

/** A part of an extracted text that is shown as one. */
const textPartSchema = rangeSchema.extend({
  /** The number of its first line, from 1; for code. */
  line: z.number().optional(),
  /** The head of the table or the fence of the code that it goes on with. */
  head: rangeSchema.optional(),
})
/** See {@link textPartSchema}. */
export type TextPart = z.infer<typeof textPartSchema>

/** How a document is shown; all ranges are of its extracted text. */
export const documentLayoutSchema = z.object({
  form: z.enum(['markdown', 'code', 'plain']),
  /** Whether each line of its Markdown is a line of the document, and not only where a writer's editor ended one. */
  keepsLines: z.boolean(),
  /** Whether its pages are shown as pictures. */
  drawn: z.boolean(),
  total: z.number(),
  /** In order, without gaps; empty where pages are drawn. */
  parts: z.array(textPartSchema),
  outline: z.array(
    rangeSchema.extend({
      /** 1 is the outermost. */
      level: z.number(),
      title: z.string(),
      page: z.number().nullable(),
    }),
  ),
  pages: z.array(z.object({ page: z.number(), start: z.number() })),
  /** What its extractor could not do. */
  warnings: z.array(extractionWarningSchema),
})
/** See {@link documentLayoutSchema}. */
export type DocumentLayout = z.infer<typeof documentLayoutSchema>

/** Words that were looked for in a document, with what stands around them. */
export const foundWordsSchema = rangeSchema.extend({
  page: z.number().nullable(),
  before: z.string(),
  words: z.string(),
  after: z.string(),
})
/** See {@link foundWordsSchema}. */
export type FoundWords = z.infer<typeof foundWordsSchema>
