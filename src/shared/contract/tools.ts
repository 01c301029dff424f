import { z } from 'zod'
import { usageSchema } from '../run/blocks'
import { toolClassSchema } from '../tool/classes'
import { toolResultSchema } from '../tool/result'
import { procedure } from './base'
import { proposalSchema } from './changes'
import { pictureBytesSchema } from './pictures'

/** A tool in the catalog. */
const toolInfoSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  module: z.string(),
  moduleTitle: z.string(),
  icon: z.string(),
  class: toolClassSchema,
  aliases: z.array(z.string()),
  /** The input field that follows `/tool_name` without a name. */
  primary: z.string().nullable(),
  /** Whether a call may send something to a host, or run what may. */
  sends: z.boolean(),
  /** Set where it runs what may reach anything, whatever it is given. */
  reachesOut: z.literal(true).optional(),
  /** Set for a tool of another program’s MCP server, whose words about it are its own. */
  foreign: z.literal(true).optional(),
  /** The input fields that are carried out as they stand, where there are any. */
  code: z.array(z.string()).optional(),
  /** JSON Schema made from zod. */
  inputSchema: z.record(z.string(), z.unknown()),
  outputSchema: z.record(z.string(), z.unknown()),
})
/** See {@link toolInfoSchema}. */
export type ToolInfo = z.infer<typeof toolInfoSchema>

/** What a call through the gate ended in. */
export const callOutcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('done'),
    result: toolResultSchema,
    /** The pictures of the result with their bytes, where they were asked for. */
    pictures: z.array(pictureBytesSchema).optional(),
    /** What the tool had a model do, where it asked one. */
    usage: usageSchema.optional(),
  }),
  z.object({ status: z.literal('proposed'), proposal: proposalSchema }),
])
/** See {@link callOutcomeSchema}. */
export type CallOutcome = z.infer<typeof callOutcomeSchema>

/** The catalog, and calling a tool by hand. */
export const toolsContract = {
  catalog: procedure.output(z.array(toolInfoSchema)),
  /** Through the gate; a write answers with the stored proposal unless this connection has a standing approval. */
  call: procedure
    .input(
      z.strictObject({
        tool: z.string(),
        input: z.unknown(),
        /** Whether the caller takes the bytes of pictures. */
        pictures: z.boolean().default(false),
      }),
    )
    .output(callOutcomeSchema),
}
