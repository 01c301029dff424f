import { z } from 'zod'
import type { ErrorShape } from '../../shared/errors'
import type { Chunk } from '../library/chunking/chunk'
import type { ExtractedDocument, ExtractProgress } from '../library/extractors/types'
import type { PageRect } from '../library/pdf/rects'
import type { RenderedPage } from '../library/pdf/render'

const job = { id: z.int(), path: z.string().min(1) }
const pageNumber = z.int().min(1)
const offset = z.int().min(0)

/** What the extract worker is asked for; `path` is read inside the worker. */
export const extractRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('extract'), ...job, name: z.string() }),
  z.strictObject({
    kind: z.literal('render'),
    ...job,
    page: pageNumber,
    scale: z.number().positive().max(10).optional(),
    maxWidth: z.int().positive().max(8000).optional(),
  }),
  z.strictObject({ kind: z.literal('rects'), ...job, page: pageNumber, start: offset, end: offset }),
])
/** One of {@link extractRequestSchema}. */
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/** A document and its passages. */
export type ExtractResult = { readonly document: ExtractedDocument; readonly chunks: readonly Chunk[] }

/** What each kind of request is answered with. */
export type ExtractValues = {
  extract: ExtractResult
  render: RenderedPage
  rects: readonly PageRect[]
}

/** What the worker says; each request ends with one `done` or one `error`. */
export type ExtractResponse =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: ExtractProgress }
  | { readonly kind: 'done'; readonly id: number; readonly value: ExtractValues[keyof ExtractValues] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
