import { z } from 'zod'
import { toolClassSchema } from '../tool/classes'
import { defaultAssistant, policySchema } from '../tool/policy'
import { procedure } from './base'

const assistantSchema = z.string().min(1).max(100).default(defaultAssistant)

/** What an assistant may do with one tool. */
export const toolPolicySchema = z.object({
  assistant: z.string(),
  tool: z.string(),
  toolTitle: z.string(),
  module: z.string(),
  class: toolClassSchema,
  /** What a person chose; null while the class decides. */
  chosen: policySchema.nullable(),
  /** What holds. */
  policy: policySchema,
  /** What may be chosen for a tool of this class. */
  allowed: z.array(policySchema),
})
/** See {@link toolPolicySchema}. */
export type ToolPolicy = z.infer<typeof toolPolicySchema>

/** Policies per assistant and tool; only a person sets them. */
export const policiesContract = {
  /** Every tool of the catalog, in its order. */
  list: procedure.input(z.strictObject({ assistant: assistantSchema })).output(z.array(toolPolicySchema)),
  /** Null goes back to what the class says. Fails with `denied` below a floor, and with `not_found` for no assistant or no tool. */
  set: procedure
    .input(z.strictObject({ assistant: assistantSchema, tool: z.string(), policy: policySchema.nullable() }))
    .output(toolPolicySchema),
}
