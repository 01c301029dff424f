import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { freshFolder, type RunningHost, startHost } from './start-host'

/** A host with a folder to work in, and what a person may give it. */
export interface HostDesk {
  readonly host: RunningHost
  /** Granted, and canonical. */
  readonly work: string
  /** A folder of this name that the host knows nothing of. The folder around it is the desk's too. */
  readonly papers: string
  /** A path in the granted folder. */
  readonly at: (name: string) => string
  /** Starts a host on the same folders after the one before was ended. */
  readonly startAgain: () => Promise<void>
}

/** How a desk differs from the usual one. */
export interface HostDeskOptions {
  /** The granted folder, made by the test before; a fresh one when absent. The desk removes it either way. */
  readonly work?: string
  readonly environment?: NodeJS.ProcessEnv
  /** Fills the folders before the host starts. */
  readonly prepare?: (folders: Pick<HostDesk, 'work' | 'papers'>) => unknown
}

/** A desk that whoever opened it has to close. */
export interface OpenHostDesk extends HostDesk {
  readonly close: () => Promise<void>
}

/** Opens a desk. */
export async function openHostDesk(options: HostDeskOptions = {}): Promise<OpenHostDesk> {
  const work = options.work ?? realpathSync(freshFolder('work'))
  const around = realpathSync(freshFolder('around'))
  const papers = join(around, 'Papers')
  mkdirSync(papers)
  await options.prepare?.({ work, papers })
  const { environment } = options
  const start = (data?: string) => startHost({ data, roots: [work], environment })
  let host = await start()
  return {
    get host() {
      return host
    },
    ...{ work, papers },
    at: (name) => join(work, name),
    async startAgain() {
      host = await start(host.data)
    },
    async close() {
      await host.stop()
      for (const folder of [host.data, work, around]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Has a desk for each test of this file or group, or the same one for all of them. */
export function setUpHostDesk(
  shared: 'for each test' | 'for all tests',
  prepare?: HostDeskOptions['prepare'],
): HostDesk {
  let open: OpenHostDesk | undefined
  const now = () => {
    if (open === undefined) throw new Error('The desk is there only while its tests run.')
    return open
  }
  const set = async () => {
    open = await openHostDesk({ prepare })
  }
  const end = async () => {
    await open?.close()
    open = undefined
  }
  if (shared === 'for each test') {
    test.beforeEach(set)
    test.afterEach(end)
  } else {
    test.beforeAll(set)
    test.afterAll(end)
  }
  return {
    get host() {
      return now().host
    },
    get work() {
      return now().work
    },
    get papers() {
      return now().papers
    },
    at: (name) => now().at(name),
    startAgain: () => now().startAgain(),
  }
}
