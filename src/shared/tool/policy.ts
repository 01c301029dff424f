import { z } from 'zod'

/** What an assistant may do with a tool: run it, propose it, or not at all. */
export const policySchema = z.enum(['auto', 'propose', 'deny'])
/** See {@link policySchema}. */
export type Policy = z.infer<typeof policySchema>
