import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { attach, type Client } from '../../src/main/rpc/client'
import type { Actor } from '../../src/shared/actor'
import { buildEntry, buildWorker } from './build-worker'
import { cleanEnvironment } from './start-host'

/** A core in a process of its own, and how to reach it. */
export interface RunningCore {
  readonly pid: number
  /** Resolves with the signal that ended it, or null when it ended by itself. */
  readonly ended: Promise<NodeJS.Signals | null>
  /** A connection of its own; throws when the core is gone. */
  connect(actor?: Actor): Promise<Client>
  kill(): Promise<void>
}

const commandLine: Actor = { kind: 'command_line', name: 'Command line' }

/** Starts a core in a process of its own and waits until it answers; null when a fault point ended it before. */
export async function startCore(options: {
  readonly data: string
  readonly roots: readonly string[]
  /** Where it ends: `POINT:PASS`. */
  readonly fault?: string
}): Promise<RunningCore | null> {
  const [entry, ...workers] = await Promise.all([
    buildEntry('tests/support/core-child.ts'),
    buildWorker('extract'),
    buildWorker('index'),
    buildWorker('embed'),
    buildWorker('infer'),
    buildWorker('data'),
  ]).then((addresses) => addresses.map((address) => fileURLToPath(address)))
  const { data, roots, fault } = options
  const child = spawn(process.execPath, [entry ?? '', data, ...workers, ...roots], {
    env: cleanEnvironment(fault === undefined ? {} : { COUNTERSIGN_FAULT_POINT: fault }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const lines = createInterface({ input: child.stdout })
  const ready = await Promise.race([once(lines, 'line').then(() => true), ended.then(() => false)])
  if (!ready) {
    if ((await ended) === 'SIGKILL') return null
    throw new Error(`The core ended before it was ready: ${errors}`)
  }
  return {
    pid: child.pid ?? 0,
    ended,
    async connect(actor = commandLine) {
      const attached = await attach(dataFolderAt(data).socket, { actor, approval: null })
      if (attached === null) throw new Error('Nobody answers on the socket of the core.')
      return attached.client
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
