import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnvironment } from './start-host'

const checkout = join(import.meta.dirname, '..', '..')

/** What a finished command left. */
export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command line to its end. */
export function runCommand(
  args: readonly string[],
  options: {
    readonly environment?: NodeJS.ProcessEnv
    readonly input?: string
    /** Runs as another user; only an administrator can. */
    readonly user?: number
    /** A command that runs it, such as one that enters a namespace. */
    readonly prefix?: readonly string[]
  } = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const [program = process.execPath, ...rest] = [
      ...(options.prefix ?? []),
      process.execPath,
      join(checkout, 'out/main/cli.js'),
      ...args,
    ]
    const child = spawn(program, rest, {
      env: cleanEnvironment(options.environment),
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
    child.stdin.end(options.input ?? '')
  })
}
