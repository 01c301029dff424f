import type { Actor, StandingApproval } from '../../../shared/actor'
import type { ExitStatus } from '../exit-status'
import type { Output } from '../output'
import type { Session } from '../session'

/** What a command is given. */
export interface CommandContext {
  readonly args: readonly string[]
  /** Opens the session on first use, so that wrong use is told before anything is opened. */
  readonly open: (options?: {
    data?: string | undefined
    approval?: StandingApproval | null
    actor?: Actor
    /** See the connection's field of this name. */
    runId?: string
    /** Milliseconds; see the session's option of this name. */
    patienceMs?: number
  }) => Promise<Session>
  readonly output: (json: boolean) => Output
  readonly signal: AbortSignal
}

/** One command of the command line. */
export interface Command {
  /** What follows the name. */
  readonly usage: string
  readonly summary: string
  run(context: CommandContext): Promise<ExitStatus>
}
