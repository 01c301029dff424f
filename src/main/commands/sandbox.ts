import { execFile } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { secretPlacesIn } from '../files/protected-places'
import { findProgram } from './program'

/** What keeps commands in, where there is something. */
export type Sandbox =
  | { readonly kind: 'bubblewrap'; readonly path: string }
  /** `why` is a sentence. */
  | { readonly kind: 'none'; readonly why: string }

/** How long the trial may take (milliseconds); it starts in ten. */
const TRIAL_MS = 5000

/** Looks for a sandbox and tries it: many systems have the program but do not allow what it needs. */
export async function findSandbox(environment: Readonly<Record<string, string>>): Promise<Sandbox> {
  if (process.platform !== 'linux') {
    return { kind: 'none', why: 'Countersign has no sandbox for commands on this system.' }
  }
  const found = await findProgram('bwrap', environment, async (path) => path).catch(() => null)
  if (found === null) {
    return { kind: 'none', why: 'Bubblewrap (bwrap), which would keep it in, is not installed.' }
  }
  const trial = [...enclosing({ network: false }), '--', '/bin/sh', '-c', 'exit 0']
  return new Promise((resolve) => {
    execFile(found.path, trial, { env: environment, timeout: TRIAL_MS }, (error) => {
      if (error === null) resolve({ kind: 'bubblewrap', path: found.path })
      else resolve({ kind: 'none', why: 'Bubblewrap is installed, but this system does not let it work.' })
    })
  })
}

/**
 * The arguments that come before the command: everything readable, only the granted folder writable, the data folder
 * and the usual secrets of this account out of sight.
 */
export function sandboxArguments(options: {
  readonly grant: string
  readonly folder: string
  readonly network: boolean
  readonly home: string
  readonly ownFolders: readonly string[]
}): string[] {
  const { grant, folder, network, home, ownFolders } = options
  const hidden = [...secretPlacesIn(home), ...ownFolders].flatMap(hide)
  return [
    ...enclosing({ network }),
    '--bind',
    grant,
    grant,
    // After the folder, so that what lies inside of it is hidden too.
    ...hidden,
    '--chdir',
    folder,
    '--',
  ]
}

function enclosing({ network }: { readonly network: boolean }): string[] {
  return [
    '--die-with-parent',
    '--new-session',
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    ...(network ? [] : ['--unshare-net']),
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    // Sockets of other programs of this account lie here: its session bus, its agents of keys.
    ...['/run', '/tmp'].flatMap((path) => ['--tmpfs', path]),
  ]
}

function hide(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return []
  // A link is hidden where it leads: a mount can't be made over a link.
  const real = realpathSync(path)
  return stats.isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real]
}
