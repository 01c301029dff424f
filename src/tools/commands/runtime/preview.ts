import type { CommandPlan } from '../../../main/commands/plan'
import type { Sandbox } from '../../../main/commands/sandbox'
import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import { shortened } from '../../../shared/text/start-of'
import { type Preview, spoken } from '../../../shared/tool/preview'

/** Characters of the command in the summary; the fields have all of it. */
const SUMMARY_CHARACTERS = 200

/** A command as one line to read; arguments that would not read as one are quoted. */
export function commandLine(command: readonly string[], { shell }: Pick<CommandPlan, 'shell'>): string {
  if (shell) return command.join(' ')
  return command
    .map((argument) => (/^[\w@%+=:,./-]+$/.test(argument) ? argument : inOneWord(argument)))
    .join(' ')
}

/** In single quotes, which need no signs before them where the line itself is quoted; in double ones where it has such. */
function inOneWord(argument: string): string {
  const inDouble = quoted(argument)
  const inSingle = inDouble.slice(1, -1).replaceAll('\\"', '"')
  return /['\\]/.test(argument) || inSingle.includes('\\') ? inDouble : `'${inSingle}'`
}

/** What a person sees of a command before it runs: every argument by itself, and what keeps it in. */
export function commandPreview(command: readonly string[], plan: CommandPlan, sandbox: Sandbox): Preview {
  const line = commandLine(command, plan)
  const short = shortened(line, SUMMARY_CHARACTERS)
  const args = plan.shell
    ? [{ name: 'shell line', before: null, after: command.join(' ') }]
    : plan.arguments.map((argument, index) => ({
        name: `argument ${index + 1}`,
        before: null,
        after: argument,
      }))
  return spoken({
    summary: say('commands.run', { line: short, shell: plan.shell, folder: plan.folder }),
    // The exact command is the target, so that nothing else is covered by a yes that is remembered.
    targets: [
      {
        kind: 'record',
        label: short,
        reference: `command:${JSON.stringify([plan.program.path, plan.arguments, plan.folder, plan.network])}`,
        detail: plan.folder,
      },
    ],
    changes: [
      {
        kind: 'fields',
        // The name of the program; its whole path is the first field.
        label: plan.program.path.split(/[\\/]/).at(-1) ?? plan.program.path,
        fields: [
          { name: 'program', before: null, after: plan.program.path },
          ...args,
          { name: 'folder', before: null, after: plan.folder },
          { name: 'network', before: null, after: networkInWords(plan) },
          { name: 'time limit', before: null, after: `${plan.timeLimitSeconds} seconds` },
          { name: 'variables', before: null, after: plan.environment.join(', ') },
        ],
      },
    ],
    lost: [],
    recovery: 'none',
    runsIn: plan.grant,
    warnings: [say('commands.no_undo'), enclosureInWords(plan, sandbox)],
  })
}

function enclosureInWords(plan: CommandPlan, sandbox: Sandbox): Sentence {
  switch (sandbox.kind) {
    case 'none':
      return say('commands.unconfined', { why: sandbox.why, because: sandbox.because ?? '' })
    case 'bubblewrap':
      return say('commands.in_sandbox', { grant: plan.grant, network: plan.network })
    default:
      return assertNever(sandbox)
  }
}

/** Without a sandbox nothing keeps a command from the network, whatever was asked for. */
function networkInWords(plan: Pick<CommandPlan, 'network' | 'sandbox'>): string {
  if (plan.network) return 'yes'
  return plan.sandbox === 'none' ? 'not asked for, not prevented' : 'no'
}
