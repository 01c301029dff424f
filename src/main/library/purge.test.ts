import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimDeleted, removeSomeChunks } from '../db/chunk-writes'
import { ensureDefaultCollection } from '../db/collections'
import { forgetIndex } from '../db/index-segments'
import { insertDocument } from '../db/insert-document'
import { type Database, openDatabase } from '../db/open'
import { openWorkerConnection, type WorkerConnection } from '../db/worker-connection'
import { checkIndex } from './index/check-index'
import { indexSomeWaiting, purgeDeleted, storeDocuments } from './index-document'

let folder: string
let db: Database
let connection: WorkerConnection

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-purge-'))
  db = openDatabase(join(folder, 'test.db'))
  ensureDefaultCollection(db, 0)
  connection = openWorkerConnection(join(folder, 'test.db'))
})
afterEach(() => {
  connection.close()
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

async function store(id: string): Promise<number> {
  const { number } = insertDocument(db, {
    ...{ id, collectionId: 'default', title: id, mime: 'text/plain', source: id, size: 1, actor: '{}' },
    ...{ status: 'processing', stage: 'index', addedAt: 0, updatedAt: 0 },
  })
  const chunk = { ordinal: 0, start: 0, end: 4, page: null, section: null, tokens: 1 }
  const document = { text: 'tide', mime: 'text/plain', pages: [] }
  const content = { document, chunks: [chunk] }
  await storeDocuments(
    connection,
    [{ document: number, sha256: null, title: id, extractor: 'test', at: 0, content }],
    () => {},
  )
  return number
}

const deletedAt = (id: string, at: number | null) =>
  db.raw.prepare('UPDATE documents SET deleted_at = ? WHERE id = ?').run(at, id)
const ids = () => db.raw.prepare('SELECT id FROM documents ORDER BY number').pluck().all()

it('removes for good what was deleted before the time, and nothing else', async () => {
  for (const id of ['old', 'recent', 'present']) await store(id)
  deletedAt('old', 5)
  deletedAt('recent', 10)
  expect(await purgeDeleted(connection, 10)).toBe(1)
  expect(ids()).toEqual(['recent', 'present'])
})

it('leaves what was brought back before its turn came', async () => {
  const number = await store('back')
  deletedAt('back', 5)
  deletedAt('back', null)
  expect(claimDeleted(connection, number, 10)).toBe(false)
  expect(ids()).toEqual(['back'])
})

it('lets nobody bring back half of a document, and goes on where it was interrupted', async () => {
  const number = await store('half')
  await store('whole')
  deletedAt('half', 5)
  expect(claimDeleted(connection, number, 10)).toBe(true)
  while (removeSomeChunks(connection, number));
  expect(deletedAt('half', null).changes).toBe(0)
  expect(checkIndex(connection, null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 })
  forgetIndex(connection)
  expect(await indexSomeWaiting(connection)).toBe(1)
  expect(checkIndex(connection, null)).toMatchObject({ documents: 1, wrong: [], waiting: 0 })
  expect(await purgeDeleted(connection, 10)).toBe(1)
  expect(ids()).toEqual(['whole'])
})
