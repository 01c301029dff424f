import { z } from 'zod'

/** Who does something; bound once where a caller enters, never taken from a tool's input. */
export const actorSchema = z.object({
  kind: z.enum(['person', 'assistant', 'mcp_client', 'command_line', 'watched_folder', 'sequence']),
  /** What people read: "You", "Assistant", the client's own name. */
  name: z.string(),
  /** Which assistant or sequence; absent for the usual assistant, and for whoever is none. */
  id: z.string().optional(),
  /** The mission that an assistant works for, where nobody looks on. */
  mission: z.object({ id: z.string(), name: z.string() }).optional(),
})
/** See {@link actorSchema}. */
export type Actor = z.infer<typeof actorSchema>

/** The person at the window. */
export const person: Actor = { kind: 'person', name: 'You' }

/** The usual assistant without a model: the one name that is not a person's, so what shows it says it in its language. */
export const offlineAssistant: Actor = { kind: 'assistant', name: 'Offline assistant' }

/** A process-wide standing approval: with `safe`, safe classes are applied at once and recorded as such. */
export const standingApprovalSchema = z.enum(['safe'])
/** See {@link standingApprovalSchema}. */
export type StandingApproval = z.infer<typeof standingApprovalSchema>
