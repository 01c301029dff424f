import type { CommandState } from '../../../main/commands/service'
import { assertNever } from '../../../shared/errors'
import { quoted } from '../../../shared/text/quoted'

/** A command's state in the shape that the catalog promises. */
export function stateOf({ plan, ...state }: CommandState) {
  const { shell } = plan
  return {
    command_id: state.id,
    status: state.status,
    exit_code: state.exitCode,
    signal: state.signal,
    stdout: state.stdout,
    stderr: state.stderr,
    omitted: state.omitted,
    took_ms: state.tookMs,
    command: shell ? plan.arguments.slice(-1) : [plan.program.path, ...plan.arguments],
    shell,
    folder: plan.folder,
    sandbox: plan.sandbox,
  }
}

/** A command's state for the model. */
export function stateInWords(state: CommandState): string {
  const parts = [
    `Command ${quoted(state.id)} ${statusInWords(state)} (${(state.tookMs / 1000).toFixed(1)} s).`,
    ...(state.stdout === '' ? [] : [`Output:\n${state.stdout}`]),
    ...(state.stderr === '' ? [] : [`Error output:\n${state.stderr}`]),
    ...(state.stdout === '' && state.stderr === '' ? ['It wrote nothing.'] : []),
  ]
  return parts.join('\n')
}

function statusInWords({ status, exitCode, signal, plan }: CommandState): string {
  switch (status) {
    case 'running':
      return 'still runs; read more with get_command_output'
    case 'exited':
      return exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exitCode}`
    case 'timed_out':
      return `was ended after its limit of ${plan.timeLimitSeconds} seconds`
    case 'stopped':
      return 'was stopped'
    case 'too_much_output':
      return 'was ended because it wrote more than 64 MiB'
    default:
      return assertNever(status)
  }
}
