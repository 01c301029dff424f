import { join } from 'node:path'
import { openDatabase } from '../../src/main/db/open'
import { createEmbedding } from '../../src/main/library/embedding/service'
import { createEventHub } from '../../src/main/publish'
import { createFileSecrets } from '../../src/main/secrets/file-secrets'

/**
 * A process that embeds the passages of a library, for a test that kills it: FOLDER EMBED_WORKER INFER_WORKER [MODELS]. The
 * model was chosen before; MODELS are those that can run on this machine, as JSON.
 */
const [folder = '', worker = '', inferWorker = '', models = '[]'] = process.argv.slice(2)
const dbPath = join(folder, 'countersign.db')
const report = (error: unknown) => console.error(error)
createEmbedding({
  db: openDatabase(dbPath),
  dbPath,
  secrets: createFileSecrets(join(folder, 'secrets.json')),
  hub: createEventHub(report),
  worker: new URL(worker),
  local: { catalogue: JSON.parse(models), folder: join(folder, 'models'), worker: new URL(inferWorker) },
  now: Date.now,
  report,
}).resume({ stays: true })
