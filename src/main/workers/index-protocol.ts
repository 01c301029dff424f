import { z } from 'zod'
import type { Passage } from '../../shared/contract/library'
import type { ErrorShape } from '../../shared/errors'

const job = { id: z.int() }
const database = z.string().min(1)
const range = { start: z.int().min(0), end: z.int().min(0) }

/** What the index takes of what the extract worker packed. */
export const packedContentSchema = z.object({
  document: z.object({
    text: z.string(),
    mime: z.string(),
    pages: z.array(z.object({ page: z.int(), ...range })),
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
})
/** See {@link packedContentSchema}. */
export type PackedContent = z.infer<typeof packedContentSchema>

/** What the index worker is asked for; `path` is the database, or the file for `hash` and `acquire`. */
export const indexRequestSchema = z.discriminatedUnion('kind', [
  /** Reads a file only to tell its content. */
  z.strictObject({ kind: z.literal('hash'), ...job, path: z.string().min(1), maxBytes: z.int() }),
  /** Copies a file into the blob store. */
  z.strictObject({
    kind: z.literal('acquire'),
    ...job,
    path: z.string().min(1),
    blobs: z.string().min(1),
    maxBytes: z.int(),
  }),
  /** Stores text, pages and passages, indexes them, and makes the document visible. */
  z.strictObject({
    kind: z.literal('store'),
    ...job,
    path: database,
    document: z.int(),
    title: z.string(),
    extractor: z.string(),
    at: z.number(),
    /** A {@link PackedContent}, serialized by node:v8. */
    packed: z.instanceof(Uint8Array),
  }),
  /** Brings the index up to a document's new title. */
  z.strictObject({ kind: z.literal('retitle'), ...job, path: database, document: z.int() }),
  /** Removes for good what was deleted before a time. */
  z.strictObject({ kind: z.literal('purge'), ...job, path: database, before: z.number() }),
  /** Picks the sentences that stand for a document. */
  z.strictObject({
    kind: z.literal('summarize'),
    ...job,
    path: database,
    document: z.int(),
    maxChunks: z.int().min(1),
  }),
  z.strictObject({
    kind: z.literal('search'),
    ...job,
    path: database,
    query: z.string(),
    collectionId: z.string().nullable(),
    tags: z.array(z.string()),
    minSimilarity: z.number(),
    limit: z.int().min(1),
  }),
])
/** One of {@link indexRequestSchema}. */
export type IndexRequest = z.infer<typeof indexRequestSchema>

/** A file's content, told. */
export type FileContent = { readonly sha256: string; readonly size: number }

/** A sentence that stands for its passage. */
export type KeySentence = {
  readonly ordinal: number
  readonly page: number | null
  readonly section: string | null
  /** The passage's character range in the document's text. */
  readonly start: number
  readonly end: number
  readonly sentence: string
}

/** What each kind of request is answered with. */
export type IndexValues = {
  hash: FileContent
  acquire: FileContent
  /** False when the document was cancelled meanwhile. */
  store: { readonly completed: boolean }
  retitle: { readonly completed: boolean }
  purge: { readonly documents: number }
  summarize: readonly KeySentence[]
  search: readonly Passage[]
}

/** What the worker says; each request ends with one `done` or one `error`. */
export type IndexResponse =
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly id: number; readonly value: IndexValues[keyof IndexValues] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
