import { type ChildProcess, spawn } from 'node:child_process'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemCode } from '../files/disk-errors'
import { enclosedGroup } from './enclosed'
import { keepOutput } from './output'

/** How a process is started. */
export interface ProcessStart {
  readonly path: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly timeLimitMs: number
  /** Whether it is bubblewrap around the process that is meant. */
  readonly enclosed: boolean
  /** Whether Windows is given the arguments as they are, without quotes around them. */
  readonly verbatim?: boolean
}

/** What is known of a process. */
export interface ProcessState {
  readonly status: 'running' | 'exited' | 'timed_out' | 'stopped' | 'too_much_output'
  /** Null while it runs, and when a signal ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
  /** Characters that are left out of both. */
  readonly omitted: number
  readonly tookMs: number
}

/** A process with everything that it starts. */
export interface RunningCommand {
  state(): ProcessState
  /** Resolves at its end. */
  readonly ended: Promise<void>
  /** Resolves at its end, after this time, or when `signal` says so. */
  settled(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Asks it to end, makes it end, and resolves when it has. */
  stop(): Promise<void>
}

/** Time to end in good order after being asked to (milliseconds). */
const GRACE_MS = 2000
/** Bytes of both streams together after which a command is ended: more is a loop, not an answer. */
const OUTPUT_BYTES = 64 * (1 << 20)

/** Starts a process as the leader of a group of its own; throws when it can't be started. */
export async function startProcess(start: ProcessStart): Promise<RunningCommand> {
  const began = performance.now()
  const child = spawn(start.path, [...start.arguments], {
    cwd: start.folder,
    env: { ...start.environment },
    shell: false,
    stdio: ['ignore', 'pipe', 'pipe', ...(start.enclosed ? (['pipe'] as const) : [])],
    windowsHide: true,
    windowsVerbatimArguments: start.verbatim ?? false,
    // Its own group, so that what it starts can be ended with it.
    detached: process.platform !== 'win32',
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (cause) =>
      reject(
        new AppError(
          'unavailable',
          say('command.not_started', { path: start.path, why: systemCode(cause) ?? cause.message }),
          { cause },
        ),
      ),
    )
  })

  const { stdout: output, stderr: errors } = child
  if (output === null || errors === null) throw new AppError('internal', 'A command has no streams.')
  const [stdout, stderr] = [keepOutput(), keepOutput()]
  const inner = start.enclosed ? enclosedGroup(child) : () => null
  let bytes = 0
  let ended: { readonly tookMs: number } | null = null
  let why: 'exited' | 'timed_out' | 'stopped' | 'too_much_output' = 'exited'
  let killing: NodeJS.Timeout | null = null
  let closing: NodeJS.Timeout | null = null

  function end(reason: typeof why): void {
    // What only holds its output open has nothing to do with how it ended.
    if (child.exitCode !== null || child.signalCode !== null || why !== 'exited') return
    why = reason
    // What is in a sandbox hears nothing of what its sandbox is told, and dies with it.
    signalGroup(child, 'SIGTERM', inner())
    killing = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
  }

  const take = (keeper: typeof stdout) => (piece: Buffer) => {
    bytes += piece.length
    keeper.add(piece)
    if (bytes > OUTPUT_BYTES) end('too_much_output')
  }
  output.on('data', take(stdout))
  errors.on('data', take(stderr))
  const timer = setTimeout(() => end('timed_out'), start.timeLimitMs)
  const over = new Promise<void>((resolve) => {
    // What it left running would hold its streams open and go on unseen.
    child.once('exit', () => {
      signalGroup(child, 'SIGKILL')
      // What left the group lives on, but nobody waits for it: effects stand in line behind this one.
      closing = setTimeout(() => {
        output.destroy()
        errors.destroy()
      }, GRACE_MS)
    })
    child.once('close', () => {
      stdout.end()
      stderr.end()
      ended = { tookMs: Math.round(performance.now() - began) }
      clearTimeout(timer)
      if (killing !== null) clearTimeout(killing)
      if (closing !== null) clearTimeout(closing)
      resolve()
    })
  })

  return {
    ended: over,
    state() {
      const [out, err] = [stdout.kept(), stderr.kept()]
      return {
        status: ended === null ? 'running' : why,
        exitCode: child.exitCode,
        signal: child.signalCode,
        stdout: out.text,
        stderr: err.text,
        omitted: out.omitted + err.omitted,
        tookMs: ended?.tookMs ?? Math.round(performance.now() - began),
      }
    },
    async settled(milliseconds, signal) {
      if (ended !== null || signal.aborted) return
      let stopWaiting: () => void = () => undefined
      const enough = new Promise<void>((resolve) => {
        stopWaiting = resolve
      })
      const wait = setTimeout(stopWaiting, milliseconds)
      signal.addEventListener('abort', stopWaiting, { once: true })
      await Promise.race([over, enough])
      clearTimeout(wait)
      signal.removeEventListener('abort', stopWaiting)
    },
    async stop() {
      end('stopped')
      await over
    },
  }
}

/** Tells a process and all that it started; without effect on those that have ended. */
export function signalGroup(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL',
  inner: number | null = null,
): void {
  const group = inner ?? child.pid
  if (group === undefined) return
  if (process.platform === 'win32') {
    child.kill(signal)
    return
  }
  try {
    process.kill(-group, signal)
  } catch (error) {
    // The whole group has ended already.
    if (systemCode(error) !== 'ESRCH' && systemCode(error) !== 'EPERM') throw error
  }
}
