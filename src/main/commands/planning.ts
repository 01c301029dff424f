import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { shellFor } from './invocation'
import type { CommandPlan } from './plan'
import { findProgram, requireSameProgram } from './program'
import type { Sandbox } from './sandbox'

/** What a tool wants to run. */
export interface CommandRequest {
  /** Program and arguments; with `shell` one line for the shell. */
  readonly command: readonly string[]
  readonly shell: boolean
  readonly folder: string
  readonly network: boolean
  readonly timeLimitSeconds: number
}

/** Where commands may work, and what they are run by and with. */
export interface PlanningParts {
  /** The canonical working folder and its grant, for reading and writing. */
  readonly workingFolder: (path: string) => Promise<{ readonly path: string; readonly grant: string }>
  /** The canonical path of something that tools may read. */
  readonly resolveReadable: (path: string) => Promise<string>
  readonly environment: Readonly<Record<string, string>>
  readonly sandboxNow: () => Promise<Sandbox>
}

/** Says what would be run for a request, and runs nothing; throws for what no program can be given. */
export async function planCommand(
  { workingFolder, resolveReadable, environment, sandboxNow }: PlanningParts,
  request: CommandRequest,
): Promise<{ readonly plan: CommandPlan; readonly sandbox: Sandbox }> {
  const folder = await workingFolder(request.folder)
  const [first, ...rest] = request.command
  if (first === undefined || (request.shell && rest.length > 0)) {
    throw new AppError('invalid_input', 'With shell, command is one line; without, program and arguments.', {
      field: 'command',
    })
  }
  if (request.command.some((argument) => argument.includes('\0'))) {
    throw new AppError('invalid_input', 'The command has a NUL character in it.', { field: 'command' })
  }
  const [name, args] = request.shell ? shellFor(first) : ([first, rest] as const)
  const program = await findProgram(name, environment, (path) => resolveReadable(`${folder.path}/${path}`))
  const sandbox = await sandboxNow()
  return {
    sandbox,
    plan: {
      program,
      arguments: args,
      shell: request.shell,
      folder: folder.path,
      grant: folder.grant,
      network: request.network,
      timeLimitSeconds: request.timeLimitSeconds,
      sandbox: sandbox.kind,
      environment: Object.keys(environment).sort(),
    },
  }
}

/** The sandbox to run a plan in; throws `conflict` when program, folder or sandbox are not as they were. */
export async function requireAsPlanned(
  { workingFolder, sandboxNow }: PlanningParts,
  plan: CommandPlan,
): Promise<Sandbox> {
  const folder = await workingFolder(plan.folder)
  if (folder.path !== plan.folder || folder.grant !== plan.grant) {
    throw new AppError('conflict', say('command.folder_elsewhere', { path: plan.folder }))
  }
  await requireSameProgram(plan.program)
  const sandbox = await sandboxNow()
  if (sandbox.kind !== plan.sandbox) {
    throw new AppError('conflict', say('command.other_sandbox'))
  }
  return sandbox
}
