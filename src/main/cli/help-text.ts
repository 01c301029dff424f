import type { Command } from './commands/command'

type Described = Pick<Command, 'usage' | 'summary'>

/** Columns of a terminal that nobody made wider. */
const columns = 80
const wide = '      '

/** Every command with what it takes, what holds for all of them, and what the exit status says. */
export function helpText(commands: Readonly<Record<string, Described>>): string {
  const listed = Object.entries(commands).map(([name, { usage, summary }]) =>
    [
      ...wrapped(`${name} ${usage}`.trim(), '  ', `${wide}  `),
      // What is said further in than the command is told from it.
      ...wrapped(summary, wide, wide),
    ].join('\n'),
  )
  return [
    'countersign COMMAND [OPTIONS]',
    ...listed,
    [
      'Every command takes:',
      '  --data DIR  the data folder to work on, instead of the usual one',
      '  --json      JSON alone on standard output',
      '  --help      what the command takes',
    ].join('\n'),
    'Exit status: 0 done, 1 failed, 2 wrong use, 3 a proposal is waiting,\n  4 refused, 5 conflict',
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

/** How one command is called, then what it does. */
export function helpOn(name: string, { usage, summary }: Described): string {
  const taken = wrapped(`countersign ${name} ${usage}`.trim(), '', wide)
  return `${taken.join('\n')}\n\n${wrapped(summary, '', '').join('\n')}\n`
}

/** Words in lines that a terminal holds; what stands in brackets is broken where nothing else can be. */
function wrapped(text: string, first: string, rest: string): string[] {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = rest
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}
