import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/** One way in which the system fails the database, which does not write by Node's own calls, or a socket. */
export interface SystemFault {
  readonly call: 'fsync' | 'write' | 'read' | 'bind'
  /** How the path ends. */
  readonly path: string
  readonly errno: 'EIO' | 'ENOSPC' | 'EPERM'
  /** So many calls succeed first. */
  readonly after?: number
}

/** A child process' system, whose calls fail when they are told to. */
export interface FaultySystem {
  readonly environment: NodeJS.ProcessEnv
  /** From now on this call fails; with null everything works again. */
  fail(fault: SystemFault | null): void
  /** What failed since the last call: a call and a path each. */
  happened(): readonly string[]
}

/** Why calls of the system can't be made to fail here, or null where they can. */
export const noFaultySystem: string | null = whyNone()

/** Compiles the shim into a folder, which also takes the orders. */
export function createFaultySystem(folder: string): FaultySystem {
  const shim = join(folder, 'faulty-disk.so')
  const orders = join(folder, 'system-faults')
  const log = `${orders}.happened`
  let id = 0
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-o', shim, join(import.meta.dirname, 'faulty-disk.c')])
  return {
    environment: { LD_PRELOAD: shim, COUNTERSIGN_TEST_SYSTEM_FAULTS: orders },
    fail(fault) {
      if (fault === null) {
        rmSync(orders, { force: true })
        return
      }
      const { call, path, errno, after = 0 } = fault
      // Renamed into place: the child must not read half of it.
      writeFileSync(`${orders}.next`, `${++id} ${call} ${path} ${constants.errno[errno]} ${after}\n`)
      renameSync(`${orders}.next`, orders)
    },
    happened() {
      if (!existsSync(log)) return []
      const lines = readFileSync(log, 'utf8').trim().split('\n')
      rmSync(log)
      return lines
    },
  }
}

function whyNone(): string | null {
  if (process.platform !== 'linux') return `a library can’t be preloaded on ${process.platform}`
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'there is no gcc to compile the shim'
  }
}
