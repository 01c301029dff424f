import { expect, it } from 'vitest'
import { acrossMigration } from '../../../tests/support/former-database'

it('offers text recognition for the scans that a former version refused, and changes no other document', () => {
  acrossMigration(
    'CREATE TABLE page_words',
    (raw) => {
      raw
        .prepare("INSERT INTO collections (id, name, description, created_at) VALUES ('c', 'C', '', 1)")
        .run()
      const insert = raw.prepare(
        `INSERT INTO documents (id, collection_id, title, mime, source, size, status, stage, error_code, error_message, actor, added_at, updated_at)
       VALUES (?, 'c', ?, 'application/octet-stream', '/a', 1, ?, 'extract', ?, ?, '{}', 1, 1)`,
      )
      const scan =
        'The 3 pages of this PDF are pictures without text (a scan?), so there is nothing to search. Run text recognition on it and add the result.'
      insert.run('scan', 'Scan', 'error', 'unsupported', scan)
      insert.run('empty', 'Empty', 'error', 'unsupported', 'This file is empty (0 bytes).')
      insert.run('fine', 'Fine', 'complete', null, null)
    },
    (raw) => {
      const rows = raw
        .prepare('SELECT id, title, picture_pages, recognize FROM documents ORDER BY number')
        .all()
      expect(rows).toEqual([
        { id: 'scan', title: 'Scan', picture_pages: 1, recognize: 0 },
        { id: 'empty', title: 'Empty', picture_pages: 0, recognize: 0 },
        { id: 'fine', title: 'Fine', picture_pages: 0, recognize: 0 },
      ])
    },
  )
})
