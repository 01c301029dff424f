import { z } from 'zod'
import { documentStatusSchema, documentTitleLimit } from './document'

/** Which documents the table shows; what is absent lets all through. */
export const documentFilterSchema = z.strictObject({
  collectionId: z.string().optional(),
  status: z.enum(['at_work', 'complete', 'error', 'cancelled']).optional(),
  /** A MIME type. */
  type: z.string().max(200).optional(),
  tag: z.string().max(100).optional(),
  /** Only those that are pictures, or have pages that are, whose text was not read. */
  pictures: z.literal(true).optional(),
  /** The id of a watched folder: only documents of it whose file is not there any more. */
  goneFrom: z.string().max(100).optional(),
  /** Added at this time or later (milliseconds since 1970). */
  addedFrom: z.number().optional(),
  /** Added before this time. */
  addedBefore: z.number().optional(),
  /** Title and source together have all these words, or parts of words, in either case; a whole title fits. */
  text: z.string().max(documentTitleLimit).optional(),
})
/** See {@link documentFilterSchema}. */
export type DocumentFilter = z.infer<typeof documentFilterSchema>

/** The order of the table; documents that are equal in it are in the order in which they came. */
export const documentSortSchema = z.strictObject({
  column: z.enum(['title', 'type', 'status', 'pages', 'chunks', 'size', 'tags', 'added']),
  direction: z.enum(['ascending', 'descending']),
})
/** See {@link documentSortSchema}. */
export type DocumentSort = z.infer<typeof documentSortSchema>

/** What the documents of a collection, or of all, can be filtered by. */
export const documentFacetsSchema = z.object({
  statuses: z.array(z.object({ status: documentStatusSchema, documents: z.number() })),
  types: z.array(z.object({ type: z.string(), documents: z.number() })),
  tags: z.array(z.object({ tag: z.string(), documents: z.number() })),
  /** Documents whose pictures were not read. */
  pictures: z.number(),
})
/** See {@link documentFacetsSchema}. */
export type DocumentFacets = z.infer<typeof documentFacetsSchema>

/** The most rows that the table is answered at once. */
export const documentRowsLimit = 500

/** The most ids that the table is answered at once. */
export const documentIdsLimit = 100_000

/** Which rows of the table, and in which order; how many is each procedure's own. */
export const rowsInput = z.strictObject({
  filter: documentFilterSchema,
  sort: documentSortSchema,
  /** Rows before the first. */
  offset: z.number().int().min(0),
})
