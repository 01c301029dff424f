import { z } from 'zod'
import type { ToolClass } from './classes'

/** What an assistant may do with a tool: run it, propose it, or not at all. */
export const policySchema = z.enum(['auto', 'propose', 'deny'])
/** See {@link policySchema}. */
export type Policy = z.infer<typeof policySchema>

/** The assistant whose policies hold until assistants have names. */
export const defaultAssistant = 'default'

/** What holds for a class before a person chose. */
export function defaultPolicy(toolClass: ToolClass): Policy {
  return toolClass === 'read' ? 'auto' : 'propose'
}

/** What a person may choose for a class: reads have nothing to propose, removals are never automatic. */
export function allowedPolicies(toolClass: ToolClass): readonly Policy[] {
  if (toolClass === 'read') return ['auto', 'deny']
  return toolClass === 'destructive_delete' ? ['propose', 'deny'] : ['auto', 'propose', 'deny']
}
