import { enclosedEnvironment } from './environment'
import type { CommandPlan } from './plan'
import type { ProcessStart } from './process'
import { type Sandbox, type SandboxGrant, sandboxArguments } from './sandbox'

/** What a sandbox opens and closes besides the folder of the command. */
export interface SandboxPlaces {
  readonly home: string
  readonly ownFolders: readonly string[]
  readonly grants: readonly SandboxGrant[]
  /** What is kept from tools in the granted folder; looked for only where there is a sandbox. */
  readonly secrets: () => Promise<readonly string[]>
}

/** The process that runs a planned command, in the sandbox where there is one. */
export async function invocationOf(
  plan: CommandPlan,
  sandbox: Sandbox,
  environment: Readonly<Record<string, string>>,
  places: SandboxPlaces,
): Promise<ProcessStart> {
  const { program, shell, folder, timeLimitSeconds } = plan
  const common = { folder, verbatim: shell, timeLimitMs: timeLimitSeconds * 1000 }
  if (sandbox.kind !== 'bubblewrap') {
    const given = shell ? shellArguments(plan.arguments) : [...plan.arguments]
    return { ...common, path: program.path, arguments: given, environment, enclosed: false }
  }
  const enclosing = sandboxArguments({ ...plan, ...places, secrets: await places.secrets() })
  return {
    ...common,
    path: sandbox.path,
    arguments: [...enclosing, program.path, ...plan.arguments],
    environment: enclosedEnvironment(environment),
    enclosed: true,
  }
}

/** The shell that runs a line, with its arguments. */
export function shellFor(line: string): readonly [string, readonly string[]] {
  return process.platform === 'win32' ? ['cmd.exe', ['/d', '/s', '/c', line]] : ['/bin/sh', ['-c', line]]
}

/** As its shell is given them: on Windows the line stands as it is between quotes, which the shell takes off. */
export function shellArguments(
  given: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string[] {
  return platform === 'win32' ? [...given.slice(0, -1), `"${given.at(-1) ?? ''}"`] : [...given]
}
