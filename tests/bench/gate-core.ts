import { join } from 'node:path'
import { type Core, openCore } from '../../src/main/core'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import type { Host } from '../../src/main/host'
import { createFileSecrets } from '../../src/main/secrets/file-secrets'

/** Opens the core in this process, with the built workers and folders granted for writing. */
export async function openBenchCore(
  checkout: string,
  data: string,
  roots: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Core> {
  const folder = dataFolderAt(data)
  const host: Host = {
    kind: 'command_line',
    dialogs: null,
    notifications: null,
    secrets: createFileSecrets(folder.secrets),
    pageBrowsers: null,
    openExternal: async () => {},
    focus: async () => ({ url: null }),
    giveWay: () => false,
  }
  const workers = join(checkout, 'out/main/workers')
  return openCore({
    folder,
    host,
    environment,
    roots,
    workers: {
      extract: join(workers, 'extract.js'),
      index: join(workers, 'index.js'),
      embed: join(workers, 'embed.js'),
      infer: join(workers, 'infer.js'),
      data: join(workers, 'data.js'),
    },
  })
}
