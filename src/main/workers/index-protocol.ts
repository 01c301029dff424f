import { z } from 'zod'
import {
  type DocumentFacets,
  documentFilterSchema,
  documentSortSchema,
} from '../../shared/contract/document-table'
import type { ErrorShape } from '../../shared/errors'
import type { ChunkRow } from '../db/passages'
import type { IndexCheck } from '../library/index/check-index'
import type { StoreOutcome } from '../library/index/index-document'
import type { SearchAnswer } from '../library/search/search'
import type { KeptContent } from '../library/sources/acquire'
import type { UnpackedArchive } from '../library/sources/archive'
import type { Outcome } from '../library/threads/together-queue'
import type { InspectedFile } from '../library/tool-service'

const job = { id: z.int() }
const database = z.string().min(1)
/** One 32-bit number, which becomes other than 0 when the answer is no longer wanted. */
const cancelled = z.instanceof(SharedArrayBuffer)
const rows = {
  ...job,
  path: database,
  filter: documentFilterSchema,
  sort: documentSortSchema,
  offset: z.int().min(0),
  limit: z.int().min(1),
  cancelled,
}
const packedDocumentSchema = z.strictObject({
  document: z.int(),
  sha256: z.string(),
  title: z.string(),
  /** What the document calls itself; empty where it says nothing. */
  readTitle: z.string(),
  extractor: z.string(),
  at: z.number(),
  /** Of packed-content.ts, serialized by node:v8. */
  packed: z.instanceof(Uint8Array),
})
/** A document on its way to the index. */
export type PackedDocument = z.infer<typeof packedDocumentSchema>

/** What the index worker is asked for; `path` is the database, the file that is looked at, or the blob store's folder. */
export const indexRequestSchema = z.discriminatedUnion('kind', [
  /** Reads a file only to tell its content. */
  z.strictObject({ kind: z.literal('hash'), ...job, path: z.string().min(1), maxBytes: z.int() }),
  /** Finds the files that paths lead to, and tells what the first of them are; `path` is the first. */
  z.strictObject({
    kind: z.literal('inspect'),
    ...job,
    path: z.string().min(1),
    paths: z.array(z.string().min(1)).min(1),
    maxBytes: z.int(),
  }),
  /** Copies files into the blob store, unless it has what is known of them. */
  z.strictObject({
    kind: z.literal('acquire'),
    ...job,
    path: z.string().min(1),
    files: z
      .array(
        z.strictObject({
          path: z.string().min(1),
          known: z.strictObject({ sha256: z.string(), size: z.int() }).nullable(),
        }),
      )
      .min(1),
    maxBytes: z.int(),
  }),
  /** Unpacks an archive of documents into the blob store; without one only to tell what is in it. */
  z.strictObject({
    kind: z.literal('unpack'),
    ...job,
    path: z.string().min(1),
    blobs: z.string().min(1).nullable(),
    /** The hashes of what is stored; null for all. */
    only: z.array(z.string()).nullable(),
    /** Whether pictures are taken, because the text in them is read. */
    withPictures: z.boolean(),
  }),
  /** Stores text, pages and passages of documents, indexes them, and makes the documents visible. */
  z.strictObject({
    kind: z.literal('store'),
    ...job,
    path: database,
    documents: z.array(packedDocumentSchema).min(1),
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
  /** Reads passages of a document, at most so many, at even distances. */
  z.strictObject({
    kind: z.literal('chunks'),
    ...job,
    path: database,
    document: z.int(),
    most: z.int().min(1),
  }),
  z.strictObject({
    kind: z.literal('search'),
    ...job,
    path: database,
    query: z.string(),
    filter: z.strictObject({
      collectionId: z.string().optional(),
      tags: z.array(z.string()).optional(),
      types: z.array(z.string()).optional(),
      addedFrom: z.number().optional(),
      addedBefore: z.number().optional(),
      documentId: z.string().optional(),
      ...documentFilterSchema.pick({ status: true, pictures: true, goneFrom: true, text: true }).shape,
    }),
    minSimilarity: z.number(),
    limit: z.int().min(1),
    typing: z.boolean(),
    vector: z.strictObject({ set: z.int(), values: z.instanceof(Float32Array) }).optional(),
    cancelled,
  }),
  /** Reads some rows of the table of documents, as numbers or as ids. */
  z.strictObject({ kind: z.literal('row_numbers'), ...rows }),
  z.strictObject({ kind: z.literal('row_ids'), ...rows }),
  z.strictObject({
    kind: z.literal('count_rows'),
    ...job,
    path: database,
    filter: documentFilterSchema,
    cancelled,
  }),
  z.strictObject({
    kind: z.literal('facets'),
    ...job,
    path: database,
    collectionId: z.string().optional(),
    cancelled,
  }),
  /** Opens the index as a search finds it, before the first asks. */
  z.strictObject({ kind: z.literal('open_index'), ...job, path: database }),
  /** Opens the database, before the first document is stored. */
  z.strictObject({ kind: z.literal('open_database'), ...job, path: database }),
  /** Indexes some complete documents that have no entries yet. */
  z.strictObject({ kind: z.literal('index_waiting'), ...job, path: database }),
  /** Forgets the index, to have it made anew. */
  z.strictObject({ kind: z.literal('forget_index'), ...job, path: database }),
  /** Merges segments of the index. */
  z.strictObject({ kind: z.literal('merge'), ...job, path: database }),
  /** Writes over what is left in the file of documents that were removed for good. */
  z.strictObject({ kind: z.literal('erase'), ...job, path: database }),
  /** Compares the index with the stored passages of some documents, or of all. */
  z.strictObject({ kind: z.literal('check'), ...job, path: database, documents: z.int().min(1).nullable() }),
])
/** One of {@link indexRequestSchema}. */
export type IndexRequest = z.infer<typeof indexRequestSchema>

/** Those that are about files alone, and need no database. */
export type FileRequest = Extract<IndexRequest, { kind: 'hash' | 'inspect' | 'acquire' | 'unpack' }>

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
  inspect: Outcome<InspectedFile>[]
  /** In the order of the files. */
  acquire: readonly Outcome<KeptContent>[]
  unpack: UnpackedArchive
  /** In the order of the documents. */
  store: readonly StoreOutcome[]
  retitle: { readonly completed: boolean }
  purge: { readonly documents: number }
  summarize: readonly KeySentence[]
  chunks: readonly ChunkRow[]
  search: SearchAnswer
  open_index: { readonly completed: true }
  open_database: { readonly completed: true }
  row_numbers: readonly number[]
  row_ids: readonly string[]
  count_rows: number
  facets: DocumentFacets
  index_waiting: { readonly documents: number }
  forget_index: { readonly completed: true }
  merge: { readonly completed: true }
  erase: { readonly completed: true }
  check: IndexCheck
}

/** What the worker says; each request ends with one `done` or one `error`. */
export type IndexResponse =
  | {
      readonly kind: 'progress'
      readonly id: number
      /** Which of several. */
      readonly request: number
      readonly done: number
      readonly total: number
    }
  | { readonly kind: 'done'; readonly id: number; readonly value: IndexValues[keyof IndexValues] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
