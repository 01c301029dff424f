import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { otherDisk } from '../other-disk'

/** The folders that a crash is played on. */
export interface Stage {
  readonly data: string
  /** Granted. */
  readonly work: string
  /** Granted, and on another disk than `work`; null where this machine has only one. */
  readonly other: string | null
  /** Keeps everything as it is now under a name. */
  keep(name: string): void
  /** Puts everything back as it was kept. */
  bring(name: string): void
  remove(): void
}

/** Makes new empty folders. */
export function createStage(): Stage {
  // In memory where there is such a disk: it is killed, not cut from power, so nothing rests on what a sync does.
  const near = realpathSync(mkdtempSync(join(otherDisk ?? tmpdir(), 'crash-')))
  const far = otherDisk !== null ? realpathSync(mkdtempSync(join(tmpdir(), 'crash-'))) : null
  const live = [near, ...(far === null ? [] : [far])]
  for (const base of live) mkdirSync(join(base, 'now'))
  const stage: Stage = {
    data: join(near, 'now/data'),
    work: join(near, 'now/work'),
    other: far === null ? null : join(far, 'now/other'),
    keep(name) {
      for (const base of live) copy(join(base, 'now'), join(base, name))
    },
    bring(name) {
      for (const base of live) copy(join(base, name), join(base, 'now'))
    },
    remove() {
      for (const base of live) rmSync(base, { recursive: true, force: true })
    },
  }
  mkdirSync(stage.work)
  if (stage.other !== null) mkdirSync(stage.other)
  return stage
}

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    // A socket can't be copied, and belongs to the process that made it.
    filter: (path) => !path.endsWith('.sock'),
  })
}
