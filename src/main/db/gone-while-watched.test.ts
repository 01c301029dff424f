import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'

it('takes the mark of a gone source from documents whose folder a former version let go', () => {
  acrossMigration(
    'SET source_gone = 0',
    (former) => {
      former.exec(`
        INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1);
        INSERT INTO watched_folders (id, path, collection_id, node, created_by, created_at)
          VALUES ('f', '/papers', 'c', '', '{}', 1);
        INSERT INTO watched_files (folder_id, path, document_id, sha256, stamp, node, other_disk, gone)
          VALUES ('f', 'a.txt', 'watched', '', '', '', 0, 1), ('f', 'b.txt', 'there', '', '', '', 0, 0)`)
      const insert = former.prepare(
        `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, actor, added_at, updated_at, source_gone)
         VALUES (?, 'c', 'D', 'text/plain', ?, 1, 'complete', 'index', '{}', 1, 1, ?)`,
      )
      insert.run('watched', '/papers/a.txt', 1)
      insert.run('there', '/papers/b.txt', 0)
      insert.run('let go', '/letters/a.txt', 1)
      insert.run('by hand', '/letters/b.txt', 0)
    },
    (database) => {
      const gone = database.prepare('SELECT id FROM documents WHERE source_gone = 1').pluck()
      expect(gone.all()).toEqual(['watched'])
    },
  )
})
