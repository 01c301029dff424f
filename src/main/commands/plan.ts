import type { Program } from './program'

/** A command with everything that its approval binds. */
export interface CommandPlan {
  readonly program: Program
  readonly arguments: readonly string[]
  readonly shell: boolean
  /** Canonical. */
  readonly folder: string
  /** The granted folder that it is in, also canonical. */
  readonly grant: string
  readonly network: boolean
  readonly timeLimitSeconds: number
  readonly sandbox: 'bubblewrap' | 'none'
  /** Names of the variables that it sees. */
  readonly environment: readonly string[]
}
