import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '../start-host'

/** A disk so small that a test can fill it. */
export interface SmallDisk {
  /** Where the application sees it. */
  readonly path: string
  /** Goes before a command so that it sees the disk; empty where everybody does. */
  readonly prefix: readonly string[]
  /** Where the test sees what the application sees at a path. */
  seen(path: string): string
  /** Takes all room but so much (bytes, in whole pages); what it took before counts as free. */
  fill(leave?: number): void
  /** Gives back what {@link fill} took. */
  makeRoom(): void
  close(): Promise<void>
}

const diskBytes = 4 * 1024 * 1024
/** What a tmpfs gives out at once. */
const pageBytes = 4096
const filler = '.filler'

/** Why no small disk can be had here, or null where one can. */
export const noSmallDisk: string | null = whyNone()

/** Mounts a tmpfs of 4 MB: as an administrator for all to see, otherwise in a namespace of its own. */
export async function mountSmallDisk(): Promise<SmallDisk> {
  const path = realpathSync(freshFolder('small-disk'))
  return process.getuid?.() === 0 && mountsDirectly() ? mountForAll(path) : mountInNamespace(path)
}

function mountForAll(path: string): SmallDisk {
  mount(path)
  return {
    ...filling((at) => at, path),
    prefix: [],
    async close() {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}

async function mountInNamespace(path: string): Promise<SmallDisk> {
  const keeper = spawn(
    'unshare',
    ['-rm', 'sh', '-c', `${mountLine(path)} && echo ready && exec sleep infinity`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [said] = await Promise.race([once(keeper.stdout, 'data'), once(keeper, 'exit')])
  if (!(said instanceof Buffer)) throw new Error('The namespace of the small disk could not be made.')
  const { pid } = keeper
  return {
    ...filling((at) => join(`/proc/${pid}/root`, at), path),
    prefix: ['nsenter', '--target', String(pid), '--user', '--mount', '--preserve-credentials', '--'],
    async close() {
      const gone = once(keeper, 'exit')
      keeper.kill('SIGKILL')
      await gone
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function filling(seen: (path: string) => string, path: string): Omit<SmallDisk, 'prefix' | 'close'> {
  const makeRoom = () => rmSync(seen(join(path, filler)), { force: true })
  return {
    path,
    seen,
    makeRoom,
    fill(leave = 0) {
      makeRoom()
      const spare = seen(join(path, `${filler}-spare`))
      if (leave > 0) take(spare, leave)
      take(seen(join(path, filler)), diskBytes)
      rmSync(spare, { force: true })
    },
  }
}

/** Writes page by page until it is enough or the disk is full. */
function take(path: string, bytes: number): void {
  const page = Buffer.alloc(pageBytes)
  const file = openSync(path, 'w')
  try {
    for (let taken = 0; taken < bytes; taken += pageBytes) writeSync(file, page)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

function mountLine(path: string): string {
  return `mount -t tmpfs -o size=${diskBytes},mode=0700 tmpfs ${JSON.stringify(path)}`
}

function mount(path: string): void {
  execFileSync('sh', ['-c', mountLine(path)], { stdio: 'ignore' })
}

function mountsDirectly(): boolean {
  const probe = freshFolder('mount-probe')
  mkdirSync(probe, { recursive: true })
  try {
    mount(probe)
    execFileSync('umount', [probe])
    return true
  } catch {
    // A container without the right to mount: the namespace is tried instead.
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}

function whyNone(): string | null {
  if (process.platform !== 'linux') return `a small tmpfs can’t be mounted on ${process.platform}`
  if (process.getuid?.() === 0 && mountsDirectly()) return null
  const probe = freshFolder('mount-probe')
  try {
    execFileSync('unshare', ['-rm', 'sh', '-c', mountLine(probe)], { stdio: 'ignore' })
    return null
  } catch {
    return 'this account may neither mount nor make a namespace to mount in'
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
