import { z } from 'zod'
import { pictureTypeSchema } from '../tool/picture'
import { procedure } from './base'

/** What shows a picture; whoever may see it may have the picture. */
const pictureOwnerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('proposal'), id: z.string() }),
  z.strictObject({ kind: z.literal('change'), id: z.string() }),
  z.strictObject({ kind: z.literal('assistant'), id: z.string() }),
  z.strictObject({ kind: z.literal('tool_call'), conversationId: z.string(), toolUseId: z.string() }),
  /** The messages of a person, on all branches of it. */
  z.strictObject({ kind: z.literal('conversation'), id: z.string() }),
])
/** See {@link pictureOwnerSchema}. */
export type PictureOwner = z.infer<typeof pictureOwnerSchema>

const pictureWishSchema = z.strictObject({ of: pictureOwnerSchema, sha256: z.string().length(64) })
/** A picture and what shows it. */
export type PictureWish = z.infer<typeof pictureWishSchema>

/** The bytes of a picture. */
export const pictureBytesSchema = z.object({
  mediaType: pictureTypeSchema,
  /** Base64. */
  data: z.string(),
})

/** See {@link pictureBytesSchema}. */
export type PictureBytes = z.infer<typeof pictureBytesSchema>

/** Pictures that a proposal, a change, an assistant, a tool call or a message shows; no other stored file can be had. */
export const picturesContract = {
  get: procedure.input(pictureWishSchema).output(pictureBytesSchema),
}
