import type { Database } from 'better-sqlite3'
import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'

it.each(['says is part of the index now', 'cut into threes', 'More letters are folded'])(
  'has an index of a version before “%s” built anew, and keeps documents and passages',
  (words) => {
    const rowsOf = (raw: Database) => raw.prepare('SELECT id, title, status, source FROM documents').all()
    let before: unknown[] = []
    acrossMigration(
      words,
      (raw) => {
        raw
          .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
          .run()
        raw.exec(`
      INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, indexing, language, actor, added_at, updated_at)
        VALUES ('d', 'c', 'D', 'text/plain', '/d.txt', 1, 'complete', 'done', 7, 'en', '{}', 1, 1);
      INSERT INTO chunks (document_number, ordinal, start, "end", tokens, text) VALUES (1, 0, 0, 5, 1, 'tides');
      INSERT INTO index_segments (number, state, facts) VALUES (7, 'live', '{"passages":1}');`)
        before = rowsOf(raw)
      },
      (raw) => {
        expect(rowsOf(raw)).toEqual(before)
        expect(raw.prepare('SELECT language FROM documents').pluck().all()).toEqual([null])
        expect(raw.prepare('SELECT text FROM chunks').pluck().all()).toEqual(['tides'])
        expect(raw.prepare('SELECT indexing FROM documents').pluck().all()).toEqual([0])
        expect(raw.prepare('SELECT count(*) FROM index_segments').pluck().get()).toBe(0)
      },
    )
  },
)
