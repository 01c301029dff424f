import type { CommandPlan } from '../../main/commands/plan'
import type { CommandService, CommandState } from '../../main/commands/service'
import { say } from '../../shared/sentences/say'
import { spoken } from '../../shared/tool/preview'
import type { Answer, ModuleRuntime, Reverted } from '../../shared/tool/runtime'
import type commandsModule from './module'
import { commandLine, commandPreview } from './runtime/preview'
import { stateInWords, stateOf } from './runtime/state'

/** The command tools over the service that holds the processes. */
export default ({
  commands,
}: {
  readonly commands: CommandService
}): ModuleRuntime<typeof commandsModule> => {
  // What a command writes is as trustworthy as what it could reach: the sandbox leaves the whole disk to be read.
  const answer = (state: CommandState): Answer<ReturnType<typeof stateOf>> => {
    const told = stateOf(state)
    const silent = told.stdout === '' && told.stderr === ''
    return {
      content: stateInWords(state),
      state: told,
      origin: state.plan.sandbox === 'bubblewrap' && !state.plan.network ? 'outside' : 'web',
      sources: silent ? [] : [commandLine(told.command, state.plan)],
    }
  }

  // Known only in the process that tried: after a crash nothing says how far a command came.
  const neverStarted = new Set<string>()

  const end = async (id: string): Promise<Reverted> => {
    if (neverStarted.delete(id)) return { content: 'The command was not started.' }
    await commands.stop(id)
    const interrupted = say('commands.interrupted')
    return { content: interrupted.text, interrupted }
  }

  return {
    run_command: {
      async plan({ command, folder, shell, network, wait_seconds, time_limit_seconds }) {
        const { plan, sandbox } = await commands.plan({
          command,
          folder,
          shell,
          network,
          timeLimitSeconds: time_limit_seconds,
        })
        return {
          plan: { ...mutable(plan), command_id: commands.nextId(), command, wait_seconds },
          preview: commandPreview(command, plan, sandbox),
          sources: [],
        }
      },
      requireBase: (plan) => commands.requireBase(plan),
      async apply({ command_id, command: _shown, wait_seconds, ...plan }, effect) {
        effect.signal.throwIfAborted()
        effect.journal({ command_id })
        try {
          await commands.start(plan, command_id)
        } catch (error) {
          neverStarted.add(command_id)
          throw error
        }
        const state = await commands.wait(command_id, wait_seconds * 1000, effect.signal)
        if (state.status !== 'running') return answer(state)
        if (!effect.signal.aborted) {
          const stop = () => void commands.stop(command_id)
          return { ...answer(state), goesOn: { ended: commands.ended(command_id), stop } }
        }
        // Stopping the run stops what it waits for; it has happened all the same, so that is no failure.
        await commands.stop(command_id)
        return answer(commands.state(command_id))
      },
      revert: async ({ command_id }, effect) => {
        effect.journal({ command_id })
        return end(command_id)
      },
    },
    get_command_output: {
      async run({ command_id, wait_seconds }, { signal }) {
        return answer(await commands.wait(command_id, wait_seconds * 1000, signal))
      },
    },
    stop_command: {
      async plan({ command_id }) {
        const state = commands.state(command_id)
        if (state.status !== 'running') return { unchanged: answer(state) }
        const line = commandLine(stateOf(state).command, state.plan)
        return {
          plan: { command_id },
          // The line is what an assistant or a program gave, not what the command wrote.
          sources: [],
          preview: spoken({
            summary: say('commands.stop', { line, folder: state.plan.folder }),
            targets: [{ kind: 'record', label: line, reference: `command:${command_id}` }],
            changes: [],
            lost: [],
            recovery: 'none',
            warnings: [say('commands.unfinished')],
          }),
        }
      },
      async apply({ command_id }, effect) {
        effect.journal({ command_id })
        await commands.stop(command_id)
        return answer(commands.state(command_id))
      },
      revert: async ({ command_id }, effect) => {
        effect.journal({ command_id })
        return end(command_id)
      },
    },
  }
}

function mutable(plan: CommandPlan) {
  return {
    ...plan,
    program: { ...plan.program },
    arguments: [...plan.arguments],
    environment: [...plan.environment],
  }
}
