import { MessagePort } from 'node:worker_threads'
import { z } from 'zod'
import type { PlacedText } from '../../shared/contract/document-layout'
import type { ErrorShape } from '../../shared/errors'
import { recognitionLanguageSchema } from '../../shared/recognition'
import type { Chunk } from '../library/chunking/chunk'
import type { DocumentMime, ExtractedDocument, ExtractProgress } from '../library/extractors/types'
import type { PageRect } from '../library/pdf/rects'
import type { RenderedPage } from '../library/pdf/render'
import type { PagesOffer } from '../library/pdf/shared-pages'
import type { Outcome } from '../library/threads/together-queue'
import type { DrawnPicture } from '../pictures/draw'

const job = { id: z.int(), path: z.string().min(1) }
const pageNumber = z.int().min(1)
const offset = z.int().min(0)

/** What the extract worker is asked for; a `path` is read inside the worker. */
export const extractRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('extract'), ...job, name: z.string() }),
  /** As `extract`, answered as bytes that another worker unpacks. */
  z.strictObject({
    kind: z.literal('extract_packed'),
    ...job,
    name: z.string(),
    password: z.string().optional(),
    /** To read pages that are pictures; none leaves them. */
    languages: z.array(recognitionLanguageSchema).min(1).optional(),
  }),
  /** As `extract_packed` for several small files. */
  z.strictObject({
    kind: z.literal('extract_together'),
    id: z.int(),
    files: z.array(z.strictObject({ path: z.string().min(1), name: z.string() })).min(1),
  }),
  /** Reads pages of a PDF that the thread which was asked for all of it offers, until `cancelled` is other than 0. */
  z.strictObject({
    kind: z.literal('read_offered'),
    ...job,
    password: z.string().optional(),
    offer: z.strictObject({
      pages: pageNumber,
      next: z.instanceof(SharedArrayBuffer),
      port: z.instanceof(MessagePort),
    }),
    cancelled: z.instanceof(SharedArrayBuffer),
  }),
  /** Only looks whether a password opens a PDF. */
  z.strictObject({ kind: z.literal('try_password'), ...job, password: z.string() }),
  z.strictObject({
    kind: z.literal('render'),
    ...job,
    page: pageNumber,
    scale: z.number().positive().max(10).optional(),
    maxWidth: z.int().positive().max(8000).optional(),
  }),
  z.strictObject({
    kind: z.literal('picture'),
    id: z.int(),
    bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    longEdge: z.int().positive(),
    limitBytes: z.int().positive(),
  }),
  z.strictObject({
    kind: z.literal('rects'),
    ...job,
    page: pageNumber,
    pageText: z.string(),
    ranges: z.array(z.object({ start: offset, end: offset })),
  }),
  z.strictObject({ kind: z.literal('words'), ...job, page: pageNumber, pageText: z.string() }),
])
/** One of {@link extractRequestSchema}. */
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/** A document and its passages. */
export type ExtractResult = { readonly document: ExtractedDocument; readonly chunks: readonly Chunk[] }

/** A document and its passages for another worker, with what main needs to know of them. */
export type PackedExtract = {
  readonly title: string | null
  readonly mime: DocumentMime
  /** Of {@link extractorOf}. */
  readonly extractor: string
  /** Pages that text recognition could read and was not asked to. */
  readonly picturePages: number
  /** An {@link ExtractResult}, serialized by node:v8: main hands it on without taking it apart, which would block it. */
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What each kind of request is answered with. */
export type ExtractValues = {
  extract: ExtractResult
  extract_packed: PackedExtract
  /** In the order of the files. */
  extract_together: readonly Outcome<PackedExtract>[]
  read_offered: { readonly left: true }
  try_password: { readonly opens: true }
  render: RenderedPage
  picture: DrawnPicture
  rects: readonly (readonly PageRect[])[]
  words: readonly PlacedText[]
}

/** What the worker says; each request ends with one `done` or one `error`. */
export type ExtractResponse =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ExtractProgress }
  | { readonly kind: 'offer'; readonly id: number; readonly offer: PagesOffer }
  | { readonly kind: 'done'; readonly id: number; readonly value: ExtractValues[keyof ExtractValues] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
