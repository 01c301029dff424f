import { insertDocument } from '../../src/main/db/insert-document'
import { openDatabase } from '../../src/main/db/open'
import { openWorkerConnection } from '../../src/main/db/worker-connection'
import { purgeDeleted, retitleDocument, storeDocuments } from '../../src/main/library/index/index-document'
import { mergeIndex } from '../../src/main/library/index/merge-index'

/**
 * A process that adds, adds anew, retitles and removes documents without end while the index is merged, and says so
 * on standard output, so that a test can end it at any moment: DATABASE SEED
 */
const [path = '', seed = '1'] = process.argv.slice(2)
const db = openDatabase(path)
const connection = openWorkerConnection(path)
const merging = openWorkerConnection(path)

let state = Number(seed)
const below = (limit: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((state / 2 ** 32) * limit)
}
const say = (what: string) => process.stdout.write(`${what}\n`)
const numbers = () =>
  db.raw.prepare("SELECT number FROM documents WHERE status = 'complete'").pluck().all() as number[]

async function store(number: number, id: string): Promise<void> {
  const words = () => Array.from({ length: 40 }, () => `w${below(400)}`).join(' ')
  const passages = Array.from({ length: 1 + below(30) }, () => `${words()} only${id}`)
  const text = passages.join('\n')
  let start = 0
  const chunks = passages.map((passage, ordinal) => {
    const chunk = { ordinal, start, end: start + passage.length, page: null, section: null, tokens: 41 }
    start += passage.length + 1
    return chunk
  })
  const content = { document: { text, mime: 'text/plain', pages: [] }, chunks }
  const request = { document: number, sha256: null, title: `title${id}`, extractor: 'test', at: 0, content }
  say('store')
  await storeDocuments(connection, [request], () => say('part'))
}

async function add(): Promise<void> {
  const id = `x${seed}x${below(2 ** 30)}`
  const { number } = insertDocument(db, {
    id,
    collectionId: 'default',
    title: id,
    mime: 'text/plain',
    source: id,
    size: 1,
    status: 'processing',
    stage: 'index',
    actor: '{}',
    addedAt: 0,
    updatedAt: 0,
  })
  await store(number, id)
}

async function change(number: number): Promise<void> {
  const row = db.raw.prepare('SELECT id FROM documents WHERE number = ?').get(number) as { id: string }
  const kind = below(3)
  if (kind === 0) {
    db.raw.prepare("UPDATE documents SET status = 'processing' WHERE number = ?").run(number)
    return await store(number, row.id)
  }
  if (kind === 1) {
    db.raw
      .prepare("UPDATE documents SET title = ?, stage = 'index' WHERE number = ?")
      .run(`renamed${below(1000)}`, number)
    say('retitle')
    await retitleDocument(connection, number)
    return
  }
  db.raw.prepare('UPDATE documents SET deleted_at = 1 WHERE number = ?').run(number)
  say('purge')
  await purgeDeleted(connection, 2)
}

async function mergeForEver(): Promise<void> {
  for (;;) {
    say('merge')
    await mergeIndex(merging)
    await new Promise((next) => setImmediate(next))
  }
}

void mergeForEver()
for (;;) {
  const all = numbers()
  const number = all[below(all.length)]
  if (number === undefined || below(3) > 0) await add()
  else await change(number)
}
