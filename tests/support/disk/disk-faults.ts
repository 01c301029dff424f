import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** One way in which the disk fails. */
export interface DiskFault {
  readonly call:
    | 'open'
    | 'read'
    | 'readFile'
    | 'write'
    | 'writeFile'
    | 'fsync'
    | 'rename'
    | 'link'
    | 'unlink'
    | 'mkdir'
    | 'rm'
    | 'symlink'
    | 'chmod'
  /** A regular expression on the path; of two paths, on the new one. */
  readonly path: string
  /** What the system says, or the death of the process in the call. */
  readonly errno: 'EIO' | 'ENOSPC' | 'EROFS' | 'EACCES' | 'KILL'
  /** So many calls succeed first. */
  readonly after?: number
  /** So many fail; all later ones without it. */
  readonly times?: number
}

/** The disk of a child process, which fails when it is told to. */
export interface FaultyDisk {
  /** The environment of the child. */
  readonly environment: NodeJS.ProcessEnv
  /** From now on these calls fail; with none everything works again. */
  fail(...faults: readonly DiskFault[]): void
  /** What failed since the last call, so that a test knows that it was about something. */
  happened(): readonly { readonly call: string; readonly path: string; readonly errno: string }[]
}

/** Prepares a disk whose calls from JavaScript can be made to fail; `folder` takes the orders. */
export function createFaultyDisk(folder: string): FaultyDisk {
  const orders = join(folder, 'disk-faults.json')
  const log = `${orders}.happened`
  // Counted anew each time that it is ordered.
  let id = 0
  const shim = pathToFileURL(join(import.meta.dirname, 'faulty-fs.mjs')).href
  return {
    environment: { NODE_OPTIONS: `--import=${shim}`, COUNTERSIGN_TEST_DISK_FAULTS: orders },
    fail(...faults) {
      if (faults.length === 0) rmSync(orders, { force: true })
      else {
        // Renamed into place: the child must not read half of it.
        writeFileSync(`${orders}.next`, JSON.stringify(faults.map((fault) => ({ ...fault, id: ++id }))))
        renameSync(`${orders}.next`, orders)
      }
    },
    happened() {
      if (!existsSync(log)) return []
      const lines = readFileSync(log, 'utf8').trim().split('\n')
      rmSync(log)
      return lines.map((line) => JSON.parse(line))
    },
  }
}
