import { openCore } from '../../src/main/core'
import { createDataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { testHost } from './test-host'

/**
 * A process with a whole core and no page, for tests that kill it: DATA EXTRACT_WORKER INDEX_WORKER EMBED_WORKER
 * INFER_WORKER DATA_WORKER ROOT… Says `ready` on standard output once it answers on its socket.
 */
const [data = '', extract = '', index = '', embed = '', infer = '', dataWorker = '', ...roots] =
  process.argv.slice(2)
const folder = dataFolderAt(data)
createDataFolder(folder)
await openCore({
  folder,
  host: testHost(folder, []),
  environment: { PATH: process.env.PATH },
  roots,
  workers: { extract, index, embed, infer, data: dataWorker },
})
process.stdout.write('ready\n')
