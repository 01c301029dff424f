import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createConversationTable } from './conversations'
import { migrations } from './migrate'
import { openDatabase } from './open'
import { createUnseenEndTable } from './unseen-ends'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unseen-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('come to a database that has conversations, which are all seen', () => {
  const path = join(folder, 'test.db')
  const own = migrations.findIndex((sql) => sql.includes('CREATE TABLE unseen_ends'))
  const old = openDatabase(path, migrations.slice(0, own))
  old.raw
    .prepare("INSERT INTO conversations (id, title, created_at, updated_at) VALUES ('c', 'Old', 1, 2)")
    .run()
  old.close()

  const db = openDatabase(path)
  const unseen = createUnseenEndTable(db)
  expect(createConversationTable(db).get('c').title).toBe('Old')
  expect(unseen.all().size).toBe(0)
  unseen.mark('c', 'completed')
  unseen.mark('c', 'failed')
  expect(unseen.get('c')).toBe('failed')
  expect([...unseen.all()]).toEqual([['c', 'failed']])
  expect(unseen.clear('c')).toBe(true)
  expect(unseen.clear('c')).toBe(false)
  expect(unseen.get('c')).toBeNull()
  db.close()
})
