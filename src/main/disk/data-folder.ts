import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { AppError } from '../../shared/errors'
import { isDiskFull } from '../../shared/system-failures'
import { unquoted } from '../../shared/text/quoted'
import { homeFolder } from './home-folder'
import { privateFolder } from './owner-only'

/** Where everything that Countersign keeps is. */
export interface DataFolder {
  readonly root: string
  readonly database: string
  readonly lock: string
  readonly blobs: string
  readonly trash: string
  readonly backups: string
  readonly logs: string
  readonly uploads: string
  /** Models that run on this machine; made when the first comes. */
  readonly models: string
  /** A backup that was unpacked and waits for the next start; there only while one is. */
  readonly restore: string
  readonly secrets: string
  /** A Unix socket's path, or a named pipe's on Windows. */
  readonly socket: string
}

// sun_path holds 108 bytes on Linux and 104 on macOS, with the closing NUL.
const socketPathLimitBytes = 103

/**
 * The data folder that a flag, `COUNTERSIGN_DATA` or the system names, in this order. A variable that is empty counts as
 * not set: as a path it would be the folder in which the program happens to be started.
 */
export function chosenDataFolder(flag: string | undefined, environment: NodeJS.ProcessEnv): DataFolder {
  return dataFolderAt(flag ?? (environment.COUNTERSIGN_DATA || usualDataFolder(environment)))
}

/** The usual place on this system. */
export function usualDataFolder(environment: NodeJS.ProcessEnv): string {
  const home = homeFolder()
  switch (process.platform) {
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Countersign')
    case 'win32':
      return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'Countersign')
    default:
      // https://specifications.freedesktop.org/basedir-spec/latest/: what is no absolute path is not to be used.
      return join(absolute(environment.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'countersign')
  }
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}

/** Names the parts of a data folder; touches nothing. */
export function dataFolderAt(path: string): DataFolder {
  const root = resolve(path)
  return {
    root,
    database: join(root, 'countersign.db'),
    lock: join(root, 'lock.db'),
    blobs: join(root, 'blobs'),
    trash: join(root, 'trash'),
    backups: join(root, 'backups'),
    logs: join(root, 'logs'),
    uploads: join(root, 'uploads'),
    models: join(root, 'models'),
    restore: join(root, 'restore'),
    secrets: join(root, 'secrets.json'),
    socket: socketPath(root),
  }
}

/**
 * Makes what is missing, readable by this user alone. Throws `unavailable` where the disk is full, `read_only` where it
 * can't be written, or something else is in its place.
 */
export function createDataFolder(folder: DataFolder): void {
  try {
    for (const path of [
      folder.root,
      folder.blobs,
      folder.trash,
      folder.backups,
      folder.logs,
      folder.uploads,
    ]) {
      makeFolder(path)
    }
  } catch (error) {
    if (isDiskFull(error)) {
      throw new AppError(
        'unavailable',
        `The disk is full: the data folder ${unquoted(folder.root)} could not be made. Make room, or choose another with --data.`,
        { cause: error },
      )
    }
    const inTheWay = placeInTheWay(error)
    if (inTheWay !== null) {
      throw new AppError(
        'read_only',
        `The data folder ${unquoted(folder.root)} can’t be made: ${unquoted(inTheWay)} is not a folder. Choose another with --data.`,
        { cause: error },
      )
    }
    throw new AppError(
      'read_only',
      `The data folder ${unquoted(folder.root)} can’t be written. Choose another with --data, or change its permissions.`,
      { cause: error },
    )
  }
}

/** What is where a folder was to be made, as a file or a link to nothing; null where that was not what kept it. */
function placeInTheWay(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return null
  return 'path' in error && typeof error.path === 'string' ? error.path : null
}

/** With those above it; Node's own way to do so never ends below a folder in which nothing can be made, such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: privateFolder })
  } catch (error) {
    // Another start made it meanwhile.
    if (!(existsSync(path) && statSync(path).isDirectory())) throw error
  }
}

function socketPath(root: string): string {
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\countersign-${digest}`
  const inside = join(root, 'countersign.sock')
  if (Buffer.byteLength(inside) <= socketPathLimitBytes) return inside
  return join(tmpdir(), `countersign-${process.getuid?.() ?? 0}-${digest}`, 'countersign.sock')
}
