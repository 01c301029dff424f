import { version } from '../../../package.json'
import { type ErrorShape, toErrorShape } from '../../shared/errors'
import { chosenDataFolder } from '../disk/data-folder'
import { fromClientError } from '../rpc/client'
import { isAmongOptions, withCommandFirst } from './arguments'
import { commands } from './commands'
import { type ExitStatus, exitStatus, exitStatusOf } from './exit-status'
import { helpOn, helpText } from './help-text'
import { createOutput, printable } from './output'
import { commandPatienceMs, openSession } from './session'

/** How often to look whether the parent is still there: a page server must not outlive what started it. */
const parentCheckMs = 1000

/** Runs one command and ends the process with its exit status; the border where the command line catches. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  process.once('SIGTERM', () => stopping.abort())
  process.once('SIGHUP', () => stopping.abort())
  stopWithParent(stopping)
  for (const stream of [process.stdout, process.stderr]) stopWithReader(stream, stopping)
  const status = await run(args, stopping.signal)
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  process.exitCode = stopping.signal.reason === outputFailed ? exitStatus.failed : status
  // Workers and sockets are closed by then; what still lingers must not keep a finished command alive.
  process.exit()
}

/** Resolves when everything that was written has been taken: a pipe's reader may be slower than the command. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve()
    // That a reader left is told right after.
    else stream.write('', () => setImmediate(resolve))
  })
}

/** Why a command is stopped whose reader, such as `head`, has enough; nobody is there who could be told. */
const readerLeft = Symbol('reader left')
/** Why a command is stopped whose output can't be written, as on a full disk; that has been told. */
const outputFailed = Symbol('output failed')

function endedByOutput({ reason }: AbortSignal): boolean {
  return reason === readerLeft || reason === outputFailed
}

/** Stops the command in order, since a thread that is ended with the process can abort it in the middle of a write. */
function stopWithReader(stream: NodeJS.WriteStream, stopping: AbortController): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (stopping.signal.aborted) return
    if (error.code === 'EPIPE') return stopping.abort(readerLeft)
    stopping.abort(outputFailed)
    const { message } = toErrorShape(error)
    if (stream === process.stdout) process.stderr.write(`The output could not be written: ${message}\n`)
  })
}

async function run(args: readonly string[], signal: AbortSignal): Promise<ExitStatus> {
  const [name, ...rest] = withCommandFirst(args)
  if (name === undefined) {
    tellFailure(args, { code: 'invalid_input', message: 'COMMAND is missing.' })
    process.stderr.write(`\n${helpText(commands)}`)
    return exitStatus.wrongUse
  }
  if (name === 'help' || name === '--help' || name === '-h') {
    tellHelp(args, helpText(commands))
    return exitStatus.done
  }
  if (name === '--version' || name === 'version') {
    process.stdout.write(`${isAmongOptions(args, '--json') ? JSON.stringify({ version }) : version}\n`)
    return exitStatus.done
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    // The whole help would push what is wrong out of sight.
    const message = `There is no command ${JSON.stringify(name)}. "countersign --help" lists those that there are.`
    tellFailure(args, { code: 'invalid_input', message })
    return exitStatus.wrongUse
  }
  if (isAmongOptions(rest, '--help', '-h')) {
    tellHelp(args, helpOn(name, command))
    return exitStatus.done
  }
  try {
    return await command.run({
      args: rest,
      signal,
      output: createOutput,
      open: (options = {}) =>
        openSession({
          folder: chosenDataFolder(options.data, process.env),
          context: {
            actor: options.actor ?? { kind: 'command_line', name: 'Command line' },
            approval: options.approval ?? null,
            ...(options.runId === undefined ? {} : { runId: options.runId }),
          },
          patienceMs: options.patienceMs ?? commandPatienceMs,
          signal,
          note: (text) => process.stderr.write(`${text}\n`),
        }),
    })
  } catch (error) {
    if (endedByOutput(signal)) return exitStatus.failed
    const shape = toErrorShape(fromClientError(error))
    tellFailure(args, shape)
    return exitStatusOf(shape.code)
  }
}

function tellHelp(args: readonly string[], help: string): void {
  process.stdout.write(isAmongOptions(args, '--json') ? `${JSON.stringify({ help })}\n` : help)
}

/** With `--json` standard output is JSON alone, whatever was wrong. */
function tellFailure(args: readonly string[], shape: ErrorShape): void {
  if (isAmongOptions(args, '--json')) process.stdout.write(`${JSON.stringify({ error: shape })}\n`)
  process.stderr.write(`${printable(shape.message)}\n`)
}

function stopWithParent(stopping: AbortController): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent) stopping.abort()
  }, parentCheckMs)
  timer.unref()
}
