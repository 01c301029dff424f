import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectAsPage } from './page-client'

const checkout = join(import.meta.dirname, '..', '..')

/** How long a start may take on a busy machine before the test gives up. */
const startLimitMs = 30_000
/** How long an end in good order may take on a busy machine: it takes a second, and the tests of it have 30. */
const endLimitMs = 20_000

/** A browser host of the built application, in a process of its own. */
export interface RunningHost {
  readonly url: string
  readonly port: number
  readonly pid: number
  readonly data: string
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Ends it like a crash. */
  kill(): Promise<void>
}

/** A fresh folder below the system's temporary folder. */
export function freshFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `countersign-${name}-`))
}

/** An environment in which nothing of the caller's own leaks into the application. */
export function cleanEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TMPDIR } = process.env
  return { PATH, HOME, LANG, TMPDIR, ...extra }
}

/** How a host is started. */
export interface StartOptions {
  readonly data?: string
  readonly roots?: readonly string[]
  readonly environment?: NodeJS.ProcessEnv
  readonly args?: readonly string[]
  /** A command that runs the host, such as one that enters a namespace. */
  readonly prefix?: readonly string[]
  /** The built server, or another entry with arguments of its own before the usual ones. */
  readonly entry?: readonly string[]
  /** Runs as another user; only an administrator can. */
  readonly user?: number
  /** Without it, a host with a model of the test's does not ask it for titles: a script answers what a test does. */
  readonly titles?: true
}

/** Starts the built browser host and waits until it is ready. */
export async function startHost(options: StartOptions = {}): Promise<RunningHost> {
  const data = options.data ?? freshFolder('data')
  const roots = (options.roots ?? []).flatMap((root) => ['--root', root])
  const [program = process.execPath, ...args] = [
    ...(options.prefix ?? []),
    process.execPath,
    ...(options.entry ?? [join(checkout, 'out/main/server.js')]),
    '--json',
    '--no-open',
    '--data',
    data,
    ...roots,
    ...(options.args ?? []),
  ]
  const { ready, stop, kill } = await startReady(program, args, options)
  if (options.environment?.ANTHROPIC_BASE_URL !== undefined && options.titles !== true) {
    const page = await connectAsPage(ready.url)
    await page.client.settings.set({ modelTitles: false })
    page.close()
  }
  return { ...ready, data, stop, kill }
}

/** A process of the built application that said in one line that it is ready. */
export interface ReadyProcess {
  readonly ready: Ready
  /** Ends it in good order. */
  stop(): Promise<void>
  /** Ends it like a crash. */
  kill(): Promise<void>
}

/** What such a process says. */
interface Ready {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Of `mcp --http` alone. */
  readonly token?: string
}

/** Starts a program and waits for its first line. */
export async function startReady(
  program: string,
  args: readonly string[],
  options: Pick<StartOptions, 'environment' | 'user'> = {},
): Promise<ReadyProcess> {
  const child = spawn(program, args, {
    env: cleanEnvironment(options.environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
  })
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const ready = await firstLine(child, errors)
  let asked = false
  const exited = once(child, 'exit').then(([code, signal]) => {
    // Else a test only says that the connection was lost.
    if (!asked && signal !== 'SIGKILL')
      console.error(`The host ended by itself, with ${code ?? signal}: ${errors.join('').slice(-4000)}`)
  })
  const end = async (signal: NodeJS.Signals) => {
    asked = true
    if (child.exitCode === null && child.signalCode === null) {
      // One that a test left standing takes no signal but this.
      if (process.platform !== 'win32') child.kill('SIGCONT')
      child.kill(signal)
    }
    // Else a test only says that its own time was up.
    const timer = setTimeout(() => {
      errors.push(`It did not end within ${endLimitMs} ms of ${signal}.`)
      asked = false
      child.kill('SIGKILL')
    }, endLimitMs)
    await exited.finally(() => clearTimeout(timer))
    if (!asked) throw new Error(`The host did not end in good order: ${errors.join('').slice(-4000)}`)
  }
  return { ready, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

async function firstLine(child: ChildProcess, errors: readonly string[]): Promise<Ready> {
  if (child.stdout === null) throw new Error('The host has no standard output.')
  const lines = createInterface({ input: child.stdout })
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  try {
    for await (const line of lines) {
      const said = JSON.parse(line) as Partial<Ready> & Omit<Ready, 'url'>
      // What keeps it from starting is said in the same stream.
      if (said.url === undefined) throw new Error(`The host did not start: ${line}`)
      return { ...said, url: said.url }
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error(`The host ended before it was ready: ${errors.join('')}`)
}
