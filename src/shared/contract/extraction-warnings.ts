import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'

/** Where in a document something could not be read. */
export const warningPlaceSchema = z.object({
  /** Counted from 1; of formats with pages. */
  page: z.number().optional(),
  /** The nearest heading above; of formats with headings and without pages. */
  section: z.string().optional(),
  /** The line of the extracted text, counted from 1; of formats with neither. */
  line: z.number().optional(),
  /** Character of the extracted text. */
  start: z.number(),
})
/** See {@link warningPlaceSchema}. */
export type WarningPlace = z.infer<typeof warningPlaceSchema>

/** What an extractor could not do with a document. */
export const extractionWarningSchema = z.object({
  text: z.string(),
  said: saidSchema,
  /** The first of them, in order; empty where it is about the whole document, or about what is not in its text. */
  places: z.array(warningPlaceSchema),
})
/** See {@link extractionWarningSchema}. */
export type ExtractionWarning = z.infer<typeof extractionWarningSchema>
