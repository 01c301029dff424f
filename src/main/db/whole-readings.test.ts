import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'

it('takes a document that a former version read anew in part for one that is not read', () => {
  acrossMigration(
    'DROP TRIGGER document_rewritten',
    (former) => {
      former.exec("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
      const insert = former.prepare(
        `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, extractor, actor, added_at, updated_at)
         VALUES (?, 'c', 'D', 'text/plain', '/a', 1, ?, ?, 'text 1', '{}', 1, 1)`,
      )
      insert.run('cut off', 'cancelled', 'index')
      insert.run('to be read again', 'pending', 'waiting')
      insert.run('not read again', 'error', 'extract')
      insert.run('renamed', 'complete', 'index')
    },
    (database) => {
      const unread = database.prepare('SELECT id FROM documents WHERE extractor IS NULL').pluck()
      expect(unread.all()).toEqual(['cut off'])
    },
  )
})
