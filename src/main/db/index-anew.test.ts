import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrate, migrations } from './migrate'
import { defineTitleOrder } from './title-order'

it('has an index of a former version built anew, and keeps documents and passages', () => {
  const raw = new BetterSqlite3(':memory:')
  defineTitleOrder(raw)
  try {
    const own = migrations.findIndex((sql) => sql.includes('DELETE FROM index_segments;'))
    migrate(raw, migrations.slice(0, own))
    raw.prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)").run()
    raw.exec(`
      INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, indexing, actor, added_at, updated_at)
        VALUES ('d', 'c', 'D', 'text/plain', '/d.txt', 1, 'complete', 'done', 7, '{}', 1, 1);
      INSERT INTO chunks (document_number, ordinal, start, "end", tokens, text) VALUES (1, 0, 0, 5, 1, 'tides');
      INSERT INTO index_segments (number, state, facts) VALUES (7, 'live', '{"passages":1}');`)
    const rows = () => raw.prepare('SELECT id, title, status, source FROM documents').all()
    const before = rows()
    migrate(raw, migrations)
    expect(rows()).toEqual(before)
    expect(raw.prepare('SELECT text FROM chunks').pluck().all()).toEqual(['tides'])
    expect(raw.prepare('SELECT indexing FROM documents').pluck().all()).toEqual([0])
    expect(raw.prepare('SELECT count(*) FROM index_segments').pluck().get()).toBe(0)
  } finally {
    raw.close()
  }
})
