import { z } from 'zod'
import { saidSchema } from '../sentences/sentence'

/** Kinds of pictures that models and MCP clients take. */
export const pictureTypeSchema = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
/** See {@link pictureTypeSchema}. */
export type PictureType = z.infer<typeof pictureTypeSchema>

/** A picture in the blob store, drawn anew by Countersign from what a file holds. */
export const pictureSchema = z.object({
  /** The hash of its bytes, by which they are stored. */
  sha256: z.string(),
  mediaType: pictureTypeSchema,
  /** Pixels. */
  width: z.number(),
  height: z.number(),
  /** Bytes. */
  size: z.number(),
})
/** See {@link pictureSchema}. */
export type Picture = z.infer<typeof pictureSchema>

/** What a file that is not text holds, as it was when the plan was made. */
export const contentLookSchema = z.object({
  /** By its first bytes, whatever its name says; `application/octet-stream` where they say nothing. */
  mediaType: z.string(),
  /** Bytes. */
  size: z.number(),
  sha256: z.string(),
  /** The first bytes, hexadecimal; absent where a picture is shown. */
  head: z.string().optional(),
  /** For a picture: its own size in pixels, and a small one to show. */
  picture: z.object({ width: z.number(), height: z.number(), thumbnail: pictureSchema }).optional(),
  /** Why a picture is not shown, in one sentence. */
  problem: z.string().optional(),
  said: saidSchema.optional(),
})
/** See {@link contentLookSchema}. */
export type ContentLook = z.infer<typeof contentLookSchema>
