import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'

/** Where a document stands. */
export const documentStatusSchema = z.enum(['pending', 'processing', 'complete', 'error', 'cancelled'])

/** The steps of ingestion, in order. */
export const ingestStageSchema = z.enum(['waiting', 'acquire', 'extract', 'index', 'done'])

/** Characters of a document’s title. */
export const documentTitleLimit = 500

/** Pages or other units of the present stage. */
const progressSchema = z.object({ done: z.number(), total: z.number().nullable() })

/** How far a new content is that is to take the place of a document's; until it does, the document is as it was. */
const renewalSchema = z.object({
  /** `error` where it could not be read, so that the former content stays. */
  status: z.enum(['pending', 'processing', 'error']),
  stage: ingestStageSchema,
  progress: progressSchema,
  /** One sentence when `status` is `error`. */
  error: z.string().nullable(),
  said: saidSchema.optional(),
})

/** A document of the library. */
export const documentSchema = z.object({
  id: z.string(),
  collectionId: z.string(),
  title: z.string(),
  mime: z.string(),
  /** The path or address that it came from. */
  source: z.string(),
  /** The same as people know it, where that is something else: of what a browser handed over, its name. */
  shownSource: z.string().optional(),
  sha256: z.string().nullable(),
  /** Bytes. */
  size: z.number(),
  status: documentStatusSchema,
  stage: ingestStageSchema,
  progress: progressSchema,
  /** Of the new content that is to take the place of this one; absent where there is none. */
  renewal: renewalSchema.optional(),
  /** One sentence when `status` is `error`. */
  error: z.string().nullable(),
  said: saidSchema.optional(),
  /** Whether it failed because it needs a password. */
  locked: z.boolean(),
  /** Whether it is pictures, or pages of it are, whose text was not read: text recognition could. */
  unreadPictures: z.boolean(),
  /** How many things its extractor could not do; its layout names them. */
  warnings: z.number(),
  /** Null for formats without pages. */
  pages: z.number().nullable(),
  chunks: z.number(),
  tokens: z.number(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  addedAt: z.number(),
  updatedAt: z.number(),
  /** Whether its file is not in its watched folder any more. */
  sourceGone: z.boolean(),
})
/** See {@link documentSchema}. */
export type Document = z.infer<typeof documentSchema>
