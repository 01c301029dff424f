import { join } from 'node:path'
import { openDatabase } from '../../src/main/db/open'
import { createFileSecrets } from '../../src/main/file-secrets'
import { createEmbedding } from '../../src/main/library/embedding/service'
import { createEventHub } from '../../src/main/publish'

/**
 * A process that embeds the passages of a library, for a test that kills it: FOLDER EMBED_WORKER. The model was
 * chosen before.
 */
const [folder = '', worker = ''] = process.argv.slice(2)
const dbPath = join(folder, 'countersign.db')
const report = (error: unknown) => console.error(error)
createEmbedding({
  db: openDatabase(dbPath),
  dbPath,
  secrets: createFileSecrets(join(folder, 'secrets.json')),
  hub: createEventHub(report),
  worker: new URL(worker),
  now: Date.now,
  report,
}).resume({ stays: true })
