import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Core } from '../../src/main/core'
import type { DataFolder } from '../../src/main/disk/data-folder'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { type Actor, person, type StandingApproval } from '../../src/shared/actor'
import { openTestCore, type TestCore } from './open-test-core'
import { freshFolder } from './start-host'

/** The first core of a test file may have to build the workers (milliseconds). */
const startLimitMs = 120_000

/** A core with a folder to work in, and a person at its window. */
export interface CoreDesk {
  readonly core: Core
  readonly data: DataFolder
  /** What was to be opened outside. */
  readonly opened: readonly string[]
  /** What a person's window calls. */
  readonly client: Client
  /** Granted, and canonical. */
  readonly work: string
  /** A folder that the core knows nothing of. */
  readonly papers: string
  /** A path in the granted folder. */
  at(name: string): string
  /** What somebody else calls. */
  as(actor: Actor, approval?: StandingApproval): Client
  /** Closes the core before its test ends. */
  close(): Promise<void>
  /** Opens a core on the same folders after the one before was closed. */
  startAgain(): Promise<void>
}

interface OpenDesk {
  readonly around: string
  readonly work: string
  readonly papers: string
  test: TestCore
  client: Client
  closed: Promise<void> | null
}

/** Has a core for each test of this file or group, or the same one for all of them. */
export function setUpCoreDesk(shared: 'for each test' | 'for all tests'): CoreDesk {
  let open: OpenDesk | undefined
  const now = () => {
    if (open === undefined) throw new Error('The desk is there only while its tests run.')
    return open
  }
  const clientOf = ({ core }: TestCore, actor: Actor, approval: StandingApproval | null = null) =>
    clientInProcess(core.router, { actor, approval })
  const start = async (folders: Pick<OpenDesk, 'around' | 'work' | 'papers'>) => {
    const test = await openTestCore({ data: join(folders.around, 'data'), roots: [folders.work] })
    open = { ...folders, test, client: clientOf(test, person), closed: null }
  }
  const set = async () => {
    const around = realpathSync(freshFolder('desk'))
    const [work, papers] = [join(around, 'work'), join(around, 'papers')]
    for (const folder of [work, papers]) mkdirSync(folder)
    await start({ around, work, papers })
  }
  const close = () => {
    const desk = now()
    desk.closed ??= desk.test.close()
    return desk.closed
  }
  const end = async () => {
    if (open === undefined) return
    await close()
    rmSync(open.around, { recursive: true, force: true })
    open = undefined
  }
  if (shared === 'for each test') {
    beforeEach(set, startLimitMs)
    afterEach(end)
  } else {
    beforeAll(set, startLimitMs)
    afterAll(end)
  }
  return {
    get core() {
      return now().test.core
    },
    get data() {
      return now().test.folder
    },
    get opened() {
      return now().test.opened
    },
    get client() {
      return now().client
    },
    get work() {
      return now().work
    },
    get papers() {
      return now().papers
    },
    at: (name) => join(now().work, name),
    as: (actor, approval) => clientOf(now().test, actor, approval),
    close,
    startAgain: () => start(now()),
  }
}
