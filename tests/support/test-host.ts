import type { DataFolder } from '../../src/main/disk/data-folder'
import type { Host } from '../../src/main/host'
import { createFileSecrets } from '../../src/main/secrets/file-secrets'

/** A host without a window; addresses that were to be opened are put into `opened`. */
export function testHost(folder: DataFolder, opened: string[]): Host {
  return {
    kind: 'command_line',
    dialogs: null,
    notifications: null,
    secrets: createFileSecrets(folder.secrets),
    pageBrowsers: null,
    openExternal: async (url) => {
      opened.push(url)
    },
    focus: async () => ({ url: null }),
    giveWay: () => false,
  }
}
