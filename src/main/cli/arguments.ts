import { type ParseArgsConfig, parseArgs } from 'node:util'
import { AppError } from '../../shared/errors'

/** Options that every command takes. */
const commonOptions = {
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options']

/** Options of the commands that may carry a standing approval. */
export const approvalOption = { approve: { type: 'string' } } as const satisfies ParseArgsConfig['options']

/** The command before the options that every command takes, wherever they were written. */
export function withCommandFirst(args: readonly string[]): readonly string[] {
  let at = 0
  while (at < args.length) {
    const [option = ''] = (args[at] ?? '').split('=', 1)
    if (option === '--json') at += 1
    else if (option === '--data') at += args[at] === option ? 2 : 1
    else break
  }
  const command = args[at]
  return command === undefined ? [] : [command, ...args.slice(0, at), ...args.slice(at + 1)]
}

/** Whether an option that takes no value is among the arguments; what stands after `--` is none. */
export function isAmongOptions(args: readonly string[], ...names: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end === -1 ? args.length : end).some((each) => names.includes(each))
}

/** Parses what follows a command; anything unknown is wrong use, named. */
export function parseCommand<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  const parsed = parsedStrictly(args, options)
  for (const [name, value] of Object.entries(parsed.values)) {
    // A script's variable that was never set: as a path it would be the folder in which the script runs.
    if ([value].flat().includes('')) throw usageError(`--${name} needs a value after it.`)
  }
  return parsed
}

function parsedStrictly<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({
      args: [...args],
      options: { ...commonOptions, ...options },
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    throw usageError(problemInWords(error))
  }
}

/** Node names the option in single quotes, with its value behind it, and speaks to programmers about the rest. */
function problemInWords(error: unknown): string {
  const { message, code } =
    error instanceof Error
      ? { code: undefined, ...error, message: error.message }
      : { message: String(error) }
  const option = /'(-[^ ']*)/.exec(message)?.[1]
  if (option === undefined) return message
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const none = `There is no option ${option} here. --help names those that there are.`
    return option.startsWith('--') ? none : `${none} Text that begins with - comes last, after --.`
  }
  return message.includes('does not take') ? `${option} takes no value.` : `${option} needs a value after it.`
}

/** Wrong use of the command line: exit status 2. */
export function usageError(message: string): AppError {
  return new AppError('invalid_input', message)
}

/** Refuses arguments of a command that takes none. */
export function noArguments(positionals: readonly string[], command: string): void {
  if (positionals.length === 0) return
  throw usageError(`${command} takes only options, which begin with --, and not: ${positionals.join(' ')}`)
}

/** The one positional argument that a command needs. */
export function onlyArgument(positionals: readonly string[], name: string): string {
  const [value, ...rest] = positionals
  if (value === undefined || value === '') throw usageError(`${name} is missing.`)
  if (rest.length > 0)
    throw usageError(`Too many arguments after ${name}. Put quotes around text with spaces.`)
  return value
}

/** What an option says, as a whole number in a range; undefined where it is not given, and wrong use otherwise. */
export function wholeNumber(
  value: string | undefined,
  name: string,
  from: number,
  to: number,
): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (!Number.isInteger(number) || number < from || number > to) {
    throw usageError(`${name} must be a whole number from ${from} to ${to}.`)
  }
  return number
}

/** Reads `--approve`; only `safe` exists. */
export function standingApproval(value: string | undefined): 'safe' | null {
  if (value === undefined) return null
  if (value === 'safe') return 'safe'
  throw usageError('--approve can only be "safe": nothing approves destructive changes in advance.')
}

/** JSON as it was given; `name` is what is wrong with it called. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
