import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Core, openCore } from '../../src/main/core'
import { type DataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { buildWorker } from './build-worker'
import { freshFolder } from './start-host'
import { testHost } from './test-host'

/** A core in this process, on a folder of its own. */
export interface TestCore {
  readonly core: Core
  readonly folder: DataFolder
  readonly opened: string[]
  close(): Promise<void>
}

/** Opens a real core, database and workers included; only the host is the test's. */
export async function openTestCore(
  options: {
    readonly data?: string
    readonly roots?: readonly string[]
    readonly environment?: NodeJS.ProcessEnv
  } = {},
): Promise<TestCore> {
  const folder = dataFolderAt(options.data ?? freshFolder('core'))
  const opened: string[] = []
  const core = await openCore({
    folder,
    host: testHost(folder, opened),
    environment: options.environment ?? {},
    roots: options.roots ?? [],
    workers: {
      extract: fileURLToPath(await buildWorker('extract')),
      index: fileURLToPath(await buildWorker('index')),
      embed: fileURLToPath(await buildWorker('embed')),
      infer: fileURLToPath(await buildWorker('infer')),
      data: fileURLToPath(await buildWorker('data')),
    },
  })
  return {
    core,
    folder,
    opened,
    async close() {
      await core.close()
      if (options.data === undefined) rmSync(folder.root, { recursive: true, force: true })
    },
  }
}
