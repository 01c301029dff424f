import { realpathSync, rmSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { type AttachedHost, startAttached } from '../attached-host'
import { freshFolder, type StartOptions } from '../start-host'
import { mountSmallDisk, noSmallDisk, type SmallDisk } from './small-disk'

/** What a test on a small disk has. */
export interface SmallDiskStage {
  readonly disk: SmallDisk
  /** A folder elsewhere. */
  readonly base: string
  /** Starts the application where it sees the disk; it is ended after the test. */
  start(options: StartOptions): Promise<AttachedHost>
}

/** What people are told: what happened, what was kept, what to do. */
export const fullDiskSentence = /disk (of the data folder )?is full.*(kept|Nothing was changed).*Make room/s

/** Goes behind the name of a suite that can't run here. */
export const because = noSmallDisk === null ? '' : ` (skipped: ${noSmallDisk})`

/** Gives each test of a file a small disk of its own. */
export function onSmallDisk(): SmallDiskStage {
  let disk: SmallDisk | null = null
  let base = ''
  let running: AttachedHost | null = null
  const mounted = (): SmallDisk => {
    if (disk === null) throw new Error('There is no small disk outside of a test.')
    return disk
  }

  beforeEach(async () => {
    if (noSmallDisk !== null) return
    disk = await mountSmallDisk()
    base = realpathSync(freshFolder('fault'))
    running = null
  })
  afterEach(async () => {
    if (noSmallDisk !== null) return
    await running?.stop()
    await mounted().close()
    disk = null
    rmSync(base, { recursive: true, force: true })
  })

  return {
    get disk() {
      return mounted()
    },
    get base() {
      return base
    },
    async start(options) {
      const { prefix, seen } = mounted()
      running = await startAttached({ prefix, seen, ...options })
      return running
    },
  }
}
