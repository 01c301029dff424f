import { CircleStop, ScrollText, SquareTerminal } from 'lucide-react'
import type { z } from 'zod'
import { formatDuration } from '../../renderer/text/language'
import { CodeBlock } from '../../renderer/ui/code-block'
import { KeyValues } from '../../renderer/ui/key-values'
import { bindToolViews } from '../../renderer/ui/tool-view'
import { assertNever } from '../../shared/errors'
import { shortened } from '../../shared/text/start-of'
import type { ToolOf } from '../../shared/tool/define'
import commandsModule from './module'
import * as titles from './titles'
import { text } from './views-text'

type State = z.output<ToolOf<typeof commandsModule, 'run_command'>['output']>

/** Characters of a command in the line of its call. */
const LINE_CHARACTERS = 60

export default bindToolViews(commandsModule, titles, {
  run_command: {
    icon: SquareTerminal,
    approve: () => text().run,
    doing: ({ input }) => text().running(lineOf(input?.command)),
    done: ({ output, goesOn }) => outcome(output, goesOn),
    Result: ({ output }) => <CommandResult state={output} />,
    Arguments: ({ input }) => (
      <>
        <KeyValues items={[{ label: text().folder, value: input.folder }]} />
        <CodeBlock code={input.command.join('\n')} label={text().command} />
      </>
    ),
  },
  get_command_output: {
    icon: ScrollText,
    doing: () => text().reading,
    done: ({ output }) => text().read(lines(output?.stdout) + lines(output?.stderr)),
    Result: ({ output }) => <CommandResult state={output} />,
  },
  stop_command: {
    icon: CircleStop,
    approve: () => text().stop,
    doing: () => text().stopping,
    done: ({ output }) => outcome(output),
    Result: ({ output }) => <CommandResult state={output} />,
  },
})

function CommandResult({ state }: { readonly state: State }) {
  return (
    <>
      <KeyValues
        items={[
          { label: text().command, value: state.command.join(' ') },
          { label: text().folder, value: state.folder },
          { label: text().exitCode, value: state.exit_code === null ? '' : String(state.exit_code) },
          { label: text().took, value: formatDuration(state.took_ms) },
          { label: text().sandbox, value: text().sandboxes[state.sandbox] },
          { label: text().omitted, value: state.omitted === 0 ? '' : text().characters(state.omitted) },
        ]}
      />
      {state.stdout !== '' && <CodeBlock code={state.stdout} label={text().output} />}
      {state.stderr !== '' && <CodeBlock code={state.stderr} label={text().errors} />}
    </>
  )
}

/** What is told is how it stood when it was answered: of one that went on, whether it still does is known elsewhere. */
function outcome(state: State | undefined, goesOn?: boolean): string {
  if (state === undefined) return text().running(text().aCommand)
  const line = lineOf(state.command)
  switch (state.status) {
    case 'running':
      if (goesOn === undefined) return text().started(line)
      return goesOn ? text().stillRunning(line) : text().endedSince(line)
    case 'exited':
      return state.exit_code === null ? text().stopped(line) : text().ended(line, state.exit_code)
    case 'stopped':
      return text().stopped(line)
    case 'timed_out':
      return text().timedOut(line)
    case 'too_much_output':
      return text().tooMuchOutput(line)
    default:
      return assertNever(state.status)
  }
}

function lineOf(command: readonly string[] | undefined): string {
  const line = command?.join(' ') ?? text().aCommand
  return shortened(line, LINE_CHARACTERS)
}

function lines(output: string | undefined): number {
  return output === undefined || output === '' ? 0 : output.trimEnd().split('\n').length
}
