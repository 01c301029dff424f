import { z } from 'zod'
import type { ErrorShape } from '../../shared/errors'

const inferModelSchema = z.strictObject({
  name: z.string(),
  folder: z.string().min(1),
  maxTokens: z.int().min(2),
  files: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
})
/** A model on this machine: where its files are, and what they have to be. */
export type InferModel = z.infer<typeof inferModelSchema>

/** What the inference worker is asked for. */
export const inferRequestSchema = z.strictObject({
  kind: z.literal('vectors'),
  id: z.int(),
  model: inferModelSchema,
  threads: z.int().min(1).max(2),
  texts: z.array(z.string()),
})
/** See {@link inferRequestSchema}. */
export type InferRequest = z.infer<typeof inferRequestSchema>

/** What the worker says; each request ends with one of these. */
export type InferResponse =
  | { readonly kind: 'done'; readonly id: number; readonly value: Float32Array<ArrayBuffer>[] }
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorShape }
