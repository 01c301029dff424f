import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { homeFolder } from '../disk/home-folder'
import { newId } from '../identifier'
import { commandEnvironment } from './environment'
import { invocationOf } from './invocation'
import type { CommandPlan } from './plan'
import { type CommandRequest, type PlanningParts, planCommand, requireAsPlanned } from './planning'
import { type ProcessState, type RunningCommand, startProcess } from './process'
import { findSandbox, type Sandbox, type SandboxGrant } from './sandbox'

/** How far a command is. */
export interface CommandState extends ProcessState {
  readonly id: string
  readonly plan: CommandPlan
}

/** Runs approved commands and keeps their output until the application ends. */
export interface CommandService {
  plan(request: CommandRequest): Promise<{ readonly plan: CommandPlan; readonly sandbox: Sandbox }>
  /** Throws `conflict` when program, folder or sandbox are not as they were planned; starts nothing. */
  requireBase(plan: CommandPlan): Promise<void>
  /** Starts exactly what was planned; throws `conflict` when program, folder or sandbox are not as they were. */
  start(plan: CommandPlan, id: string): Promise<void>
  state(id: string): CommandState
  /** Resolves when the command has ended, after this time, or when the call is given up. */
  wait(id: string, milliseconds: number, signal: AbortSignal): Promise<CommandState>
  /** Resolves when the command has ended. */
  ended(id: string): Promise<void>
  /** Ends a command with everything that it started; without effect on one that has ended or never began. */
  stop(id: string): Promise<void>
  /** An id for a command to come. */
  nextId(): string
  /** Ends what runs, and runs nothing more. */
  close(): Promise<void>
}

/** What commands stand on. */
export interface CommandServiceOptions extends Pick<PlanningParts, 'workingFolder' | 'resolveReadable'> {
  /** Passwords, keys and the like in a canonical folder, there now. */
  readonly protectedInside: (folder: string) => Promise<readonly string[]>
  readonly ownFolders: readonly string[]
  /** The granted folders as they are now. */
  readonly grants: () => readonly SandboxGrant[]
  readonly environment: NodeJS.ProcessEnv
  readonly home?: string
  readonly sandbox?: () => Promise<Sandbox>
}

/** Commands that are remembered after their end, with up to 128 K characters of output each. */
const REMEMBERED = 50
/** Commands that run at once. */
const AT_ONCE = 8

/** Starts with no command; the sandbox is looked for once, when it is first needed. */
export function createCommandService(options: CommandServiceOptions): CommandService {
  const { protectedInside, ownFolders, grants, home = homeFolder() } = options
  const environment = commandEnvironment(options.environment)
  const commands = new Map<string, { readonly running: RunningCommand; readonly plan: CommandPlan }>()
  // Looked through before it is a process: what closes waits, so that none comes after.
  const starting = new Set<Promise<void>>()
  let closing = false
  let looked: Promise<Sandbox> | null = null
  const sandboxNow = () => {
    looked ??= (options.sandbox ?? (() => findSandbox(environment)))()
    return looked
  }
  const { workingFolder, resolveReadable } = options
  const planning = { workingFolder, resolveReadable, environment, sandboxNow }

  function find(id: string) {
    const found = commands.get(id)
    if (found !== undefined) return found
    throw new AppError('not_found', say('command.unknown', { id, kept: REMEMBERED }))
  }

  function state(id: string): CommandState {
    const { running, plan } = find(id)
    return { id, plan, ...running.state() }
  }

  function requireOpen(): void {
    if (closing) throw new AppError('cancelled', say('command.closing'))
  }

  async function start(plan: CommandPlan, id: string): Promise<void> {
    requireOpen()
    const sandbox = await requireAsPlanned(planning, plan)
    const live = [...commands.values()].filter(({ running }) => running.state().status === 'running')
    if (live.length >= AT_ONCE) {
      throw new AppError('busy', say('command.too_many', { count: AT_ONCE }))
    }
    const secrets = () => protectedInside(plan.grant)
    const places = { home, ownFolders, grants: grants(), secrets }
    const invocation = await invocationOf(plan, sandbox, environment, places)
    requireOpen()
    const running = await startProcess(invocation)
    commands.set(id, { running, plan })
    for (const [old, { running: other }] of commands) {
      if (commands.size <= REMEMBERED) break
      if (other.state().status !== 'running') commands.delete(old)
    }
  }

  return {
    state,
    nextId: newId,

    plan: (request) => planCommand(planning, request),

    async requireBase(plan) {
      await requireAsPlanned(planning, plan)
    },

    async start(plan, id) {
      const begun = start(plan, id)
      starting.add(begun)
      try {
        await begun
      } finally {
        starting.delete(begun)
      }
    },

    async wait(id, milliseconds, signal) {
      const { running } = find(id)
      await running.settled(milliseconds, signal)
      return state(id)
    },

    ended: (id) => find(id).running.ended,

    async stop(id) {
      await commands.get(id)?.running.stop()
    },

    async close() {
      closing = true
      await Promise.allSettled(starting)
      await Promise.all([...commands.values()].map(({ running }) => running.stop()))
    },
  }
}
