import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate, migrations } from './migrate'
import { defineTitleOrder } from './title-order'

it('takes a document that a former version read anew in part for one that is not read', () => {
  const raw = new BetterSqlite3(':memory:')
  defineTitleOrder(raw)
  try {
    const own = migrations.findIndex((sql) => sql.includes('DROP TRIGGER document_rewritten'))
    migrate(raw, migrations.slice(0, own))
    raw.prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)").run()
    const insert = raw.prepare(
      `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, extractor, actor, added_at, updated_at)
       VALUES (?, 'c', 'D', 'text/plain', '/a', 1, ?, ?, 'text 1', '{}', 1, 1)`,
    )
    insert.run('cut off', 'cancelled', 'index')
    insert.run('to be read again', 'pending', 'waiting')
    insert.run('not read again', 'error', 'extract')
    insert.run('renamed', 'complete', 'index')
    migrate(raw, migrations)
    expect(raw.prepare('SELECT id FROM documents WHERE extractor IS NULL').pluck().all()).toEqual(['cut off'])
  } finally {
    raw.close()
  }
})
