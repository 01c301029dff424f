import type { Actor, StandingApproval } from '../../shared/actor'

/** Who is at the other end of a connection; bound by the transport, never by what is sent. */
export interface ConnectionContext {
  readonly actor: Actor
  readonly approval: StandingApproval | null
  /** The session of an MCP client, which is a run: what one call has read counts for the next. */
  readonly runId?: string
}
