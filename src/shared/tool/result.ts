import { z } from 'zod'
import { errorShapeSchema } from '../errors'
import { pictureSchema } from './picture'

/** Where a tool's answer comes from; decides whether a run counts as having read untrusted text. */
export const originSchema = z.enum(['own', 'granted_folder', 'outside', 'library', 'web', 'mcp_server'])
/** See {@link originSchema}. */
export type Origin = z.infer<typeof originSchema>

/** What every tool call ends in: text for the model, state for the view. */
export const toolResultSchema = z.object({
  success: z.boolean(),
  /** For the model; never empty. */
  content: z.string().min(1),
  /** Pictures that go with the content, for models that see; their bytes are in the blob store. */
  images: z.array(pictureSchema).optional(),
  /** The outcome for the view, in the tool's output shape; kept on failure when there is one. */
  state: z.unknown(),
  error: errorShapeSchema.optional(),
  origin: originSchema.optional(),
})
/** See {@link toolResultSchema}. */
export type ToolResult = z.infer<typeof toolResultSchema>
