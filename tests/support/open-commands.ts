import type { z } from 'zod'
import type { Sandbox } from '../../src/main/commands/sandbox'
import { type CommandService, createCommandService } from '../../src/main/commands/service'
import commandsModule from '../../src/tools/commands/module'
import runtime from '../../src/tools/commands/runtime'
import { type OpenFiles, openFiles, planned } from './open-files'

/** That a machine has no sandbox. */
export const noSandbox: Sandbox = { kind: 'none', why: 'There is none in this test.' }

const [runTool] = commandsModule.tools
type RunInput = z.input<(typeof runTool)['input']>

/** The tools that run commands in a granted folder (`open.docs`), at first without a sandbox; ended by `close`. */
export async function openCommands() {
  const open: OpenFiles = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
  const context = { signal: new AbortController().signal, progress: () => undefined, runId: null }

  function service(sandbox: Sandbox, more: NodeJS.ProcessEnv = {}): CommandService {
    return createCommandService({
      workingFolder: open.files.workingFolder,
      resolveReadable: open.files.resolveReadable,
      protectedInside: open.files.protectedInside,
      ownFolders: open.files.ownFolders,
      grants: open.grants.list,
      environment: { ...process.env, SECRET_KEY: 'hush', ANTHROPIC_API_KEY: 'hush', ...more },
      home: open.base,
      sandbox: async () => sandbox,
    })
  }
  let commands = service(noSandbox)
  let tools = runtime({ commands })

  const plan = async (input: RunInput) =>
    planned(await tools.run_command.plan(runTool.input.parse(input), context))
  function effect(signal = context.signal) {
    const journaled: unknown[] = []
    return { ...context, signal, journaled, journal: (inverse: unknown) => journaled.push(inverse) }
  }
  const told = async (input: RunInput) => tools.run_command.apply((await plan(input)).plan, effect())
  const run = async (input: RunInput) => (await told(input)).state

  return {
    open,
    context,
    get commands() {
      return commands
    },
    get tools() {
      return tools
    },
    /** Goes on in this sandbox, with more in the environment. */
    async enter(sandbox: Sandbox, more?: NodeJS.ProcessEnv): Promise<void> {
      await commands.close()
      commands = service(sandbox, more)
      tools = runtime({ commands })
    },
    plan,
    effect,
    told,
    run,
    shell: (line: string, more: Partial<RunInput> = {}) => run({ command: [line], shell: true, ...more }),
    async close(): Promise<void> {
      await commands.close()
      open.close()
    },
  }
}

export type OpenCommands = Awaited<ReturnType<typeof openCommands>>
