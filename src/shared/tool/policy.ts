import { z } from 'zod'
import type { ToolClass } from './classes'

/** What decides which policies a tool can have. */
interface Judged {
  readonly class: ToolClass
  readonly irreversible?: true
}

/** What an assistant may do with a tool: run it, propose it, or not at all. */
export const policySchema = z.enum(['auto', 'propose', 'deny'])
/** See {@link policySchema}. */
export type Policy = z.infer<typeof policySchema>

/** The usual assistant, which is always there; its policies hold for callers that are no assistant too. */
export const defaultAssistant = 'default'

/** What holds for a class before a person chose. */
export function defaultPolicy(toolClass: ToolClass): Policy {
  return toolClass === 'read' ? 'auto' : 'propose'
}

/** What a person may choose: removals and what has no undo are never automatic. */
export function allowedPolicies(tool: Judged): readonly Policy[] {
  const alwaysAsked = tool.class === 'destructive_delete' || tool.irreversible === true
  return alwaysAsked ? ['propose', 'deny'] : ['auto', 'propose', 'deny']
}
