import { execFile } from 'node:child_process'
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Grant } from '../../shared/contract/files'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { systemCode } from '../files/disk-errors'
import { isInside, secretPlacesIn } from '../files/protected-places'
import { enclosedTold } from './enclosed'
import { findProgram } from './program'

/** What keeps commands in, where there is something. */
export type Sandbox =
  | { readonly kind: 'bubblewrap'; readonly path: string }
  | {
      readonly kind: 'none'
      /** A sentence. */
      readonly why: string
      /** What it says, where it is one of these. */
      readonly because?: 'no_sandbox' | 'not_installed' | 'not_allowed'
    }

/** A granted folder, as far as a sandbox knows it. */
export type SandboxGrant = Pick<Grant, 'path' | 'access' | 'available'>

/**
 * Places that are hidden at most. Each is up to three arguments, of which bubblewrap takes 9,000 in all, and a mount: their
 * time grows with the square, 2 seconds for 400.
 */
const HIDDEN_PLACES = 1000

/** How long the trial may take (milliseconds); it starts in ten. */
const TRIAL_MS = 5000

/** Looks for a sandbox and tries it: many systems have the program but do not allow what it needs. */
export async function findSandbox(environment: Readonly<Record<string, string>>): Promise<Sandbox> {
  if (process.platform !== 'linux') {
    return {
      kind: 'none',
      why: 'Countersign has no sandbox for commands on this system.',
      because: 'no_sandbox',
    }
  }
  const found = await findProgram('bwrap', environment, async (path) => path).catch(() => null)
  if (found === null) {
    return {
      kind: 'none',
      why: 'Bubblewrap (bwrap), which would keep it in, is not installed.',
      because: 'not_installed',
    }
  }
  const trial = [...enclosing({ network: false }), '--', '/bin/sh', '-c', 'exit 0']
  return new Promise((resolve) => {
    execFile(found.path, trial, { env: environment, timeout: TRIAL_MS }, (error) => {
      if (error === null) resolve({ kind: 'bubblewrap', path: found.path })
      else {
        resolve({
          kind: 'none',
          why: 'Bubblewrap is installed, but this system does not let it work.',
          because: 'not_allowed',
        })
      }
    })
  })
}

/**
 * The arguments that come before the command: everything readable, only the granted folder writable but for what in it
 * is granted for reading, the data folder and the usual secrets of this account out of sight. Throws `too_large` where
 * the granted folder has more secrets than can be hidden.
 */
export function sandboxArguments(options: {
  readonly grant: string
  readonly folder: string
  readonly network: boolean
  readonly home: string
  readonly ownFolders: readonly string[]
  /** Every granted folder. */
  readonly grants: readonly SandboxGrant[]
  /** What is kept from tools in the granted folder, there now. */
  readonly secrets: readonly string[]
}): string[] {
  const { grant, folder, network, home, ownFolders, grants, secrets } = options
  const places = [...secretPlacesIn(home), ...ownFolders, ...secrets].flatMap(realPlace)
  const hidden = [...new Map(places.map((place) => [place.path, place])).values()]
  if (hidden.length > HIDDEN_PLACES) {
    throw new AppError('too_large', say('command.too_many_secrets', { path: grant, limit: HIDDEN_PLACES }))
  }
  return [
    ...enclosing({ network }),
    '--info-fd',
    String(enclosedTold),
    '--bind',
    grant,
    grant,
    ...grantsInside(grant, grants),
    // After the folders, so that what lies inside of them is hidden too.
    ...hidden.filter(({ path }) => !isInside(path, grant)).flatMap(hide),
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

/**
 * Granted folders that lie in a writable one: the innermost grant holds, for commands as for every other tool. Outer ones
 * come first, as a later mount covers what is below it.
 */
function grantsInside(grant: string, grants: readonly SandboxGrant[]): string[] {
  const inside = grants.filter((each) => each.available && each.path !== grant && isInside(grant, each.path))
  const outerFirst = inside.sort((one, other) => one.path.length - other.path.length)
  return outerFirst.flatMap(({ path, access }) => [access === 'read' ? '--ro-bind' : '--bind', path, path])
}

/** A canonical path, and whether a folder is there. */
type Place = { readonly path: string; readonly folder: boolean }

/**
 * A link is hidden where it leads: a mount can't be made over a link. Nothing is hidden where nothing is or a link leads
 * nowhere; instead of what lies in a folder that can't be searched that folder is, as a command could open its own.
 */
function realPlace(path: string): Place[] {
  try {
    const real = realpathSync(path)
    return [{ path: real, folder: statSync(real).isDirectory() }]
  } catch (error) {
    switch (systemCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
      case 'ELOOP':
        return []
      case 'EACCES':
        return isThere(path) ? [] : realPlace(dirname(path))
      default:
        throw error
    }
  }
}

/** Whether the name itself can be seen, wherever it may lead. */
function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    // Whatever keeps it from being seen, its folder answers for it.
    return false
  }
}

/** An empty folder over a folder, and over a file what holds nothing. */
function hide({ path, folder }: Place): string[] {
  return folder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
